// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/offset_commit.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"

namespace fencepost::sut {
namespace {

class OffsetCommitEngine : public testing::Test {
 protected:
  OffsetCommitEngine() : home_(make_offset_commit(nullptr)) {
    home_->move_in(Parameters{{{"partitions", 2}}}, disk_);
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

  const Outcome& processed(std::int64_t partition, std::int64_t offset) {
    Command command{0, {}};
    command.fields.number(partition).number(offset);
    disk_.begin_message();
    disk_.set_full(disk_is_full_);
    system_->answer(command, outcome_);
    return outcome_;
  }

  static Outcome committed(std::int64_t offset) {
    Outcome outcome;
    outcome.done().number(offset);
    return outcome;
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

TEST_F(OffsetCommitEngine, prints_its_state) {
  processed(0, 0);
  processed(0, 2);
  processed(1, std::int64_t{1} << 62);
  EXPECT_EQ(state(),
            "partition 0: committed 0, next 1, waiting 2\n"
            "partition 1: committed -1, next 0, waiting 4611686018427387904\n");
}

TEST_F(OffsetCommitEngine, forgets_in_a_crash_what_waits_and_keeps_what_is_committed) {
  processed(0, 1);
  EXPECT_EQ(processed(0, 0), committed(1));
  processed(0, 3);
  lose_power();
  EXPECT_EQ(state(), "partition 0: committed 1, next 2\n");
  EXPECT_EQ(processed(0, 2), committed(2));
}

TEST_F(OffsetCommitEngine, stores_nothing_for_an_offset_that_waits) {
  EXPECT_EQ(processed(0, 5), committed(-1));
  EXPECT_EQ(disk_.operations(), 0U);
  processed(0, 0);
  EXPECT_GT(disk_.operations(), 0U);
}

TEST_F(OffsetCommitEngine, changes_nothing_while_the_disk_is_full) {
  processed(0, 1);
  disk_is_full_ = true;
  EXPECT_TRUE(processed(0, 0).is_refused(refusal::disk_full));
  EXPECT_EQ(state(), "partition 0: committed -1, next 0, waiting 1\n");
  EXPECT_EQ(processed(0, 2), committed(-1));
  disk_is_full_ = false;
  EXPECT_EQ(processed(0, 0), committed(2));
}

TEST_F(OffsetCommitEngine, is_rebuilt_from_a_checkpoint_and_what_follows) {
  for (std::int64_t offset = 0; offset < 100; ++offset) processed(offset % 2, offset / 2);
  lose_power();
  EXPECT_EQ(state(), "partition 0: committed 49, next 50\npartition 1: committed 49, next 50\n");
}

TEST_F(OffsetCommitEngine, does_not_load_what_makes_no_sense) {
  OffsetCommit<NoBugs> engine(Parameters{{{"partitions", 2}}}, disk_, {});
  const std::int64_t beyond[] = {2, 7}, negative[] = {0, -1}, right[] = {1, 7};
  const auto bytes = [](const std::int64_t(&numbers)[2]) {
    return std::string_view(reinterpret_cast<const char*>(numbers), sizeof numbers);
  };
  EXPECT_FALSE(engine.load(bytes(beyond)));
  EXPECT_FALSE(engine.load(bytes(negative)));
  EXPECT_FALSE(engine.load("short"));
  engine.reset();
  EXPECT_TRUE(engine.load(bytes(right)));
  std::string text;
  engine.print(text);
  EXPECT_EQ(text, "partition 1: committed 6, next 7\n");
}

}  // namespace
}  // namespace fencepost::sut
