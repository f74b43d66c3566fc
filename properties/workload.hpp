// SPDX-License-Identifier: Apache-2.0
// A workload ties a contract to its model, its generator and its properties.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "fencepost/faults/chance.hpp"
#include "fencepost/faults/swarm.hpp"
#include "fencepost/model/model.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

struct Workload {
  const Contract* contract = nullptr;
  /// Fills in the parameters and appends the commands: a storm of about `swarm.commands`, zombies
  /// among them if the swarm has that family, then a `calm` step and the commands that end every
  /// history (close, read everything). Consults the seed and its own bookkeeping only, never a
  /// system. No exceptions: draw_faults adds those.
  void (*draw)(const faults::Chance& chance, const faults::Swarm& swarm,
               Scenario& scenario) = nullptr;
  /// In the order in which they are judged; the first that is broken names the verdict.
  std::span<const Property> properties;
};

/// All of them, in the order of the workloads page.
std::span<const Workload> workloads();
/// Those of clusters, in the order of docs/clusters.md.
std::span<const Workload> cluster_workloads();
/// The workload with this name, of either kind, or null.
const Workload* find_workload(std::string_view name);

/// The scenario of a seed: swarm, commands, exceptions. `given` are parameters that are not to be
/// drawn (of a cluster: how many nodes it has).
Scenario draw_scenario(const Workload& workload, std::uint64_t seed,
                       faults::Families allowed = faults::Families::all(),
                       std::uint32_t longest = 60, const Parameters& given = {});

/// Appends a command step with the next id and returns its fields to be filled in the contract's
/// order.
Tape& send(Scenario& scenario, std::string_view actor, std::uint8_t type, bool zombie = false);
/// Appends the step after which no fault strikes.
void calm(Scenario& scenario);
/// Makes the last command malformed: a field missing, of a wrong type, out of range, or an unknown
/// type.
void make_malformed(const faults::Chance& chance, Scenario& scenario);

}  // namespace fencepost::properties
