// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/stream_metrics.hpp"

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

class StreamMetricsModel : public testing::Test {
 protected:
  static Parameters parameters(std::int64_t partitions, std::int64_t lateness) {
    return Parameters{{{"partitions", partitions}, {"allowed_lateness", lateness}}};
  }

  const Outcome& append(std::int64_t partition, std::int64_t event_time) {
    Command command{0, {}};
    command.fields.number(partition).number(event_time);
    return ask(command);
  }

  const Outcome& commit(std::int64_t partition, std::int64_t next) {
    Command command{1, {}};
    command.fields.number(partition).number(next);
    return ask(command);
  }

  const Outcome& idle(std::int64_t partition) {
    Command command{2, {}};
    command.fields.number(partition);
    return ask(command);
  }

  const Outcome& ask(const Command& command) {
    model_.answer(command, outcome_);
    return outcome_;
  }

  /// The last field of `metrics`, as the first line of the state has it.
  std::string watermark() const { return state().substr(10, state().find('\n') - 10); }

  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

  static Outcome done(std::int64_t number) {
    Outcome outcome;
    outcome.done().number(number);
    return outcome;
  }

  StreamMetrics model_{parameters(2, 3)};
  Outcome outcome_;
};

TEST_F(StreamMetricsModel, gives_offsets_from_zero_on) {
  EXPECT_EQ(append(0, 5), done(0));
  EXPECT_EQ(append(0, 5), done(1));
  EXPECT_EQ(append(1, 5), done(0));
}

TEST_F(StreamMetricsModel, never_moves_a_commit_back) {
  append(0, 5);
  append(0, 5);
  EXPECT_EQ(commit(0, 2), done(2));
  EXPECT_EQ(commit(0, 1), done(2));
}

TEST_F(StreamMetricsModel, refuses_a_commit_beyond_the_end) {
  append(0, 5);
  EXPECT_EQ(commit(0, 1), done(1));
  EXPECT_TRUE(commit(0, 2).is_refused(refusal::beyond_end));
  EXPECT_TRUE(commit(1, 1).is_refused(refusal::beyond_end));
  EXPECT_EQ(commit(1, 0), done(0));
}

TEST_F(StreamMetricsModel, writes_a_row_for_every_partition) {
  append(1, 10);
  append(1, 4);
  commit(1, 1);
  idle(1);
  Outcome expected;
  Tape& result = expected.done();
  result.list(2);
  result.list(6).number(0).number(0).number(0).number(0).null().flag(false);
  result.list(6).number(1).number(2).number(1).number(1).number(7).flag(true);
  result.number(1).number(1).null();
  EXPECT_EQ(ask({3, {}}), expected);
}

TEST_F(StreamMetricsModel, has_no_watermark_while_an_active_input_is_silent) {
  append(0, 5);
  EXPECT_EQ(watermark(), "null");
  append(1, 9);
  EXPECT_EQ(watermark(), "2");
}

TEST_F(StreamMetricsModel, follows_the_slowest_active_input) {
  append(0, 5);
  append(1, 9);
  append(0, 20);
  EXPECT_EQ(watermark(), "6");
}

TEST_F(StreamMetricsModel, lets_an_idle_input_go) {
  append(0, 5);
  idle(1);
  EXPECT_EQ(watermark(), "2");
}

TEST_F(StreamMetricsModel, stays_where_it_is_when_an_input_wakes_with_older_events) {
  idle(1);
  append(0, 100);
  append(1, 5);
  EXPECT_EQ(watermark(), "97");
  append(1, 200);
  append(0, 150);
  EXPECT_EQ(watermark(), "147");
}

TEST_F(StreamMetricsModel, keeps_its_last_value_with_every_input_idle) {
  append(0, 5);
  idle(1);
  append(0, 8);
  idle(0);
  EXPECT_EQ(watermark(), "5");
}

TEST_F(StreamMetricsModel, has_no_watermark_if_every_input_was_idle_from_the_start) {
  idle(0);
  idle(1);
  EXPECT_EQ(watermark(), "null");
}

TEST_F(StreamMetricsModel, is_brought_up_to_date_when_nobody_asks) {
  append(0, 5);
  append(1, 50);
  idle(0);
  append(0, 6);
  EXPECT_EQ(watermark(), "47");
}

TEST_F(StreamMetricsModel, takes_negative_times) {
  append(0, -5);
  append(1, -7);
  EXPECT_EQ(watermark(), "-10");
}

TEST_F(StreamMetricsModel, refuses_a_time_whose_watermark_does_not_fit) {
  EXPECT_TRUE(append(0, INT64_MIN + 2).is_refused(refusal::malformed));
  EXPECT_EQ(append(0, INT64_MIN + 3), done(0));
  EXPECT_EQ(append(0, INT64_MAX), done(1));
}

TEST_F(StreamMetricsModel, refuses_malformed_commands_and_changes_nothing) {
  Command missing{0, {}}, wrong{2, {}}, unknown{Command::unknown_type, {}};
  missing.fields.number(0).absent();
  wrong.fields.odd("1.5");
  EXPECT_TRUE(append(2, 0).is_refused(refusal::malformed));
  EXPECT_TRUE(commit(0, -1).is_refused(refusal::malformed));
  for (const Command& command : {missing, wrong, unknown})
    EXPECT_TRUE(ask(command).is_refused(refusal::malformed));
  EXPECT_EQ(state(), "watermark null\n");
}

TEST_F(StreamMetricsModel, keeps_everything_in_a_crash) {
  append(0, 5);
  idle(1);
  const std::string before = state();
  EXPECT_EQ(before,
            "watermark 2\npartition 0: end 1, committed 0, lag 1, watermark 2\n"
            "partition 1: end 0, committed 0, lag 0, watermark null, idle\n");
  model_.crash();
  EXPECT_EQ(state(), before);
}

TEST_F(StreamMetricsModel, is_copied_whole) {
  append(0, 5);
  const auto copy = model_.clone();
  append(0, 6);
  std::string text;
  copy->print(text);
  EXPECT_EQ(text, "watermark null\npartition 0: end 1, committed 0, lag 1, watermark 2\n");
}

}  // namespace
}  // namespace fencepost::model
