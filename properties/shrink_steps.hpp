// SPDX-License-Identifier: Apache-2.0
// Smaller scenarios by whole steps: what may be taken away, weakened or moved. Every result is
// playable and its messages are numbered from 1.
#pragma once

#include <cstdint>
#include <optional>

#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

/// Without `count` steps from `first` on, and without the exceptions about messages that went with
/// them.
Scenario without_steps(const Scenario& scenario, std::uint32_t first, std::uint32_t count);
/// Candidate number n of each kind, or nothing if there are fewer.
std::optional<Scenario> without_an_actor(const Scenario& scenario, std::uint32_t n);
std::optional<Scenario> without_a_family(const Scenario& scenario, std::uint32_t n);
std::optional<Scenario> with_a_weaker_fault(const Scenario& scenario, std::uint32_t n);
/// A power loss instead of a failing write or sync and of the message that met it.
std::optional<Scenario> with_a_plain_crash(const Scenario& scenario, std::uint32_t n);
/// Without two steps that may stand apart; only offered for short scenarios.
std::optional<Scenario> without_two_steps(const Scenario& scenario, std::uint32_t n);
/// A copy or a late delivery taken for the message itself: it moves to where that was, and nothing
/// is odd.
std::optional<Scenario> with_the_copy_only(const Scenario& scenario, std::uint32_t n);
/// Neighbouring steps exchanged so that actors take turns less often.
std::optional<Scenario> with_fewer_switches(const Scenario& scenario, std::uint32_t n);
/// Messages numbered 1, 2, 3 in their order.
void renumber(Scenario& scenario);

}  // namespace fencepost::properties
