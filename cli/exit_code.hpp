// SPDX-License-Identifier: Apache-2.0
// What the command tells its caller: *the system failed* and *the tool failed* never look alike.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost::cli {

enum class ExitCode : std::uint8_t {
  ok = 0,
  violated = 1,
  usage = 2,
  undecided = 3,
  diverged = 4,
  stale = 5,
  system_failed = 6,
  nothing_ran = 7,
  internal = 70,  ///< also what a broken CHECK ends with
  interrupted = 130,
};

struct ExitCodeText {
  ExitCode code;
  std::string_view name;
  std::string_view meaning;
};

/// All of them, by number, for `help exit-codes`.
std::span<const ExitCodeText> exit_codes();

/// Of two parts of one run, what the whole ends with.
ExitCode graver(ExitCode a, ExitCode b);

}  // namespace fencepost::cli
