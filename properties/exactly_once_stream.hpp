// SPDX-License-Identifier: Apache-2.0
// The exactly-once-stream workload: what must hold of it (workloads page, section 8) and what a
// campaign must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload exactly_once_stream();

/// Two or three producers, each a chain of incarnations with rising epochs, transaction after
/// transaction.
void draw_exactly_once_stream(const faults::Chance& chance, const faults::Swarm& swarm,
                              Scenario& scenario);

}  // namespace fencepost::properties
