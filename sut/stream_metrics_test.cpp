// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/stream_metrics.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"

namespace fencepost::sut {
namespace {

enum Type : std::uint8_t { append, commit, idle, metrics };

class StreamMetricsEngine : public testing::Test {
 protected:
  StreamMetricsEngine() : home_(make_stream_metrics(nullptr)) {
    home_->move_in(Parameters{{{"partitions", 2}, {"allowed_lateness", 3}}}, disk_);
    start();
  }

  void start() {
    disk_.begin_message();
    Start started = home_->start();
    ASSERT_EQ(started.damage, "");
    system_ = std::move(started.system);
  }

  void lose_power() {
    system_.reset();
    disk_.crash({});
    start();
  }

  const Outcome& ask(Type type, std::int64_t partition = 0, std::int64_t number = 0) {
    Command command{type, {}};
    if (type != metrics) command.fields.number(partition);
    if (type == append || type == commit) command.fields.number(number);
    disk_.begin_message();
    disk_.set_full(disk_is_full_);
    system_->answer(command, outcome_);
    return outcome_;
  }

  std::string state() const {
    std::string text;
    system_->print(text);
    return text;
  }

  faults::SimDisk disk_;
  bool disk_is_full_ = false;
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
  Outcome outcome_;
};

TEST_F(StreamMetricsEngine, prints_its_state) {
  ask(append, 0, 10);
  ask(append, 0, 4);
  ask(commit, 0, 1);
  ask(idle, 1);
  EXPECT_EQ(state(),
            "watermark 7\npartition 0: end 2, committed 1, lag 1, watermark 7\n"
            "partition 1: end 0, committed 0, lag 0, watermark null, idle\n");
}

TEST_F(StreamMetricsEngine, counts_the_greatest_lag_anew_when_its_partition_commits) {
  for (int i = 0; i < 3; ++i) ask(append, 0, 10);
  ask(append, 1, 10);
  ask(commit, 0, 3);
  Outcome expected;
  Tape& result = expected.done();
  result.list(2);
  result.list(6).number(0).number(3).number(3).number(0).number(7).flag(false);
  result.list(6).number(1).number(1).number(0).number(1).number(7).flag(false);
  result.number(1).number(1).number(7);
  EXPECT_EQ(ask(metrics), expected);
}

TEST_F(StreamMetricsEngine, stores_only_what_changes_something) {
  ask(append, 0, 10);
  ask(commit, 0, 1);
  ask(idle, 0);
  for (const Type type : {commit, idle, metrics}) {
    EXPECT_TRUE(ask(type, 0, 1).is_done());
    EXPECT_EQ(disk_.operations(), 0U);
  }
}

TEST_F(StreamMetricsEngine, changes_nothing_while_the_disk_is_full) {
  ask(append, 0, 10);
  const std::string before = state();
  disk_is_full_ = true;
  for (const Type type : {append, commit, idle})
    EXPECT_TRUE(ask(type, 0, 1).is_refused(refusal::disk_full));
  EXPECT_EQ(state(), before);
}

TEST_F(StreamMetricsEngine,
       keeps_the_watermark_over_a_crash_though_an_input_woke_with_older_events) {
  ask(idle, 1);
  ask(append, 0, 100);
  ask(append, 1, 5);
  const std::string before = state();
  EXPECT_EQ(before.substr(0, 13), "watermark 97\n");
  lose_power();
  EXPECT_EQ(state(), before);
}

TEST_F(StreamMetricsEngine, is_rebuilt_from_a_checkpoint_and_what_follows) {
  ask(idle, 1);
  ask(append, 0, 1000);
  for (std::int64_t time = 0; time < 100; ++time) ask(append, time % 2, time);
  ask(idle, 0);
  const std::string before = state();
  const Outcome shown = ask(metrics);
  lose_power();
  EXPECT_EQ(state(), before);
  EXPECT_EQ(ask(metrics), shown);
}

TEST_F(StreamMetricsEngine, does_not_load_a_state_of_another_size) {
  StreamMetrics<NoBugs> engine(Parameters{{{"partitions", 2}, {"allowed_lateness", 3}}}, disk_, {});
  std::string state;
  engine.save(state);
  EXPECT_TRUE(engine.load(state));
  EXPECT_FALSE(engine.load(state + state));
  EXPECT_FALSE(engine.load(std::string_view(state).substr(1)));
}

}  // namespace
}  // namespace fencepost::sut
