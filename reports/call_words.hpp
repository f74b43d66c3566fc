// SPDX-License-Identifier: Apache-2.0
// What a client of a cluster asked and what it saw, in one line.
#pragma once

#include <string>

#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// `send key=0 5 → offset 3`, `read → [1,2]`, `cas key=1 from 2 to 3 → fail: 22 was 4`,
/// `write key=1 2 → ? no reply`. `end` is null if the operation never ended. What no workload of
/// ours has is shown as it stands.
std::string call_words(const Operation& asked, const Operation* end, const Ink& ink);

}  // namespace fencepost::reports
