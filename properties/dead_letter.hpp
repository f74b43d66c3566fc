// SPDX-License-Identifier: Apache-2.0
// The dead-letter workload: what must hold of it (workloads page, section 10) and what a campaign
// must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload dead_letter();

/// Good, flaky and poison records, and workers that try them; in the calm everything is worked off.
void draw_dead_letter(const faults::Chance& chance, const faults::Swarm& swarm, Scenario& scenario);

}  // namespace fencepost::properties
