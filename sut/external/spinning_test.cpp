// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/spinning.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

using std::chrono::milliseconds;

TEST(Spinning, is_shown_by_silence_after_all_was_read) {
  const Spinning spinning(milliseconds(2000));
  EXPECT_TRUE(spinning.is_shown_by(milliseconds(2000), milliseconds(1900)));
  EXPECT_TRUE(spinning.is_shown_by(milliseconds(2000), milliseconds(60)));
  EXPECT_FALSE(spinning.is_shown_by(milliseconds(2000), milliseconds(10)));
  EXPECT_FALSE(spinning.is_shown_by(milliseconds(300), milliseconds(300)));
}

TEST(Spinning, waits_longer_for_who_is_slow_but_never_for_long) {
  Spinning spinning(milliseconds(2000));
  EXPECT_EQ(spinning.enough(), milliseconds(30));
  for (int i = 0; i < 100; ++i) spinning.heard_after(milliseconds(20));
  EXPECT_GE(spinning.enough(), milliseconds(59));
  for (int i = 0; i < 100; ++i) spinning.heard_after(milliseconds(1000));
  EXPECT_EQ(spinning.enough(), milliseconds(250));
  for (int i = 0; i < 100; ++i) spinning.heard_after(milliseconds(0));
  EXPECT_EQ(spinning.enough(), milliseconds(5));
}

}  // namespace
}  // namespace fencepost::sut
