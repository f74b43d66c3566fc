// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/idempotent_producer.hpp"

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

class IdempotentProducerModel : public testing::Test {
 protected:
  const Outcome& produce(std::string_view producer, std::int64_t epoch, std::int64_t partition,
                         std::int64_t sequence, std::int64_t value = 7) {
    Command command{0, {}};
    command.fields.text(producer).number(epoch).number(partition).number(sequence).number(value);
    return ask(command);
  }

  const Outcome& ask(const Command& command) {
    model_.answer(command, outcome_);
    return outcome_;
  }

  std::vector<std::int64_t> read(std::int64_t partition) {
    Command command{1, {}};
    command.fields.number(partition);
    TapeReader result(ask(command).body);
    std::vector<std::int64_t> values(result.list());
    for (std::int64_t& value : values) value = result.value();
    EXPECT_TRUE(outcome_.is_done() && result.good() && result.at_end());
    return values;
  }

  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

  static Outcome appended(std::int64_t offset) {
    Outcome outcome;
    outcome.done().number(offset).absent();
    return outcome;
  }

  static Outcome duplicate() {
    Outcome outcome;
    outcome.done().absent().flag(true);
    return outcome;
  }

  IdempotentProducer model_{Parameters{{{"partitions", 2}}}};
  Outcome outcome_;
};

using Values = std::vector<std::int64_t>;

TEST_F(IdempotentProducerModel, appends_in_sequence) {
  EXPECT_EQ(produce("p", 0, 0, 0, 5), appended(0));
  EXPECT_EQ(produce("q", 0, 0, 0, 6), appended(1));
  EXPECT_EQ(produce("p", 0, 0, 1, 7), appended(2));
  EXPECT_EQ(read(0), (Values{5, 6, 7}));
  EXPECT_EQ(read(1), Values{});
}

TEST_F(IdempotentProducerModel, filters_a_duplicate_however_old) {
  for (std::int64_t sequence = 0; sequence < 7; ++sequence) produce("p", 0, 0, sequence);
  EXPECT_EQ(produce("p", 0, 0, 0, 9), duplicate());
  EXPECT_EQ(produce("p", 0, 0, 6, 9), duplicate());
  EXPECT_EQ(read(0).size(), 7U);
}

TEST_F(IdempotentProducerModel, refuses_a_gap) {
  EXPECT_TRUE(produce("p", 0, 0, 1).is_refused(refusal::out_of_order));
  EXPECT_TRUE(produce("p", 0, 0, INT64_MAX).is_refused(refusal::out_of_order));
  EXPECT_EQ(read(0), Values{});
}

TEST_F(IdempotentProducerModel, counts_sequences_per_partition) {
  produce("p", 0, 0, 0);
  EXPECT_TRUE(produce("p", 0, 1, 1).is_refused(refusal::out_of_order));
  EXPECT_EQ(produce("p", 0, 1, 0), appended(0));
}

TEST_F(IdempotentProducerModel, fences_an_older_epoch) {
  produce("p", 1, 0, 0);
  EXPECT_TRUE(produce("p", 0, 0, 1).is_refused(refusal::fenced));
  EXPECT_TRUE(produce("p", 0, 1, 0).is_refused(refusal::fenced));
  EXPECT_EQ(produce("q", 0, 1, 0), appended(0));
}

TEST_F(IdempotentProducerModel, a_bump_clears_every_last) {
  produce("p", 0, 0, 0);
  produce("p", 0, 1, 0);
  EXPECT_EQ(produce("p", INT32_MAX, 0, 0), appended(1));
  EXPECT_EQ(produce("p", INT32_MAX, 1, 0), appended(1));
}

TEST_F(IdempotentProducerModel, a_bump_stands_though_its_sequence_is_refused) {
  produce("p", 0, 0, 0);
  EXPECT_TRUE(produce("p", 2, 0, 1).is_refused(refusal::out_of_order));
  EXPECT_TRUE(produce("p", 1, 0, 0).is_refused(refusal::fenced));
  model_.crash();
  EXPECT_TRUE(produce("p", 1, 0, 0).is_refused(refusal::fenced));
  EXPECT_EQ(produce("p", 2, 0, 0), appended(1));
}

TEST_F(IdempotentProducerModel, the_first_epoch_is_known_though_its_sequence_is_refused) {
  EXPECT_TRUE(produce("p", 5, 0, 3).is_refused(refusal::out_of_order));
  EXPECT_TRUE(produce("p", 4, 0, 0).is_refused(refusal::fenced));
}

TEST_F(IdempotentProducerModel, malformed_comes_before_everything) {
  produce("p", 0, 0, 0);
  const std::string before = state();
  EXPECT_TRUE(produce("p", 1, 2, 0).is_refused(refusal::malformed));
  EXPECT_TRUE(produce("p", 1, 0, -1).is_refused(refusal::malformed));
  EXPECT_TRUE(produce("p", std::int64_t{INT32_MAX} + 1, 0, 0).is_refused(refusal::malformed));
  EXPECT_TRUE(produce("p", 1, 0, 0, std::int64_t{INT32_MIN} - 1).is_refused(refusal::malformed));
  EXPECT_TRUE(ask(Command{}).is_refused(refusal::malformed));
  EXPECT_TRUE(ask(Command{1, {}}).is_refused(refusal::malformed));
  EXPECT_EQ(state(), before);
}

TEST_F(IdempotentProducerModel, a_crash_loses_nothing) {
  produce("p", 0, 0, 0);
  const std::string before = state();
  model_.crash();
  EXPECT_EQ(state(), before);
  EXPECT_EQ(produce("p", 0, 0, 0), duplicate());
}

TEST_F(IdempotentProducerModel, prints_one_fact_a_line) {
  produce("p", 3, 0, 0, 7);
  produce("p", 3, 0, 1, -8);
  EXPECT_EQ(state(),
            "partition 0 log 7 -8\n"
            "producer \"p\" epoch 3\n"
            "producer \"p\" partition 0 last 1\n");
}

TEST_F(IdempotentProducerModel, a_clone_goes_its_own_way) {
  produce("p", 0, 0, 0);
  const auto twin = model_.clone();
  produce("p", 0, 0, 1);
  std::string text;
  twin->print(text);
  EXPECT_EQ(text, "partition 0 log 7\nproducer \"p\" epoch 0\nproducer \"p\" partition 0 last 0\n");
}

}  // namespace
}  // namespace fencepost::model
