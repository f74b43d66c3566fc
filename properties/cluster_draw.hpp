// SPDX-License-Identifier: Apache-2.0
// What clients of a cluster do: drawn so that few keys, few clients and close values meet often. A
// client keeps to one node, as Maelstrom's do; after the calm others read everything back from
// every node.
#pragma once

#include "fencepost/faults/chance.hpp"
#include "fencepost/faults/swarm.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

void draw_echo(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_unique_ids(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_broadcast(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_g_set(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_g_counter(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_pn_counter(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_kafka(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_lin_kv(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_txn_list_append(const faults::Chance&, const faults::Swarm&, Scenario&);
void draw_txn_rw_register(const faults::Chance&, const faults::Swarm&, Scenario&);

}  // namespace fencepost::properties
