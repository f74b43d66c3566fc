// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/dead_letter.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

/// Answers as text: `[0, 1, "failed"]`.
class DeadLetterModel : public testing::Test {
 protected:
  std::string arrive(std::int64_t partition, std::optional<std::int64_t> failures,
                     std::string_view key = "k", std::int64_t value = 7) {
    Command command{0, {}};
    command.fields.number(partition).text(key).number(value);
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
    Outcome outcome;
    model_.answer(command, outcome);
    if (!outcome.is_done()) return std::string(outcome.code());
    std::string text;
    for (TapeReader reader(outcome.body); !reader.at_end();) {
      const std::string_view value = reader.raw();
      text += (text.empty() ? "" : " ") + to_text(TapeReader(value));
    }
    return text;
  }
  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

  DeadLetter model_{Parameters{{{"partitions", 2}, {"max_attempts", 3}}}};
};

constexpr std::string_view nothing_waits = "absent absent absent";

TEST_F(DeadLetterModel, processes_in_offset_order) {
  EXPECT_EQ(arrive(0, 0, "a", 5), "0");
  EXPECT_EQ(arrive(0, 0, "b", -6), "1");
  EXPECT_EQ(work(0), "0 1 \"processed\"");
  EXPECT_EQ(progress(0), "1 2 false");
  EXPECT_EQ(work(0), "1 1 \"processed\"");
  EXPECT_EQ(progress(0), "2 2 true");
  EXPECT_EQ(results(), "[[0,0,\"a\",5],[0,1,\"b\",-6]] true");
}

TEST_F(DeadLetterModel, says_nothing_when_nothing_waits) {
  EXPECT_EQ(work(1), nothing_waits);
  arrive(1, 0);
  work(1);
  EXPECT_EQ(work(1), nothing_waits);
  EXPECT_EQ(progress(0), "0 0 true");
  EXPECT_EQ(letters(), "[]");
}

TEST_F(DeadLetterModel, a_flaky_record_may_succeed_on_its_last_attempt) {
  arrive(0, 2);
  EXPECT_EQ(work(0), "0 1 \"failed\"");
  EXPECT_EQ(work(0), "0 2 \"failed\"");
  EXPECT_EQ(work(0), "0 3 \"processed\"");
  EXPECT_EQ(letters(), "[]");
}

TEST_F(DeadLetterModel, hands_a_poison_record_off_after_its_last_attempt) {
  arrive(0, std::nullopt, "a", 5);
  arrive(0, 0, "b", 6);
  work(0);
  work(0);
  EXPECT_EQ(progress(0), "0 2 false");
  EXPECT_EQ(work(0), "0 3 \"dead_lettered\"");
  EXPECT_EQ(work(0), "1 1 \"processed\"");
  EXPECT_EQ(progress(0), "2 2 false");
  EXPECT_EQ(letters(), "[[0,0,0,\"a\",5,\"failed 3 times\",3,false]]");
  EXPECT_EQ(results(), "[[0,1,\"b\",6]] false");
}

TEST_F(DeadLetterModel, attempts_begin_anew_with_each_record) {
  arrive(0, 1);
  arrive(0, 1);
  work(0);
  work(0);
  EXPECT_EQ(work(0), "1 1 \"failed\"");
}

TEST_F(DeadLetterModel, partitions_do_not_wait_for_each_other) {
  arrive(0, std::nullopt);
  arrive(1, 0);
  work(0);
  EXPECT_EQ(work(1), "0 1 \"processed\"");
  EXPECT_EQ(progress(1), "1 1 true");
  EXPECT_EQ(results(), "[[1,0,\"k\",7]] false");
}

TEST_F(DeadLetterModel, a_replay_goes_on_counting) {
  arrive(0, 4);
  for (int attempt = 0; attempt < 3; ++attempt) work(0);
  EXPECT_EQ(replay(0), "false 4");
  EXPECT_EQ(letters(), "[[0,0,0,\"k\",7,\"failed 3 times\",4,false]]");
  EXPECT_EQ(results(), "[] false");
  EXPECT_EQ(replay(0), "true 5");
  EXPECT_EQ(letters(), "[[0,0,0,\"k\",7,\"failed 3 times\",5,true]]");
  EXPECT_EQ(results(), "[[0,0,\"k\",7]] true");
}

TEST_F(DeadLetterModel, refuses_a_second_replay_and_an_unknown_letter) {
  arrive(0, 3);
  for (int attempt = 0; attempt < 3; ++attempt) work(0);
  EXPECT_EQ(replay(1), "no_such_letter");
  EXPECT_EQ(replay(0), "true 4");
  EXPECT_EQ(replay(0), "already_replayed");
  EXPECT_EQ(replay(INT64_MAX), "no_such_letter");
}

TEST_F(DeadLetterModel, letters_are_numbered_in_hand_off_order_and_results_sorted) {
  arrive(1, 3, "late");
  arrive(0, 3, "early");
  for (int attempt = 0; attempt < 3; ++attempt) work(1);
  for (int attempt = 0; attempt < 3; ++attempt) work(0);
  replay(0);
  replay(1);
  EXPECT_EQ(results(), "[[0,0,\"early\",7],[1,0,\"late\",7]] true");
  EXPECT_EQ(letters(),
            "[[0,1,0,\"late\",7,\"failed 3 times\",4,true],"
            "[1,0,0,\"early\",7,\"failed 3 times\",4,true]]");
}

TEST_F(DeadLetterModel, malformed_comes_before_everything) {
  arrive(0, 1);
  work(0);
  const std::string before = state();
  EXPECT_EQ(arrive(2, 0), "malformed");
  EXPECT_EQ(arrive(0, -1), "malformed");
  EXPECT_EQ(arrive(0, 0, "k", std::int64_t{INT32_MAX} + 1), "malformed");
  EXPECT_EQ(work(-1), "malformed");
  EXPECT_EQ(progress(2), "malformed");
  EXPECT_EQ(replay(-1), "malformed");
  EXPECT_EQ(ask(Command{}), "malformed");
  EXPECT_EQ(ask(Command{0, {}}), "malformed");
  EXPECT_EQ(state(), before);
}

TEST_F(DeadLetterModel, a_crash_loses_nothing) {
  arrive(0, std::nullopt);
  work(0);
  const std::string before = state();
  model_.crash();
  EXPECT_EQ(state(), before);
  EXPECT_EQ(work(0), "0 2 \"failed\"");
}

TEST_F(DeadLetterModel, prints_one_fact_a_line) {
  arrive(0, 3, "a");
  arrive(0, std::nullopt, "b");
  for (int attempt = 0; attempt < 4; ++attempt) work(0);
  const auto twin = model_.clone();
  replay(0);
  EXPECT_EQ(state(),
            "partition 0 next 1 attempts 1\n"
            "partition 0 record 0 \"a\"=7 failures 3 processed\n"
            "partition 0 record 1 \"b\"=7 failures null\n"
            "letter 0 partition 0 offset 0 failed 3 times, attempts 4 replayed\n");
  std::string text;
  twin->print(text);
  EXPECT_EQ(text,
            "partition 0 next 1 attempts 1\n"
            "partition 0 record 0 \"a\"=7 failures 3\n"
            "partition 0 record 1 \"b\"=7 failures null\n"
            "letter 0 partition 0 offset 0 failed 3 times, attempts 3 open\n");
}

}  // namespace
}  // namespace fencepost::model
