// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/exit_code.hpp"

#include <algorithm>
#include <array>

namespace fencepost::cli {

std::span<const ExitCodeText> exit_codes() {
  static constexpr std::array<ExitCodeText, 10> all = {{
      {ExitCode::ok, "ok", "every property held, every digest was as promised"},
      {ExitCode::violated, "violated", "a property was broken; its history is saved"},
      {ExitCode::usage, "usage", "a flag or a file is wrong, or an output could not be written"},
      {ExitCode::undecided, "undecided",
       "a budget ended before the answer was known, or a mark stayed cold"},
      {ExitCode::diverged, "diverged", "the same scenario gave two histories: determinism is lost"},
      {ExitCode::stale, "stale",
       "a stored history no longer shows what it promises, or its format is newer"},
      {ExitCode::system_failed, "system_failed",
       "the program on trial cannot be started, died, hangs or breaks the protocol"},
      {ExitCode::nothing_ran, "nothing_ran",
       "the selection matched no workload, bug, property or history"},
      {ExitCode::internal, "internal",
       "a promise of Fencepost's own code is broken; please report it"},
      {ExitCode::interrupted, "interrupted", "Ctrl-C; what was finished is valid and saved"},
  }};
  return all;
}

ExitCode graver(ExitCode a, ExitCode b) {
  static constexpr std::array order = {ExitCode::interrupted, ExitCode::internal,
                                       ExitCode::diverged,    ExitCode::violated,
                                       ExitCode::usage,       ExitCode::system_failed,
                                       ExitCode::stale,       ExitCode::undecided,
                                       ExitCode::nothing_ran, ExitCode::ok};
  return *std::ranges::find_if(order, [&](ExitCode code) { return code == a || code == b; });
}

}  // namespace fencepost::cli
