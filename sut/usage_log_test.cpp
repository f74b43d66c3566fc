// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/usage_log.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

UsageLog three_events(std::int64_t batch) {
  UsageLog log(2, batch);
  for (int i = 0; i < 3; ++i) log.partition(1).log.push_back({});
  return log;
}

TEST(UsageLog, partitions_begin_with_their_owners_in_turn) {
  UsageLog log(2, 1);
  EXPECT_EQ(log.partition(3).owner, 1U);
  EXPECT_EQ(log.partition(2).owner, 0U);
}

TEST(UsageLog, a_batch_begins_at_the_committed_offset_and_ends_at_the_end) {
  UsageLog log = three_events(2);
  log.take(1, 1, false);
  EXPECT_EQ(log.batch(1, 1).next, 2);
  EXPECT_EQ(log.partition(1).committed, 0);
  log.take(1, 1, true);
  EXPECT_EQ(log.partition(1).committed, 0);
  log.put_down(1, 1);
  log.partition(1).committed = 2;
  log.take(1, 1, true);
  EXPECT_EQ(log.batch(1, 1).first, 2);
  EXPECT_EQ(log.partition(1).committed, 3);
  log.put_down(1, 1);
  log.take(1, 1, true);
  EXPECT_FALSE(log.holds_any(1));
}

TEST(UsageLog, a_consumer_puts_down_all_it_has_and_nobody_elses) {
  UsageLog log = three_events(2);
  log.take(0, 1, false);
  log.take(1, 1, false);
  log.put_down_all(1);
  EXPECT_TRUE(log.holds_any(0));
  EXPECT_FALSE(log.holds_any(1));
  EXPECT_EQ(log.batch(1, 1).in_hand, 0);
}

TEST(UsageLog, a_new_owner_is_a_new_generation) {
  UsageLog log(2, 1);
  log.move(0, 0);
  EXPECT_EQ(log.partition(0).generation, 0U);
  log.move(0, 1);
  log.move(0, 0);
  EXPECT_EQ(log.partition(0).generation, 2U);
}

TEST(UsageLog, is_the_same_after_a_checkpoint) {
  InternedNames names;
  names.use("a");
  UsageLog log = three_events(2);
  log.take(1, 1, true);
  log.move(1, 0);
  std::string state;
  log.save(state);
  UsageLog loaded(2, 2);
  Unpacker fields(state);
  ASSERT_TRUE(loaded.load(fields));
  std::string before, after;
  log.print(before, names);
  loaded.print(after, names);
  EXPECT_EQ(after, before);
  EXPECT_TRUE(loaded.holds_any(1));
  UsageLog with_fewer(1, 2);
  Unpacker again(state);
  EXPECT_FALSE(with_fewer.load(again));
}

}  // namespace
}  // namespace fencepost::sut
