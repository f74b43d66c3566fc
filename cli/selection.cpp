// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/selection.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/faults/cluster_swarm.hpp"

namespace fencepost::cli {

using properties::Workload;

const Workload& choose_workload(const std::string& name) {
  if (const Workload* const workload = properties::find_workload(name)) return *workload;
  std::vector<std::string_view> names;
  for (const std::span<const Workload> known :
       {properties::workloads(), properties::cluster_workloads()})
    for (const Workload& workload : known) names.push_back(workload.contract->name);
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

faults::Families allowed_families(const Flags& flags, const Contract& contract) {
  faults::Families families = faults::Families::all();
  if (contract.cluster && flags.faults != "all")
    families = flags.faults == "maelstrom" ? faults::maelstrom_families()
                                           : faults::standard_cluster_families();
  for (const Family family : flags.without) families.set(family, false);
  return families;
}

Parameters given_parameters(const Flags& flags, const Contract& contract) {
  Parameters given;
  const char* const flag = flags.nodes             ? "--nodes"
                           : flags.pipeline        ? "--pipeline"
                           : flags.fresh           ? "--fresh"
                           : !flags.faults.empty() ? "--faults"
                                                   : nullptr;
  if (!contract.cluster && flag != nullptr)
    throw Refusal{ExitCode::usage, std::string(flag) + ": it is for clusters; " +
                                       std::string(contract.name) + " has one system"};
  if (!contract.cluster) return given;
  given.set("nodes", flags.nodes.value_or(1));
  if (flags.pipeline) given.set("pipeline", 1);
  if (flags.faults == "maelstrom" && contract.name == "kafka") given.set("resume", 0);
  return given;
}

std::string scenario_flags(const Flags& flags) {
  std::string text;
  if (flags.nodes) text += " --nodes " + std::to_string(*flags.nodes);
  if (!flags.faults.empty()) text += " --faults " + flags.faults;
  if (flags.pipeline) text += " --pipeline";
  bool is_first = true;
  for (const Family family : flags.without)
    text += (std::exchange(is_first, false) ? " --without " : ",") + std::string(to_text(family));
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
