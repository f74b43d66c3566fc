// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/log_compaction.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"

namespace fencepost::sut {
namespace {

/// The engine on a disk of its own. What `print` says is the state.
class Node {
 public:
  explicit Node(std::int64_t retention = -1) : home_(make_log_compaction(nullptr)) {
    Parameters parameters;
    if (retention >= 0) parameters.set("tombstone_retention", retention);
    home_->move_in(parameters, disk_);
    start();
  }

  std::string append(std::string_view key, std::int64_t value) {
    return ask(0, Tape().text(key).number(value));
  }
  std::string bury(std::string_view key) { return ask(0, Tape().text(key).null()); }
  std::string compact(std::int64_t upto) { return ask(1, Tape().number(upto)); }
  /// The done number as text, or the code.
  std::string ask(std::uint8_t type, const Tape& fields) {
    Outcome outcome;
    system_->answer({type, fields}, outcome);
    return outcome.is_done() ? std::to_string(TapeReader(outcome.body).offset())
                             : std::string(outcome.code());
  }

  std::string state() const {
    std::string text;
    system_->print(text);
    return text;
  }
  void lose_power(const Loss& loss = {}) {
    system_.reset();
    disk_.crash(loss);
    start();
  }
  void start() {
    disk_.begin_message();
    Start start = home_->start();
    damage_ = start.damage;
    system_ = std::move(start.system);
  }
  faults::SimDisk& disk() { return disk_; }
  Home& home() { return *home_; }
  const std::string& damage() const { return damage_; }

 private:
  faults::SimDisk disk_;
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
  std::string damage_;
};

/// A log in which a compaction up to 4 removes a superseded record and a tombstone that it has
/// seen.
void fill(Node& node) {
  node.append("a", 1), node.append("a", 2), node.bury("b"), node.compact(3);
  node.append("c", 4), node.append("a", 5), node.bury("d");
}

std::string after_compaction() {
  Node node(0);
  fill(node);
  EXPECT_EQ(node.compact(5), "3");
  return node.state();
}

constexpr Loss losses[] = {
    {},
    {.kept = 0, .torn = 5},
    {.kept = 0, .torn = 30, .zeros = true},
    {.kept = 1},
    {.kept = 9},
    {.kept = 0, .torn = 0, .zeros = false, .names = true},
    {.kept = 9, .torn = 0, .zeros = false, .names = true},
};

TEST(LogCompactionEngine,
     leaves_the_old_log_or_the_new_one_wherever_power_is_lost_in_a_compaction) {
  const std::string after = after_compaction();
  bool left_old = false, left_new = false;
  for (const Loss& loss : losses) {
    for (std::uint32_t operation = 1;; ++operation) {
      Node node(0);
      fill(node);
      const std::string before = node.state();
      node.disk().begin_message();
      node.disk().lose_power_before(operation);
      bool lost = false;
      try {
        node.compact(5);
      } catch (const PowerLoss&) {
        lost = true;
      }
      node.lose_power(loss);
      ASSERT_EQ(node.damage(), "");
      EXPECT_TRUE(node.state() == after || (lost && node.state() == before)) << operation << "\n"
                                                                             << node.state();
      left_old |= node.state() == before;
      left_new |= lost && node.state() == after;
      EXPECT_EQ(node.append("z", 9), "6");
      const std::string with_z = node.state();
      node.lose_power();
      EXPECT_EQ(node.state(), with_z);
      if (!lost) break;
    }
  }
  EXPECT_TRUE(left_old);
  EXPECT_TRUE(left_new);
}

TEST(LogCompactionEngine, survives_power_loss_at_every_operation_of_a_recovery) {
  for (std::uint32_t in_compaction = 1; in_compaction <= 4; ++in_compaction) {
    for (std::uint32_t in_recovery = 1; in_recovery <= 4; ++in_recovery) {
      Node node(0);
      fill(node);
      const std::string before = node.state();
      node.disk().begin_message();
      node.disk().lose_power_before(in_compaction);
      EXPECT_THROW(node.compact(5), PowerLoss);
      node.disk().crash({.kept = 0, .torn = 7});
      node.disk().begin_message();
      node.disk().lose_power_before(in_recovery);
      try {
        static_cast<void>(node.home().start());
      } catch (const PowerLoss&) {
      }
      node.lose_power({.kept = 0, .torn = 0, .zeros = false, .names = true});
      ASSERT_EQ(node.damage(), "");
      EXPECT_TRUE(node.state() == before || node.state() == after_compaction());
    }
  }
}

TEST(LogCompactionEngine, cuts_a_torn_append_wherever_it_was_torn) {
  for (std::uint32_t torn = 0; torn < 60; ++torn) {
    for (const bool zeros : {false, true}) {
      Node node;
      node.append("a", 1);
      const std::string before = node.state();
      node.disk().begin_message();
      node.disk().lose_power_before(2);
      EXPECT_THROW(node.append("b", 2), PowerLoss);
      node.lose_power({.kept = 0, .torn = torn, .zeros = zeros});
      ASSERT_EQ(node.damage(), "") << torn;
      EXPECT_EQ(node.state(), before);
      EXPECT_EQ(node.append("b", 2), "1");
      const std::string with_b = node.state();
      node.lose_power();
      EXPECT_EQ(node.state(), with_b);
    }
  }
}

TEST(LogCompactionEngine, keeps_the_next_offset_though_the_newest_record_was_dropped) {
  Node node(0);
  node.bury("a");
  EXPECT_EQ(node.compact(1), "1");
  EXPECT_EQ(node.compact(1), "0");
  node.lose_power();
  EXPECT_EQ(node.state(), "next offset 1\n");
  EXPECT_EQ(node.append("a", 1), "1");
}

TEST(LogCompactionEngine, remembers_what_a_compaction_has_seen) {
  Node node(0);
  node.bury("a");
  EXPECT_EQ(node.compact(1), "1");
  node.lose_power({.kept = 0, .torn = 0, .zeros = false, .names = true});
  EXPECT_EQ(node.compact(1), "0");
}

TEST(LogCompactionEngine, keeps_its_log_when_the_node_is_lost) {
  Node node(0);
  fill(node);
  node.compact(5);
  const std::string before = node.state();
  node.disk().lose_node();
  node.start();
  EXPECT_EQ(node.state(), before);
}

TEST(LogCompactionEngine, shrinks_its_storage) {
  Node node;
  for (int i = 0; i < 100; ++i) node.append("a", i);
  const auto stored = [&node] { return node.disk().size(node.disk().open("log")); };
  const std::uint64_t before = stored();
  EXPECT_EQ(node.compact(100), "1");
  EXPECT_LT(stored(), before / 20);
  EXPECT_EQ(node.disk().names(), std::vector<std::string>{"log"});
}

TEST(LogCompactionEngine, writes_nothing_when_there_is_nothing_to_tell) {
  Node node;
  node.append("a", 1);
  EXPECT_EQ(node.compact(1), "1");
  node.disk().begin_message();
  EXPECT_EQ(node.compact(1), "1");
  EXPECT_EQ(node.compact(0), "1");
  EXPECT_EQ(node.disk().operations(), 0U);
}

TEST(LogCompactionEngine, refuses_on_a_full_disk_and_changes_nothing) {
  Node node(0);
  fill(node);
  const std::string before = node.state();
  node.disk().set_full(true);
  EXPECT_EQ(node.append("z", 1), refusal::disk_full);
  EXPECT_EQ(node.compact(5), refusal::disk_full);
  EXPECT_EQ(node.compact(6), refusal::disk_full);
  EXPECT_EQ(node.state(), before);
  node.disk().set_full(false);
  node.lose_power();
  EXPECT_EQ(node.state(), before);
  EXPECT_EQ(node.compact(5), "3");
}

TEST(LogCompactionEngine, does_not_know_after_a_failed_write_or_sync) {
  for (const bool sync : {false, true}) {
    for (const bool compaction : {false, true}) {
      Node node(0);
      fill(node);
      const std::string before = node.state();
      node.disk().begin_message();
      if (sync)
        node.disk().fail_sync(1);
      else
        node.disk().fail_write(1, 11);
      const std::string answer = compaction ? node.compact(5) : node.append("z", 1);
      EXPECT_NE(answer.find(sync ? "sync" : "write"), std::string::npos) << answer;
      node.lose_power();
      EXPECT_EQ(node.damage(), "");
      EXPECT_EQ(node.state(), before);
    }
  }
}

TEST(LogCompactionEngine, reports_every_flipped_bit) {
  for (std::uint32_t write = 1; write <= 3; ++write) {
    for (std::uint64_t bit = 0; bit < 60 * 8; ++bit) {
      Node node;
      node.append("a", 1), node.append("b", 2), node.append("", 3);
      ASSERT_TRUE(node.disk().flip_bit(write, bit));
      node.lose_power();
      EXPECT_NE(node.damage().find("damaged"), std::string::npos) << write << " " << bit;
    }
  }
}

TEST(LogCompactionEngine, finds_the_last_of_many_keys) {
  Node node;
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 500; ++i) node.append("key " + std::to_string(i), round);
  EXPECT_EQ(node.compact(1500), "500");
  for (int i = 0; i < 500; i += 2) node.append("key " + std::to_string(i), 9);
  EXPECT_EQ(node.compact(1500), "500");
  EXPECT_EQ(node.compact(1750), "500");
}

}  // namespace
}  // namespace fencepost::sut
