// SPDX-License-Identifier: Apache-2.0
// A sign of life: one line, rewritten, on a terminal; a plain line now and then elsewhere. It goes
// to the talk of the program, never to its results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fencepost::reports {

enum class Progress : std::uint8_t { line, plain, none };

class LiveLine {
 public:
  using Write = std::function<void(std::string_view)>;
  /// Milliseconds since some beginning.
  using Clock = std::function<std::int64_t()>;

  /// `columns`: a longer line is cut, since a terminal cannot rewrite one that it has broken.
  LiveLine(Progress progress, std::size_t columns, Write write, Clock clock);

  bool is_rewritten() const { return progress_ == Progress::line; }
  /// So much time has passed that a line should be shown now; if so, time begins anew.
  bool is_due();
  /// The next one is due at once, if lines are rewritten.
  void hurry();
  void show(const std::string& line);
  /// Wipes the line, so that something else can be written.
  void clear();
  std::int64_t now() const { return clock_(); }

 private:
  Progress progress_;
  std::size_t columns_;
  Write write_;
  Clock clock_;
  std::int64_t due_at_;
  bool is_shown_ = false;
};

}  // namespace fencepost::reports
