// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/cli/catalogue.hpp"
#include "fencepost/cli/planted_histories.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/sut/planted_bugs_page.hpp"

namespace fencepost::cli {
namespace {

std::vector<const sut::PlantedBug*> choose_bugs(const Flags& flags) {
  const std::vector<const properties::Workload*> workloads = choose_workloads(flags.operands);
  std::vector<const sut::PlantedBug*> chosen;
  for (const sut::PlantedBug* const bug : sut::planted_bugs())
    if (std::ranges::any_of(workloads, [bug](const properties::Workload* one) {
          return one->contract->name == bug->workload;
        }))
      chosen.push_back(bug);
  return chosen;
}

}  // namespace

ExitCode bugs(const Flags& flags, Console& console) {
  if (flags.markdown) {
    console.out.write(sut::planted_bugs_page());
    return ExitCode::ok;
  }
  const std::vector<const sut::PlantedBug*> chosen = choose_bugs(flags);
  if (!flags.out.empty()) return write_planted_histories(chosen, flags.out, flags, console);
  std::string text;
  std::string_view workload;
  for (const sut::PlantedBug* const bug : chosen) {
    if (flags.json) {
      text += json_of(*bug);
    } else if (flags.quiet) {
      text += std::string(bug->id) + '\n';
    } else {
      if (workload != bug->workload) text += console.out_ink.strong(bug->workload) + '\n';
      text += "  " + reports::left(bug->id, 40) + ' ' + std::string(bug->sentence) + '\n';
    }
    workload = bug->workload;
  }
  console.out.write(text);
  return ExitCode::ok;
}

}  // namespace fencepost::cli
