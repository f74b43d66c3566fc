// SPDX-License-Identifier: Apache-2.0
// A sequel is a scenario that is played on the processes of the one before it, instead of on fresh
// ones. Both together are one longer scenario, a story, so whatever goes wrong in a sequel is told,
// shrunk and replayed from the story: nothing hangs on what happened before.
#pragma once

#include <cstdint>

#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

/// Appends `next`, a scenario of a cluster with the parameters of the story. Its commands are
/// numbered on, its clients and keys, and values that are written once in a history, get names that
/// the story has not used. The story's calm is left out; there is one again if `next` has one.
/// Returns the index of the first step that was appended.
std::uint32_t append_sequel(const Scenario& next, Scenario& story);

}  // namespace fencepost::properties
