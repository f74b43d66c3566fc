// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/check_pace.hpp"

#include "fencepost/cli/progress.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {

CheckPace::CheckPace(const Flags& flags, Console& console, const std::atomic<bool>& interrupted)
    : interrupted_(interrupted),
      line_(
          progress_for(flags, console), console.err.columns(),
          [&console](std::string_view text) { console.err.write(text); }, milliseconds_now),
      began_at_(line_.now()) {
  if (flags.time) end_at_ = began_at_ + flags.time->count();
}

bool CheckPace::is_over() {
  if (interrupted_) return true;
  const std::int64_t now = line_.now();
  if (end_at_ && now >= *end_at_) return was_time_up_ = true;
  if (line_.is_due())
    line_.show("  judging " + reports::counted(operations_, "operation") + ", " +
               std::to_string((now - began_at_) / 1000) + " s");
  return false;
}

bool CheckPace::has_read(std::uint64_t operations) {
  operations_ = operations;
  return operations % 256 == 0 ? is_over() : interrupted_ || was_time_up_;
}

void CheckPace::end() {
  end_at_.reset();
  line_.clear();
}

}  // namespace fencepost::cli
