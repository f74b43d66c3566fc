// SPDX-License-Identifier: Apache-2.0
// Lag and the global watermark, as a workload: workloads page, section 4.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

const Workload& stream_metrics();

/// Few partitions, event times close together or at the limits, inputs that fall idle and wake.
void draw_stream_metrics(const faults::Chance& chance, const faults::Swarm& swarm,
                         Scenario& scenario);

}  // namespace fencepost::properties
