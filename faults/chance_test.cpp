// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/chance.hpp"

#include <gtest/gtest.h>

#include <array>

namespace fencepost::faults {
namespace {

TEST(Chance, gives_the_same_answer_to_the_same_question_in_any_order) {
  const Chance chance(7);
  const std::uint64_t first = chance.bits("place", 1);
  chance.bits("another place", 9);
  EXPECT_EQ(chance.bits("place", 1), first);
  EXPECT_EQ(Chance(7).bits("place", 1), first);
  EXPECT_NE(Chance(8).bits("place", 1), first);
  EXPECT_NE(chance.bits("place", 2), first);
  EXPECT_NE(chance.bits("place", 1, 1), first);
  EXPECT_NE(chance.bits("plaice", 1), first);
}

TEST(Chance, is_even_over_small_ranges) {
  const Chance chance(1);
  std::array<int, 6> seen{};
  for (std::uint64_t i = 0; i < 60000; ++i) ++seen[chance.below(6, "die", i)];
  for (const int count : seen) EXPECT_NEAR(count, 10000, 400);
}

TEST(Chance, reaches_both_ends_and_never_beyond) {
  const Chance chance(3);
  bool least = false, most = false;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::int64_t n = chance.between(-2, 2, "range", i);
    ASSERT_GE(n, -2);
    ASSERT_LE(n, 2);
    least |= n == -2;
    most |= n == 2;
  }
  EXPECT_TRUE(least && most);
  EXPECT_EQ(chance.between(5, 5, "one"), 5);
  EXPECT_LT(chance.below(UINT64_MAX, "wide"), UINT64_MAX);
  chance.between(INT64_MIN, INT64_MAX, "all");
}

}  // namespace
}  // namespace fencepost::faults
