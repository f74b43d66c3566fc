// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/cli/catalogue.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {

ExitCode bugs(const Flags& flags, Console& console) {
  const std::vector<const properties::Workload*> workloads = choose_workloads(flags.operands);
  std::string text;
  std::string_view workload;
  for (const sut::PlantedBug* const bug : sut::planted_bugs()) {
    const bool is_chosen = std::ranges::any_of(workloads, [bug](const properties::Workload* one) {
      return one->contract->name == bug->workload;
    });
    if (!is_chosen) continue;
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
