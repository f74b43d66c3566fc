// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/planted_histories.hpp"

#include "fencepost/cli/counterexample.hpp"
#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/properties/shortest_history.hpp"

namespace fencepost::cli {
namespace {

constexpr std::uint64_t most_seeds = 4000;

}  // namespace

ExitCode write_planted_histories(const std::vector<const sut::PlantedBug*>& bugs,
                                 const std::string& folder, const Flags& flags, Console& console) {
  check_output_folder("--out", folder);
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  ExitCode code = ExitCode::ok;
  for (const sut::PlantedBug* const bug : bugs) {
    if (interrupted) {
      console.warn("interrupted before " + std::string(bug->id) + "; what is listed is written");
      return ExitCode::interrupted;
    }
    Flags with_bug = flags;
    with_bug.bug = bug->id;
    const SystemOnTrial system(with_bug);
    const properties::Workload& workload = *properties::find_workload(bug->workload);
    const auto home = system.make_home(*workload.contract);
    const auto lines = static_cast<std::size_t>(bug->shortest);
    const auto finding =
        properties::find_shortest(workload, *home, bug->property, lines, most_seeds);
    if (!finding) {
      console.warn(std::string(bug->id) + " is not convicted by " + std::string(bug->property));
      code = ExitCode::violated;
      continue;
    }
    const std::string path = folder + "/" + std::string(bug->id) + ".history";
    std::string why = make_folder(folder);
    if (why.empty()) why = write_file(path, write_history(history_file(*finding, system)));
    if (!why.empty()) throw Refusal{ExitCode::usage, path + ": " + why};
    const std::size_t size = finding->shrunk.scenario.steps.size();
    console.out.write(path + "  " + std::to_string(size) + (size == 1 ? " line" : " lines") +
                      (size == lines ? "\n" : ", known are " + std::to_string(lines) + "\n"));
  }
  return code;
}

}  // namespace fencepost::cli
