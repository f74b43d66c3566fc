// SPDX-License-Identifier: Apache-2.0
// How long a check goes on: it ends after an interrupt and when its time is up, and shows meanwhile
// that it is alive.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "fencepost/cli/console.hpp"
#include "fencepost/reports/live_line.hpp"

namespace fencepost::cli {

class CheckPace {
 public:
  CheckPace(const Flags& flags, Console& console, const std::atomic<bool>& interrupted);

  /// Asked now and then, wherever the check may take long.
  bool is_over();
  /// The same after so many operations were read; it is cheap.
  bool has_read(std::uint64_t operations);
  /// The verdict is there: from now on only an interrupt counts.
  void end();

  bool is_interrupted() const { return interrupted_; }
  /// `is_over` has said so because of the time.
  bool was_time_up() const { return was_time_up_; }

 private:
  const std::atomic<bool>& interrupted_;
  reports::LiveLine line_;
  std::int64_t began_at_;
  std::optional<std::int64_t> end_at_;
  std::uint64_t operations_ = 0;
  bool was_time_up_ = false;
};

}  // namespace fencepost::cli
