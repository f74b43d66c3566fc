// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/progress.hpp"

#include <chrono>

namespace fencepost::cli {

using reports::Progress;

Progress progress_for(const Flags& flags, const Console& console) {
  switch (flags.progress) {
    case ProgressWish::line: return Progress::line;
    case ProgressWish::plain: return Progress::plain;
    case ProgressWish::none: return Progress::none;
    case ProgressWish::automatic: break;
  }
  if (console.quiet) return Progress::none;
  const bool rewrites = console.err.is_terminal() && console.environment.term != "dumb";
  return rewrites ? Progress::line : Progress::plain;
}

std::int64_t milliseconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace fencepost::cli
