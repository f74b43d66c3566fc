// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/selection.hpp"

#include <algorithm>

#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"

namespace fencepost::cli {

using properties::Workload;

const Workload& choose_workload(const std::string& name) {
  if (const Workload* const workload = properties::find_workload(name)) return *workload;
  std::vector<std::string_view> names;
  for (const Workload& workload : properties::workloads()) names.push_back(workload.contract->name);
  throw Refusal{ExitCode::nothing_ran, "there is no workload '" + name + "'" +
                                           did_you_mean(name, names) +
                                           " (`fencepost list` lists them)"};
}

std::vector<const Workload*> choose_workloads(const std::vector<std::string>& names) {
  std::vector<const Workload*> chosen;
  for (const std::string& name : names) {
    const Workload& workload = choose_workload(name);
    if (std::ranges::find(chosen, &workload) == chosen.end()) chosen.push_back(&workload);
  }
  if (names.empty())
    for (const Workload& workload : properties::workloads()) chosen.push_back(&workload);
  return chosen;
}

faults::Families allowed_families(const Flags& flags) {
  faults::Families families = faults::Families::all();
  for (const Family family : flags.without) families.set(family, false);
  return families;
}

std::string scenario_flags(const Flags& flags) {
  std::string text;
  for (const Family family : flags.without)
    text += (text.empty() ? " --without " : ",") + std::string(to_text(family));
  if (flags.longest) text += " --longest " + std::to_string(*flags.longest);
  return text;
}

std::vector<std::string> names_of(const faults::Families& families) {
  std::vector<std::string> names;
  for (int family = 1; family < family_count; ++family)
    if (families.has(static_cast<Family>(family)))
      names.emplace_back(to_text(static_cast<Family>(family)));
  return names;
}

}  // namespace fencepost::cli
