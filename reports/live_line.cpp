// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/live_line.hpp"

#include <utility>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

std::int64_t time_between(Progress progress) { return progress == Progress::line ? 100 : 10'000; }

}  // namespace

LiveLine::LiveLine(Progress progress, std::size_t columns, Write write, Clock clock)
    : progress_(progress),
      columns_(columns),
      write_(std::move(write)),
      clock_(std::move(clock)),
      due_at_(clock_() + time_between(progress)) {}

bool LiveLine::is_due() {
  if (progress_ == Progress::none) return false;
  const std::int64_t now = clock_();
  if (now < due_at_) return false;
  due_at_ = now + time_between(progress_);
  return true;
}

void LiveLine::hurry() {
  if (is_rewritten()) due_at_ = clock_();
}

void LiveLine::show(const std::string& line) {
  is_shown_ = is_rewritten();
  write_(is_shown_ ? "\r\x1b[K" + cut(line, columns_ - 1) : line + '\n');
}

void LiveLine::clear() {
  if (is_shown_) write_("\r\x1b[K");
  is_shown_ = false;
}

}  // namespace fencepost::reports
