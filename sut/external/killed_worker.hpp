// SPDX-License-Identifier: Apache-2.0
// Work that dies and is begun again: a process of its own for every life, which may be killed (or
// kill itself) at any moment.
#pragma once

#include <cstdint>
#include <functional>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::sut {

/// Kills the process that calls it, as power loss would: nothing is flushed, nothing is unwound.
[[noreturn]] void die();

/// Runs `work(life)` in a process forked for it, life 0, 1, 2 ..., until one returns instead of
/// being killed. Returns how many were killed. Call with no other threads running. A life that ends
/// in any other way, or more than `most_lives` of them, is a failure; so is an end by `stopped`,
/// asked after every life. An interrupt from the keyboard kills a life like any other signal.
Result<std::uint32_t> work_through_kills(
    const std::function<void(std::uint32_t life)>& work, std::uint32_t most_lives = 100'000,
    const std::function<bool()>& stopped = [] { return false; });

}  // namespace fencepost::sut
