// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a cluster for one seed: as for lockstep worlds, whole families are left out,
// and calm is a possible draw. Exceptions name messages that a command may lead to; what nodes will
// really send is not known when a scenario is drawn, so some of them will find nothing to strike.
#pragma once

#include "fencepost/faults/swarm.hpp"

namespace fencepost::faults {

/// What Maelstrom itself does: messages between nodes and services are late, partitions come and
/// go.
Families maelstrom_families();
/// Besides, messages come twice and get lost, nodes are paused and killed, services answer from
/// older states. Not the loss of a folder: what was only there may then be gone for good.
Families standard_cluster_families();

/// The swarm of a seed, within the families allowed.
Swarm draw_cluster_swarm(const Chance& chance, Families allowed, std::uint32_t longest);

/// Inserts exceptions into the storm of a scenario of a cluster that has only commands.
void draw_cluster_faults(const Chance& chance, const Swarm& swarm, Scenario& scenario);

/// Does Maelstrom itself bring about what this step does? It has no duplicates, no lost messages
/// but in partitions, no pauses, and restarts nothing.
bool is_maelstroms_own(const Step& step);

}  // namespace fencepost::faults
