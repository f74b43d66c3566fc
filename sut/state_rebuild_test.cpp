// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/state_rebuild.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

constexpr Loss names_lost = {.kept = 0, .torn = 0, .zeros = false, .names = true};

/// The engine on a disk of its own, asked and answering in the words of a history.
class Node {
 public:
  explicit Node(std::int64_t retention = -1, bool increment = false)
      : home_(make_state_rebuild(nullptr)) {
    Parameters parameters;
    if (retention >= 0) parameters.set("tombstone_retention", retention);
    if (increment) parameters.set("increment", 1);
    home_->move_in(parameters, disk_);
    start();
  }

  std::string ask(std::string_view words) {
    const Contract& contract = *find_contract("state-rebuild");
    Command command;
    EXPECT_EQ(read_command(words, contract, command), "");
    Outcome outcome;
    system_->answer(command, outcome);
    return to_text(contract, command, outcome);
  }
  Node& append(std::string_view key, std::int64_t value) {
    ask("append key=\"" + std::string(key) + "\" value=" + std::to_string(value));
    return *this;
  }
  std::string state() { return ask("state"); }
  std::string print() const {
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
  bool has(std::string_view name) const { return disk_.exists(name); }
  /// Flips a bit in the middle of this file.
  void damage(std::string_view name) {
    const Disk::File file = disk_.open(name);
    std::string bytes;
    disk_.read(file, bytes);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    EXPECT_EQ(disk_.truncate(file, 0), DiskResult::ok);
    EXPECT_EQ(disk_.append(file, bytes), DiskResult::ok);
    EXPECT_EQ(disk_.sync(file), DiskResult::ok);
  }
  faults::SimDisk& disk() { return disk_; }
  const std::string& damage() const { return damage_; }

 private:
  faults::SimDisk disk_;
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
  std::string damage_;
};

TEST(StateRebuildEngine, keeps_state_log_and_snapshots_through_crashes) {
  Node node;
  node.append("a", 1).append("b", 2);
  EXPECT_EQ(node.ask("snapshot"), "id=0 next=2");
  node.append("a", 3);
  node.lose_power();
  EXPECT_EQ(node.state(), R"(state=[["a",3],["b",2]])");
  EXPECT_EQ(node.ask("rebuild snapshot=0"), R"(state=[["a",3],["b",2]] replayed_from=2)");
  EXPECT_EQ(node.ask("snapshot"), "id=1 next=3");
  node.lose_power(names_lost);
  EXPECT_EQ(node.ask("rebuild snapshot=1"), R"(state=[["a",3],["b",2]] replayed_from=3)");
}

TEST(StateRebuildEngine, keeps_everything_that_was_told_when_the_node_is_lost) {
  Node node(0);
  node.append("a", 1).append("b", 2);
  node.ask("snapshot"), node.ask("append key=\"a\" value=null"),
      node.ask("truncate_before offset=3");
  const std::string before = node.print();
  node.disk().lose_node();
  node.start();
  EXPECT_EQ(node.damage(), "");
  EXPECT_EQ(node.print(), before);
}

TEST(StateRebuildEngine, stores_a_checkpoint_before_retention_leaves_only_the_state) {
  Node node;
  node.append("a", 1).append("b", 2);
  EXPECT_EQ(node.ask("truncate_before offset=1"), "start=1");
  EXPECT_TRUE(node.has("log-checkpoint.2"));
  node.append("c", 3);
  EXPECT_EQ(node.ask("truncate_before offset=3"), "start=3");
  EXPECT_TRUE(node.has("log-checkpoint.3"));
  EXPECT_FALSE(node.has("log-checkpoint.2"));
  node.lose_power(names_lost);
  EXPECT_EQ(node.state(), R"(state=[["a",1],["b",2],["c",3]])");
  EXPECT_EQ(node.ask("rebuild"), "refused suffix_lost");
}

TEST(StateRebuildEngine, stores_no_checkpoint_while_a_snapshot_will_do_or_the_state_is_lost) {
  Node node;
  node.append("a", 1);
  node.ask("snapshot"), node.ask("truncate_before offset=1");
  EXPECT_FALSE(node.has("log-checkpoint.1"));
  node.append("b", 2);
  node.ask("truncate_before offset=2");
  EXPECT_TRUE(node.has("log-checkpoint.2"));
  EXPECT_EQ(node.ask("lose_node"), "{}");
  EXPECT_FALSE(node.has("log-checkpoint.2"));
  node.lose_power();
  EXPECT_EQ(node.state(), "refused no_state");
  EXPECT_EQ(node.ask("rebuild snapshot=0"), "refused suffix_lost");
}

TEST(StateRebuildEngine, falls_back_to_another_fold_that_gives_the_same) {
  const std::string rebuilt = R"(state=[["a",3],["b",2]] replayed_from=2)";
  Node node;
  node.append("a", 1);
  node.ask("snapshot");
  node.append("b", 2);
  node.ask("snapshot");
  node.append("a", 3);
  node.damage("log-snapshot.1");
  EXPECT_EQ(node.ask("rebuild snapshot=1"), rebuilt);  // from snapshot 0
  node.damage("log-snapshot.0");
  EXPECT_EQ(node.ask("rebuild snapshot=1"), rebuilt);  // from empty
  EXPECT_EQ(node.ask("truncate_before offset=1"), "start=1");
  EXPECT_EQ(node.ask("rebuild snapshot=1"), "refused snapshot_damaged");
  EXPECT_EQ(node.state(), R"(state=[["a",3],["b",2]])");
  node.lose_power();
  EXPECT_NE(node.damage().find("damaged snapshots"), std::string::npos);
}

TEST(StateRebuildEngine, starts_from_an_older_fold_if_the_newest_is_damaged) {
  Node node;
  node.append("a", 1);
  node.ask("snapshot"), node.ask("truncate_before offset=1");
  node.append("a", 2);
  node.ask("snapshot");
  node.damage("log-snapshot.1");
  node.lose_power();
  EXPECT_EQ(node.damage(), "");
  EXPECT_EQ(node.state(), R"(state=[["a",2]])");
}

constexpr Loss losses[] = {{},
                           {.kept = 0, .torn = 5},
                           {.kept = 0, .torn = 40, .zeros = true},
                           {.kept = 1},
                           {.kept = 9},
                           names_lost,
                           {.kept = 9, .torn = 0, .zeros = false, .names = true}};

/// A log of several segments, with a snapshot that the next compaction and retention will spoil.
void fill(Node& node) {
  for (int i = 0; i < 8; ++i) node.append(i % 2 == 0 ? "a" : "b", i);
  node.ask("snapshot");
  node.ask("append key=\"a\" value=null"), node.ask("compact upto=9"), node.append("c", 9);
  node.ask("truncate_before offset=1");
}

TEST(StateRebuildEngine, survives_power_loss_at_every_operation_of_every_command) {
  for (const char* words :
       {"append key=\"d\" value=1", "compact upto=9", "truncate_before offset=9", "snapshot",
        "lose_node", "rebuild snapshot=0"}) {
    Node whole(0);
    fill(whole);
    const std::string before = whole.print();
    whole.ask(words);
    const std::string after = whole.print();
    for (const Loss& loss : losses) {
      for (std::uint32_t operation = 1;; ++operation) {
        Node node(0);
        fill(node);
        node.disk().begin_message();
        node.disk().lose_power_before(operation);
        bool lost = false;
        try {
          node.ask(words);
        } catch (const PowerLoss&) {
          lost = true;
        }
        node.lose_power(loss);
        ASSERT_EQ(node.damage(), "") << words << " " << operation;
        EXPECT_TRUE(node.print() == after || (lost && node.print() == before)) << words << "\n"
                                                                               << node.print();
        node.append("z", 9);
        const std::string with_z = node.print();
        node.lose_power(names_lost);
        EXPECT_EQ(node.print(), with_z) << words;
        if (!lost) break;
      }
    }
  }
}

TEST(StateRebuildEngine, removes_what_an_interrupted_snapshot_left) {
  for (std::uint32_t operation = 1; operation <= 6; ++operation) {
    Node node;
    node.append("a", 1);
    node.disk().begin_message();
    node.disk().lose_power_before(operation);
    EXPECT_THROW(node.ask("snapshot"), PowerLoss) << operation;
    node.lose_power();
    EXPECT_FALSE(node.has("unfinished"));
    EXPECT_FALSE(node.has("log-snapshot.0"));
    EXPECT_EQ(node.ask("rebuild snapshot=0"), "refused no_such_snapshot");
    EXPECT_EQ(node.ask("snapshot"), "id=0 next=1");
  }
}

TEST(StateRebuildEngine, refuses_on_a_full_disk_and_changes_nothing) {
  Node node(0);
  fill(node);
  const std::string before = node.print();
  node.disk().set_full(true);
  for (const char* words : {"append key=\"d\" value=1", "compact upto=9",
                            "truncate_before offset=10", "snapshot", "lose_node"})
    EXPECT_EQ(node.ask(words), "refused disk_full") << words;
  EXPECT_EQ(node.print(), before);
  node.lose_power();
  EXPECT_EQ(node.print(), before);
  EXPECT_EQ(node.ask("lose_node"), "{}");
  node.disk().set_full(true);
  EXPECT_EQ(node.ask("rebuild snapshot=0"), "refused disk_full");
  EXPECT_EQ(node.state(), "refused no_state");
}

TEST(StateRebuildEngine, does_not_know_after_a_failed_write_or_sync) {
  for (const char* words :
       {"append key=\"d\" value=1", "compact upto=9", "snapshot", "lose_node"}) {
    for (const bool sync : {false, true}) {
      Node node(0);
      fill(node);
      const std::string before = node.print();
      node.disk().begin_message();
      sync ? node.disk().fail_sync(1) : node.disk().fail_write(1, 11);
      EXPECT_TRUE(node.ask(words).starts_with("unknown")) << words;
      node.lose_power();
      EXPECT_EQ(node.print(), before) << words;
    }
  }
}

}  // namespace
}  // namespace fencepost::sut
