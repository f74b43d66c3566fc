// SPDX-License-Identifier: Apache-2.0
// The workload rebalance-plan (workloads page, section 3): its properties and its generator.
// Stateless, so every property speaks of one answer.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload rebalance_plan();

/// Two assignments each, the second often the first with a few changes; owners may be nobody.
void draw_rebalance_plan(const faults::Chance& chance, const faults::Swarm& swarm,
                         Scenario& scenario);

}  // namespace fencepost::properties
