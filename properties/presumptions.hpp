// SPDX-License-Identifier: Apache-2.0
// What checkers presume of the scenario of a cluster. Drawn ones have it; shrinking may take it
// away, and what then looks wrong says nothing about the program.
#pragma once

#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

/// Is a value written twice where each must be told from all others?
bool writes_twice(const Scenario& scenario);

/// Is everything read back after the calm that must then be there? For kafka: is every key to which
/// was sent assigned from its start by a client that then drains it? True for other workloads.
bool reads_everything_back(const Scenario& scenario);

}  // namespace fencepost::properties
