// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/patience.hpp"

#include <gtest/gtest.h>

namespace fencepost::faults {
namespace {

TEST(Patience, with_replies_is_spent_once_in_a_storm) {
  Patience patience(1000);
  EXPECT_EQ(patience.for_a_reply(), 1000U);
  patience.waited_for_a_reply(400);
  EXPECT_EQ(patience.for_a_reply(), 600U);
  patience.waited_for_a_reply(5000);
  EXPECT_EQ(patience.for_a_reply(), 30U) << "then it is brief";
  patience.begin();
  EXPECT_EQ(patience.for_a_reply(), 1000U);
}

TEST(Patience, is_never_longer_than_it_was_told) {
  Patience patience(20);
  patience.waited_for_a_reply(20);
  EXPECT_EQ(patience.for_a_reply(), 20U);
}

TEST(Patience, with_the_end_follows_the_longest_silence_once_it_is_known) {
  Patience patience(1000);
  EXPECT_EQ(patience.for_the_end(), 10'000U);
  patience.heard_after(700);
  patience.waited_for_the_end();
  EXPECT_EQ(patience.for_the_end(), 2100U);
}

}  // namespace
}  // namespace fencepost::faults
