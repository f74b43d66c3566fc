// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/offset_commit.hpp"

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

class OffsetCommitModel : public testing::Test {
 protected:
  std::int64_t processed(std::int64_t partition, std::int64_t offset) {
    Command command{0, {}};
    command.fields.number(partition).number(offset);
    return committed_in(ask(command));
  }

  std::int64_t committed(std::int64_t partition) {
    Command command{1, {}};
    command.fields.number(partition);
    return committed_in(ask(command));
  }

  const Outcome& ask(const Command& command) {
    model_.answer(command, outcome_);
    return outcome_;
  }

  static std::int64_t committed_in(const Outcome& outcome) {
    EXPECT_TRUE(outcome.is_done());
    TapeReader result(outcome.body);
    const std::int64_t committed = result.number(-1, INT64_MAX);
    EXPECT_TRUE(result.good() && result.at_end());
    return committed;
  }

  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

  OffsetCommit model_{Parameters{{{"partitions", 2}}}};
  Outcome outcome_;
};

TEST_F(OffsetCommitModel, begins_before_the_first_offset) {
  EXPECT_EQ(committed(0), -1);
  EXPECT_EQ(state(), "");
}

TEST_F(OffsetCommitModel, waits_for_the_gap_to_be_filled) {
  EXPECT_EQ(processed(0, 2), -1);
  EXPECT_EQ(processed(0, 0), 0);
  EXPECT_EQ(processed(0, 3), 0);
  EXPECT_EQ(processed(0, 1), 3);
  EXPECT_EQ(committed(0), 3);
}

TEST_F(OffsetCommitModel, keeps_partitions_apart) {
  EXPECT_EQ(processed(0, 0), 0);
  EXPECT_EQ(processed(1, 1), -1);
  EXPECT_EQ(committed(0), 0);
  EXPECT_EQ(committed(1), -1);
}

TEST_F(OffsetCommitModel, takes_no_notice_of_what_is_committed_already) {
  processed(0, 0);
  processed(0, 1);
  EXPECT_EQ(processed(0, 0), 1);
  EXPECT_EQ(processed(0, 1), 1);
  EXPECT_EQ(state(), "partition 0: committed 1, next 2\n");
}

TEST_F(OffsetCommitModel, counts_an_offset_above_the_gap_once) {
  EXPECT_EQ(processed(0, 1), -1);
  EXPECT_EQ(processed(0, 1), -1);
  EXPECT_EQ(processed(0, 0), 1);
}

TEST_F(OffsetCommitModel, crosses_the_end_of_a_word) {
  for (std::int64_t offset = 129; offset > 0; --offset) EXPECT_EQ(processed(0, offset), -1);
  EXPECT_EQ(processed(0, 0), 129);
}

TEST_F(OffsetCommitModel, holds_the_greatest_offset) {
  EXPECT_EQ(processed(0, INT64_MAX), -1);
  EXPECT_EQ(state(), "partition 0: committed -1, next 0, waiting 9223372036854775807\n");
}

TEST_F(OffsetCommitModel, forgets_in_a_crash_what_waits_and_keeps_what_is_committed) {
  processed(0, 0);
  processed(0, 2);
  processed(1, 5);
  EXPECT_EQ(state(),
            "partition 0: committed 0, next 1, waiting 2\npartition 1: committed -1, next 0, "
            "waiting 5\n");
  model_.crash();
  EXPECT_EQ(state(), "partition 0: committed 0, next 1\n");
  EXPECT_EQ(processed(0, 1), 1);
}

TEST_F(OffsetCommitModel, refuses_malformed_commands_and_changes_nothing) {
  Command beyond{0, {}}, negative{0, {}}, missing{0, {}}, wrong{1, {}},
      unknown{Command::unknown_type, {}};
  beyond.fields.number(2).number(0);
  negative.fields.number(0).number(-1);
  missing.fields.number(0).absent();
  wrong.fields.flag(true);
  for (const Command& command : {beyond, negative, missing, wrong, unknown})
    EXPECT_TRUE(ask(command).is_refused(refusal::malformed));
  EXPECT_EQ(state(), "");
}

TEST_F(OffsetCommitModel, has_four_partitions_unless_told_otherwise) {
  OffsetCommit model{Parameters{}};
  Command last{1, {}}, beyond{1, {}};
  last.fields.number(3);
  beyond.fields.number(4);
  model.answer(last, outcome_);
  EXPECT_EQ(committed_in(outcome_), -1);
  model.answer(beyond, outcome_);
  EXPECT_TRUE(outcome_.is_refused(refusal::malformed));
}

TEST_F(OffsetCommitModel, is_copied_whole) {
  processed(0, 1);
  const auto copy = model_.clone();
  processed(0, 0);
  std::string text;
  copy->print(text);
  EXPECT_EQ(text, "partition 0: committed -1, next 0, waiting 1\n");
}

}  // namespace
}  // namespace fencepost::model
