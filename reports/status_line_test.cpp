// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/status_line.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

class Status : public testing::Test {
 protected:
  StatusLine line(Progress progress, std::size_t columns = 120) {
    return StatusLine(
        {.progress = progress, .ink = {}, .workloads = 8, .columns = columns},
        [this](std::string_view text) { written_ += text; }, [this] { return now_; });
  }
  /// What was written since the last call.
  std::string written() { return std::exchange(written_, {}); }

  const properties::Workload& workload_ = *properties::find_workload("offset-commit");
  std::int64_t now_ = 0;

 private:
  std::string written_;
};

TEST_F(Status, rewrites_one_line_ten_times_a_second) {
  StatusLine status = line(Progress::line);
  status.began(workload_);
  EXPECT_EQ(written(), "\r\x1b[K  1/8 offset-commit - 0 scenarios");
  now_ = 99;
  status.progress(workload_, 500, 2000);
  EXPECT_EQ(written(), "");
  now_ = 100;
  status.progress(workload_, 1000, 2000);
  EXPECT_EQ(written(), "\r\x1b[K  1/8 offset-commit - 1 000 of 2 000 scenarios - 10.0k/s");
  status.clear();
  EXPECT_EQ(written(), "\r\x1b[K");
  status.clear();
  EXPECT_EQ(written(), "");
}

TEST_F(Status, writes_a_plain_line_every_ten_seconds_elsewhere) {
  StatusLine status = line(Progress::plain);
  status.began(workload_);
  now_ = 9'999;
  status.progress(workload_, 500, without_end);
  EXPECT_EQ(written(), "");
  now_ = 10'000;
  status.progress(workload_, 1000, without_end);
  EXPECT_EQ(written(), "  1/8 offset-commit - 1 000 scenarios - 100/s\n");
}

TEST_F(Status, tells_what_the_workloads_before_came_to) {
  StatusLine status = line(Progress::line);
  status.began(workload_);
  properties::Summary summary;
  summary.workload = &workload_;
  summary.struck[1] = 12'345;
  status.ended(summary);
  written();
  now_ = 5000;
  status.began(workload_);
  EXPECT_EQ(written(), "\r\x1b[K  2/8 offset-commit - 0 scenarios - before: 12.3k faults, 0 marks");
}

TEST_F(Status, tells_how_far_shrinking_has_come) {
  StatusLine status = line(Progress::line);
  status.began(workload_);
  written();
  now_ = 100;
  status.shrinking(workload_, 0x1a2b, 77);
  EXPECT_EQ(written(),
            "\r\x1b[K  1/8 offset-commit is violated at seed 0x1a2b; shrinking, 77 runs");
}

TEST_F(Status, is_cut_to_the_terminal) {
  StatusLine status = line(Progress::line, 22);
  status.began(workload_);
  EXPECT_EQ(written(), "\r\x1b[K  1/8 offset-commit -");
}

TEST_F(Status, is_silent_if_asked_to_be) {
  StatusLine status = line(Progress::none);
  status.began(workload_);
  now_ = 60'000;
  status.progress(workload_, 1, 2);
  status.clear();
  EXPECT_EQ(written(), "");
}

}  // namespace
}  // namespace fencepost::reports
