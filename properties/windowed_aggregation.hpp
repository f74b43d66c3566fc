// SPDX-License-Identifier: Apache-2.0
// The workload windowed-aggregation: what must hold of it (workloads page, section 5), what a
// campaign must have seen, and its generator.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload windowed_aggregation();

/// Events around the watermark and the ends of windows, some batches again in another order one or
/// more windows later; small, huge and negative times; at times a close in the storm.
void draw_windowed_aggregation(const faults::Chance& chance, const faults::Swarm& swarm,
                               Scenario& scenario);

}  // namespace fencepost::properties
