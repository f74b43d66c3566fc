// SPDX-License-Identifier: Apache-2.0
// Commit only contiguous offsets, as a workload: workloads page, section 1.
#pragma once

#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

const Workload& offset_commit();

/// Offsets around the ends of 64-bit words, duplicates, gaps that are filled in scrambled order.
void draw_offset_commit(const faults::Chance& chance, const faults::Swarm& swarm,
                        Scenario& scenario);

}  // namespace fencepost::properties
