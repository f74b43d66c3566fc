// SPDX-License-Identifier: Apache-2.0
// The consumer-strategies workload: what each strategy guarantees (workloads page, section 11) and
// what a campaign must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload consumer_strategies();

/// One to three consumers of one to three partitions work in batches, crash, lose partitions to
/// each other and offsets to the broker; in the calm everything is consumed to the end.
void draw_consumer_strategies(const faults::Chance& chance, const faults::Swarm& swarm,
                              Scenario& scenario);

}  // namespace fencepost::properties
