// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/windowed_aggregation.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/chance.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

/// An engine on a simulated disk, with or without a planted bug.
class Windows {
 public:
  Windows(std::int64_t size, std::int64_t allowed_lateness, const PlantedBug* bug = nullptr)
      : home_(make_windowed_aggregation(bug)) {
    home_->move_in(Parameters{{{"size", size}, {"allowed_lateness", allowed_lateness}}}, disk);
    start();
  }

  void start() {
    Start started = home_->start();
    ASSERT_EQ(started.damage, "");
    system_ = std::move(started.system);
    ASSERT_NE(system_, nullptr);
  }
  void lose_power() {
    system_.reset();
    disk.crash({});
    start();
  }
  void lose_node() {
    system_.reset();
    disk.lose_node();
    start();
  }

  std::string event(std::int64_t time, std::int64_t value = 1, std::string_view key = "k") {
    Command command{0, {}};
    command.fields.text(key).number(time).number(value);
    return ask(command);
  }
  std::string close() { return ask({1, {}}); }
  std::string late() { return ask({2, {}}); }
  std::string ask(const Command& command) {
    disk.begin_message();
    disk.set_full(full);
    system_->answer(command, outcome_);
    return to_text(*find_contract("windowed-aggregation"), command, outcome_);
  }
  std::string state() const {
    std::string text;
    system_->print(text);
    return text;
  }

  faults::SimDisk disk;
  bool full = false;

 private:
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
  Outcome outcome_;
};

const PlantedBug* bug(WindowedAggregationBug which) {
  return &windowed_aggregation_bugs[static_cast<std::size_t>(which)];
}

TEST(WindowedAggregation, works_the_example_of_the_brief) {
  Windows windows(10, 3);
  EXPECT_EQ(windows.event(2), "late=false watermark=-1 emitted=[]");
  EXPECT_EQ(windows.event(12), "late=false watermark=9 emitted=[]");
  EXPECT_EQ(windows.event(4), "late=true watermark=9 emitted=[]");
  EXPECT_EQ(windows.state(),
            "watermark 9\nopen [0,10,\"k\",1,1]\nopen [10,20,\"k\",1,1]\nlate [\"k\",4,1]\n");
  EXPECT_EQ(windows.close(), R"(emitted=[[0,10,"k",1,1],[10,20,"k",1,1]])");
}

TEST(WindowedAggregation, keeps_what_it_told_through_a_power_loss) {
  Windows windows(10, 3);
  windows.event(2);
  windows.event(12);
  windows.event(4);
  const std::string before = windows.state();
  windows.lose_power();
  EXPECT_EQ(windows.state(), before);
  windows.close();
  windows.lose_power();
  EXPECT_EQ(windows.event(50), R"(late=true watermark="inf" emitted=[])");
  EXPECT_EQ(windows.close(), "emitted=[]");
  windows.lose_node();
  EXPECT_EQ(windows.late(), R"(late=[["k",4,1],["k",50,1]])");
}

TEST(WindowedAggregation, comes_back_the_same_from_checkpoint_and_log) {
  const faults::Chance chance(3);
  Windows windows(10, 25);
  for (std::uint64_t i = 0; i < 600; ++i) {
    windows.event(chance.between(-40, 40, "time", i) + static_cast<std::int64_t>(i),
                  chance.between(-9, 9, "value", i),
                  "key-" + std::to_string(chance.below(9, "key", i)));
    if (i % 40 != 0) continue;
    const std::string before = windows.state();
    windows.lose_power();
    ASSERT_EQ(windows.state(), before);
  }
  EXPECT_GT(windows.disk.names().size(), 1U);
  const std::string before = windows.state();
  windows.lose_node();
  EXPECT_EQ(windows.state(), before);
}

TEST(WindowedAggregation, changes_nothing_while_the_disk_is_full) {
  Windows windows(10, 0);
  windows.event(3);
  const std::string before = windows.state();
  windows.full = true;
  EXPECT_EQ(windows.event(30), "refused disk_full");
  EXPECT_EQ(windows.close(), "refused disk_full");
  EXPECT_EQ(windows.late(), "late=[]");
  EXPECT_EQ(windows.state(), before);
  windows.full = false;
  EXPECT_EQ(windows.event(10), R"(late=false watermark=10 emitted=[[0,10,"k",1,1]])");
}

TEST(WindowedAggregation, stores_nothing_for_what_changes_nothing) {
  Windows windows(10, 0);
  windows.close();
  windows.full = true;
  EXPECT_EQ(windows.close(), "emitted=[]");
  EXPECT_EQ(windows.event(INT64_MAX), "refused malformed");
  EXPECT_EQ(windows.ask({Command::unknown_type, {}}), "refused malformed");
}

TEST(WindowedAggregation, stands_at_the_limits_of_time) {
  Windows windows(10, 0);
  EXPECT_EQ(windows.event(INT64_MIN + 7), "refused malformed");
  EXPECT_EQ(windows.event(INT64_MIN + 8), "late=false watermark=-9223372036854775800 emitted=[]");
  EXPECT_EQ(windows.event(9223372036854775799),
            R"(late=false watermark=9223372036854775799 )"
            R"(emitted=[[-9223372036854775800,-9223372036854775790,"k",1,1]])");
  EXPECT_EQ(windows.event(9223372036854775800), "refused malformed");
  Windows lateness(1, 100);
  EXPECT_EQ(lateness.event(INT64_MIN + 99), "refused malformed");
  EXPECT_EQ(lateness.event(INT64_MIN + 100),
            "late=false watermark=-9223372036854775808 emitted=[]");
}

TEST(WindowedAggregation, has_its_planted_bugs) {
  using enum WindowedAggregationBug;
  Windows truncating(10, 0, bug(truncates_towards_zero));
  truncating.event(-1);
  EXPECT_EQ(truncating.close(), R"(emitted=[[0,10,"k",1,1]])");
  Windows late(10, 0, bug(counts_the_watermark_as_late));
  late.event(5);
  EXPECT_EQ(late.event(5), "late=true watermark=5 emitted=[]");
  Windows keeping(10, 0, bug(keeps_emitted_windows));
  keeping.event(5);
  EXPECT_EQ(keeping.close(), keeping.close());
  Windows early(10, 0, bug(emits_one_tick_early));
  EXPECT_EQ(early.event(9), R"(late=false watermark=9 emitted=[[0,10,"k",1,1]])");
  Windows regressing(10, 5, bug(follows_the_last_event));
  regressing.event(5);
  EXPECT_EQ(regressing.event(4), "late=false watermark=-1 emitted=[]");
  Windows narrow(10, 0, bug(adds_in_32_bits));
  narrow.event(5, INT32_MAX);
  narrow.event(5);
  EXPECT_EQ(narrow.close(), R"(emitted=[[0,10,"k",-2147483648,2]])");
}

TEST(WindowedAggregation, has_its_planted_bugs_of_recovery) {
  using enum WindowedAggregationBug;
  Windows twice(10, 0, bug(replays_the_last_record_twice));
  twice.event(5);
  twice.lose_power();
  EXPECT_EQ(twice.close(), R"(emitted=[[0,10,"k",2,2]])");
  Windows reopened(10, 0, bug(forgets_the_close));
  reopened.close();
  reopened.lose_power();
  EXPECT_EQ(reopened.event(5), "late=false watermark=5 emitted=[]");
  Windows unsynced(10, 0, bug(answers_before_the_sync));
  unsynced.event(5);
  unsynced.lose_power();
  EXPECT_EQ(unsynced.close(), "emitted=[]");
}

}  // namespace
}  // namespace fencepost::sut
