// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/watcher.hpp"

#include "fencepost/cli/progress.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/json_lines.hpp"

namespace fencepost::cli {
namespace {

std::string folder_for(const Flags& flags) {
  const std::string folder = flags.out.empty() ? "runs" : flags.out;
  return folder.ends_with('/') ? folder : folder + '/';
}

}  // namespace

Watcher::Watcher(const Flags& flags, Console& console, const SystemOnTrial& system,
                 std::size_t workloads)
    : flags_(flags),
      console_(console),
      system_(system),
      status_(
          {progress_for(flags, console), console.err_ink, workloads, console.err.columns()},
          [&console](std::string_view text) { console.err.write(text); }, milliseconds_now) {}

void Watcher::found(const properties::Workload& workload, const properties::Finding& finding) {
  const reports::Ink& ink = flags_.json ? console_.err_ink : console_.out_ink;
  counterexamples_.push_back(keep(workload, finding, system_, folder_for(flags_), flags_, ink));
  const Counterexample& example = counterexamples_.back();
  status_.clear();
  console_.tell(std::string(console_.err_ink.violated()) + ' ' + finding.fingerprint.property +
                " is broken at seed " + reports::hexadecimal(finding.seed));
  if (flags_.json)
    console_.out.write(reports::json_violation(finding, example.saved, example.replay));
}

}  // namespace fencepost::cli
