// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/idempotent_producer.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"

namespace fencepost::sut {
namespace {

/// An engine on a simulated disk, with or without a planted bug.
class Bench {
 public:
  explicit Bench(const PlantedBug* bug = nullptr) : home_(make_idempotent_producer(bug)) {
    home_->move_in(Parameters{{{"partitions", 2}}}, disk);
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

  const Outcome& produce(std::string_view producer, std::int64_t epoch, std::int64_t partition,
                         std::int64_t sequence, std::int64_t value = 7) {
    Command command{0, {}};
    command.fields.text(producer).number(epoch).number(partition).number(sequence).number(value);
    return ask(command);
  }

  const Outcome& ask(const Command& command) {
    disk.begin_message();
    disk.set_full(full);
    system_->answer(command, outcome_);
    return outcome_;
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

Outcome appended(std::int64_t offset) {
  Outcome outcome;
  outcome.done().number(offset).absent();
  return outcome;
}

Outcome duplicate() {
  Outcome outcome;
  outcome.done().absent().flag(true);
  return outcome;
}

const PlantedBug* bug(IdempotentProducerBug which) {
  return &idempotent_producer_bugs[static_cast<std::size_t>(which)];
}

TEST(IdempotentProducer, gates_and_fences) {
  Bench bench;
  EXPECT_EQ(bench.produce("p", 0, 0, 0), appended(0));
  EXPECT_EQ(bench.produce("p", 0, 0, 0), duplicate());
  EXPECT_TRUE(bench.produce("p", 0, 0, 2).is_refused(refusal::out_of_order));
  EXPECT_EQ(bench.produce("p", 2, 0, 0), appended(1));
  EXPECT_TRUE(bench.produce("p", 1, 1, 0).is_refused(refusal::fenced));
  EXPECT_TRUE(bench.produce("p", 9, 2, 0).is_refused(refusal::malformed));
  EXPECT_EQ(bench.state(),
            "partition 0 log 7 7\n"
            "producer \"p\" epoch 2\n"
            "producer \"p\" partition 0 last 0\n");
}

TEST(IdempotentProducer, recovers_every_epoch_and_last) {
  Bench bench;
  bench.produce("p", 0, 0, 0, 5);
  bench.produce("p", 0, 1, 0, -6);
  bench.produce("q", 4, 1, 3);
  const std::string before = bench.state();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
  EXPECT_EQ(bench.produce("p", 0, 1, 0), duplicate());
  EXPECT_TRUE(bench.produce("q", 3, 1, 0).is_refused(refusal::fenced));
}

TEST(IdempotentProducer, recovers_from_a_checkpoint_and_what_follows_it) {
  Bench bench;
  const std::string name(300, 'n');
  for (std::int64_t sequence = 0; sequence < 20; ++sequence)
    bench.produce(name, 1, sequence % 2, sequence / 2);
  ASSERT_GT(bench.disk.names().size(), 1U);
  const std::string before = bench.state();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
  EXPECT_EQ(bench.produce(name, 1, 0, 10), appended(10));
}

TEST(IdempotentProducer, a_full_disk_changes_nothing) {
  Bench bench;
  bench.produce("p", 0, 0, 0);
  const std::string before = bench.state();
  bench.full = true;
  EXPECT_TRUE(bench.produce("p", 0, 0, 1).is_refused(refusal::disk_full));
  EXPECT_TRUE(bench.produce("p", 1, 0, 1).is_refused(refusal::disk_full));
  EXPECT_EQ(bench.state(), before);
  EXPECT_EQ(bench.produce("p", 0, 0, 0), duplicate());
  bench.full = false;
  EXPECT_EQ(bench.produce("p", 0, 0, 1), appended(1));
}

TEST(IdempotentProducer, reads_a_log_in_offset_order) {
  Bench bench;
  bench.produce("p", 0, 1, 0, INT32_MAX);
  bench.produce("q", 0, 1, 0, INT32_MIN);
  Command read{1, {}};
  read.fields.number(1);
  Outcome expected;
  expected.done().list(2).number(INT32_MAX).number(INT32_MIN);
  EXPECT_EQ(bench.ask(read), expected);
}

TEST(IdempotentProducer, the_table_of_bugs_is_in_the_order_of_the_enumeration) {
  EXPECT_EQ(bug(IdempotentProducerBug::any_first_sequence)->id, "any-first-sequence");
  EXPECT_EQ(bug(IdempotentProducerBug::acknowledged_before_synced)->id,
            "acknowledged-before-synced");
  EXPECT_EQ(std::size(idempotent_producer_bugs), 9U);
}

TEST(IdempotentProducer, each_planted_bug_shows_in_its_shortest_history) {
  Bench first(bug(IdempotentProducerBug::any_first_sequence));
  EXPECT_EQ(first.produce("p", 0, 0, 1), appended(0));

  Bench retry(bug(IdempotentProducerBug::retry_is_a_gap));
  retry.produce("p", 0, 0, 0);
  EXPECT_TRUE(retry.produce("p", 0, 0, 0).is_refused(refusal::out_of_order));

  Bench oldest(bug(IdempotentProducerBug::only_last_remembered));
  oldest.produce("p", 0, 0, 0);
  oldest.produce("p", 0, 0, 1);
  EXPECT_EQ(oldest.produce("p", 0, 0, 0), appended(2));

  Bench bump(bug(IdempotentProducerBug::bump_keeps_last));
  bump.produce("p", 0, 0, 0);
  EXPECT_EQ(bump.produce("p", 1, 0, 0), duplicate());

  Bench gated(bug(IdempotentProducerBug::gated_before_stored));
  gated.full = true;
  gated.produce("p", 0, 0, 0);
  gated.full = false;
  EXPECT_EQ(gated.produce("p", 0, 0, 0), duplicate());

  Bench forgotten(bug(IdempotentProducerBug::bump_not_stored));
  forgotten.produce("p", 1, 0, 1);
  forgotten.lose_power();
  EXPECT_EQ(forgotten.produce("p", 0, 0, 0), appended(0));

  Bench replay(bug(IdempotentProducerBug::replay_forgets_last));
  replay.produce("p", 0, 0, 0);
  replay.lose_power();
  EXPECT_EQ(replay.produce("p", 0, 0, 0), appended(1));

  Bench twice(bug(IdempotentProducerBug::replay_repeats_last));
  twice.produce("p", 0, 0, 0);
  twice.lose_power();
  EXPECT_EQ(twice.produce("p", 0, 0, 1), appended(2));

  Bench early(bug(IdempotentProducerBug::acknowledged_before_synced));
  early.produce("p", 0, 0, 0);
  early.lose_power();
  EXPECT_EQ(early.produce("p", 0, 0, 0), appended(0));
}

}  // namespace
}  // namespace fencepost::sut
