// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/dead_letter.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

constexpr std::optional<std::int64_t> always = std::nullopt;

/// An engine on a simulated disk, with or without a planted bug. Answers as text.
class Bench {
 public:
  explicit Bench(std::int64_t max_attempts, const PlantedBug* bug = nullptr)
      : home_(make_dead_letter(bug)) {
    home_->move_in(Parameters{{{"partitions", 2}, {"max_attempts", max_attempts}}}, disk);
    start();
  }

  void start(std::uint32_t dies_at = 0) {
    disk.begin_message();
    disk.lose_power_before(dies_at);
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

  std::string arrive(std::int64_t partition, std::optional<std::int64_t> failures,
                     std::string_view key = "k") {
    Command command{0, {}};
    command.fields.number(partition).text(key).number(7);
    failures ? command.fields.number(*failures) : command.fields.null();
    return ask(command);
  }
  std::string work(std::int64_t partition) { return ask(1, partition); }
  std::string progress(std::int64_t partition) { return ask(2, partition); }
  std::string letters() { return ask(Command{3, {}}); }
  std::string replay(std::int64_t id) { return ask(4, id); }
  std::string results() { return ask(Command{5, {}}); }

  std::string ask(std::uint8_t type, std::int64_t number) {
    Command command{type, {}};
    command.fields.number(number);
    return ask(command);
  }
  std::string ask(const Command& command) {
    disk.begin_message();
    disk.set_full(full);
    if (dies_before != 0) disk.lose_power_before(dies_before);
    Outcome outcome;
    system_->answer(command, outcome);
    if (!outcome.is_done()) return std::string(outcome.code());
    std::string text;
    for (TapeReader reader(outcome.body); !reader.at_end();) {
      const std::string_view value = reader.raw();
      text += (text.empty() ? "" : " ") + to_text(TapeReader(value));
    }
    return text;
  }
  /// Loses power before this disk operation of the next command.
  template <class Ask>
  void dies(std::uint32_t operation, Ask command) {
    dies_before = operation;
    EXPECT_THROW(command(), PowerLoss);
    dies_before = 0;
    lose_power();
  }

  std::string state() const {
    std::string text;
    system_->print(text);
    return text;
  }

  faults::SimDisk disk;
  bool full = false;
  std::uint32_t dies_before = 0;

 private:
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
};

TEST(DeadLetter, processes_retries_and_hands_off) {
  Bench bench(2);
  EXPECT_EQ(bench.arrive(0, 1, "a"), "0");
  EXPECT_EQ(bench.arrive(0, always, "b"), "1");
  EXPECT_EQ(bench.work(0), "0 1 \"failed\"");
  EXPECT_EQ(bench.work(0), "0 2 \"processed\"");
  EXPECT_EQ(bench.work(0), "1 1 \"failed\"");
  EXPECT_EQ(bench.work(0), "1 2 \"dead_lettered\"");
  EXPECT_EQ(bench.work(0), "absent absent absent");
  EXPECT_EQ(bench.work(2), "malformed");
  EXPECT_EQ(bench.progress(0), "2 2 false");
  EXPECT_EQ(bench.progress(1), "0 0 true");
  EXPECT_EQ(bench.letters(), "[[0,0,1,\"b\",7,\"failed 2 times\",2,false]]");
  EXPECT_EQ(bench.results(), "[[0,0,\"a\",7]] false");
}

TEST(DeadLetter, replays_once) {
  Bench bench(1);
  bench.arrive(1, 2);
  bench.work(1);
  EXPECT_EQ(bench.replay(1), "no_such_letter");
  EXPECT_EQ(bench.replay(0), "false 2");
  EXPECT_EQ(bench.replay(0), "true 3");
  EXPECT_EQ(bench.replay(0), "already_replayed");
  EXPECT_EQ(bench.letters(), "[[0,1,0,\"k\",7,\"failed 1 times\",3,true]]");
  EXPECT_EQ(bench.results(), "[[1,0,\"k\",7]] true");
  const std::string before = bench.state();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
}

/// Loses power before every disk operation of a command: what stands then is the state before it or
/// the state after it, and never half of it.
template <class Prepare, class Ask>
void dies_everywhere(std::int64_t max_attempts, Prepare prepare, Ask command) {
  Bench whole(max_attempts);
  prepare(whole);
  const std::string before = whole.state();
  command(whole);
  const std::string after = whole.state();
  const std::uint32_t operations = whole.disk.operations();
  ASSERT_GE(operations, 3U);
  for (std::uint32_t at = 1; at <= operations; ++at) {
    Bench bench(max_attempts);
    prepare(bench);
    bench.dies(at, [&] { command(bench); });
    // Once the effect is synced it stands, and the offset follows.
    EXPECT_EQ(bench.state(), at <= 2 ? before : after) << at;
    bench.lose_power();
    EXPECT_EQ(bench.state(), at <= 2 ? before : after) << at << ", again";
  }
}

TEST(DeadLetter, a_hand_off_stands_whole_or_not_at_all) {
  dies_everywhere(
      1, [](Bench& bench) { bench.arrive(0, always); }, [](Bench& bench) { bench.work(0); });
}

TEST(DeadLetter, a_result_stands_whole_or_not_at_all) {
  dies_everywhere(
      3,
      [](Bench& bench) {
        bench.arrive(0, 1);
        bench.work(0);
      },
      [](Bench& bench) { bench.work(0); });
}

TEST(DeadLetter, a_replay_stands_whole_or_not_at_all) {
  dies_everywhere(
      1,
      [](Bench& bench) {
        bench.arrive(0, 1);
        bench.work(0);
      },
      [](Bench& bench) { bench.replay(0); });
}

TEST(DeadLetter, power_may_be_lost_again_while_a_hand_off_is_finished) {
  Bench bench(1);
  bench.arrive(0, always);
  bench.dies_before = 3;
  EXPECT_THROW(bench.work(0), PowerLoss);
  bench.dies_before = 0;
  bench.disk.crash({});
  for (std::uint32_t at = 1; at <= 2; ++at) {
    EXPECT_THROW(bench.start(at), PowerLoss) << at;
    bench.disk.crash({});
  }
  bench.start();
  EXPECT_EQ(bench.progress(0), "1 1 false");
  EXPECT_EQ(bench.letters(), "[[0,0,0,\"k\",7,\"failed 1 times\",1,false]]");
}

TEST(DeadLetter, attempts_outlive_a_crash) {
  Bench bench(3);
  bench.arrive(0, always);
  bench.work(0);
  bench.lose_power();
  EXPECT_EQ(bench.work(0), "0 2 \"failed\"");
  bench.lose_power();
  EXPECT_EQ(bench.work(0), "0 3 \"dead_lettered\"");
}

TEST(DeadLetter, recovers_from_a_checkpoint_and_what_follows_it) {
  Bench bench(2);
  const std::string key(100, 'k');
  for (std::int64_t i = 0; i < 40; ++i) {
    bench.arrive(i % 2, i % 3 == 0 ? always : std::optional(i % 4), key);
    bench.work(i % 2);
    if (i % 5 == 0) bench.replay(i / 10);
  }
  ASSERT_GT(bench.disk.names().size(), 1U);
  const std::string before = bench.state();
  const std::string results = bench.results();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
  EXPECT_EQ(bench.results(), results);
  EXPECT_EQ(bench.arrive(0, 0), "20");
}

TEST(DeadLetter, a_full_disk_changes_nothing) {
  Bench bench(1);
  bench.arrive(0, 1);
  const std::string before = bench.state();
  bench.full = true;
  EXPECT_EQ(bench.arrive(0, 0), "disk_full");
  EXPECT_EQ(bench.work(0), "disk_full");
  EXPECT_EQ(bench.state(), before);
  bench.full = false;
  bench.work(0);
  const std::string handed_off = bench.state();
  bench.full = true;
  EXPECT_EQ(bench.replay(0), "disk_full");
  EXPECT_EQ(bench.state(), handed_off);
}

TEST(DeadLetter, the_table_of_bugs_is_in_the_order_of_the_enumeration) {
  const auto id = [](DeadLetterBug bug) {
    return dead_letter_bugs[static_cast<std::size_t>(bug)].id;
  };
  EXPECT_EQ(id(DeadLetterBug::offset_moves_before_the_hand_off),
            "offset-moves-before-the-hand-off");
  EXPECT_EQ(id(DeadLetterBug::replayed_letter_erased), "replayed-letter-erased");
  EXPECT_EQ(id(DeadLetterBug::complete_despite_open_letters), "complete-despite-open-letters");
  EXPECT_EQ(std::size(dead_letter_bugs), 14U);
}

TEST(HandledRecords, a_source_has_one_result_or_one_letter) {
  HandledRecords records;
  records.add_record(1, "a", 7, -1);
  records.add_record(1, "b", 8, 0);
  records.add_letter(1, 0, 3);
  records.add_letter(1, 0, 3);
  records.add_result(1, 1);
  records.add_result(1, 1);
  EXPECT_EQ(records.letters().size(), 1U);
  EXPECT_EQ(records.partition(1).open_letters, 1);
  EXPECT_EQ(records.partition(1).results, 1);
  records.close_letter(0);
  records.close_letter(0);
  EXPECT_EQ(records.partition(1).open_letters, 0);
}

TEST(HandledRecords, load_takes_what_save_gave_and_nothing_less) {
  HandledRecords records;
  records.add_record(2, "a", 7, -1);
  records.add_record(2, "é", -7, INT64_MAX);
  records.add_letter(2, 0, 3);
  records.move_to(2, 1);
  records.set_attempts(2, 2);
  std::string state, text, loaded_text;
  records.save(state);
  records.print(text);
  HandledRecords loaded;
  ASSERT_TRUE(loaded.load(state));
  loaded.print(loaded_text);
  EXPECT_EQ(loaded_text, text);
  EXPECT_EQ(loaded.partition(2).open_letters, 1);
  for (std::size_t size = 0; size < state.size(); ++size)
    EXPECT_FALSE(loaded.load(std::string_view(state).substr(0, size))) << size;
  EXPECT_FALSE(loaded.load(state + "x"));
}

}  // namespace
}  // namespace fencepost::sut
