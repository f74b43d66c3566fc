// SPDX-License-Identifier: Apache-2.0
// The log-compaction workload: what must hold of it (workloads page, section 7) and what a campaign
// must have seen.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

Workload log_compaction();

/// Few keys, many tombstones, and compactions around the ends of the log and at earlier places
/// again.
void draw_log_compaction(const faults::Chance& chance, const faults::Swarm& swarm,
                         Scenario& scenario);

}  // namespace fencepost::properties
