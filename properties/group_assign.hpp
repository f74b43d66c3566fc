// SPDX-License-Identifier: Apache-2.0
// The workload group-assign (workloads page, section 2): its properties and its generator.
// Stateless, so every property speaks of one answer, or of two answers to the same sets.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload group_assign();

/// Lists of members and partitions with doubles, in any order; some of them again in another order.
void draw_group_assign(const faults::Chance& chance, const faults::Swarm& swarm,
                       Scenario& scenario);

}  // namespace fencepost::properties
