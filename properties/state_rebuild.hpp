// SPDX-License-Identifier: Apache-2.0
// The state-rebuild workload: what must hold of it (workloads page, section 9) and what a campaign
// must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload state_rebuild();

/// Few keys, snapshots and rebuilds everywhere; between them deletions of keys that are there,
/// compactions that come in pairs, and retention that reaches a snapshot's `next` or passes it.
void draw_state_rebuild(const faults::Chance& chance, const faults::Swarm& swarm,
                        Scenario& scenario);

}  // namespace fencepost::properties
