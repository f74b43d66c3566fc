// SPDX-License-Identifier: Apache-2.0
// The idempotent-producer workload: what must hold of it (workloads page, section 6) and what a
// campaign must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload idempotent_producer();

/// Two or three producers, each a chain of incarnations with rising epochs, around the next
/// sequence.
void draw_idempotent_producer(const faults::Chance& chance, const faults::Swarm& swarm,
                              Scenario& scenario);

}  // namespace fencepost::properties
