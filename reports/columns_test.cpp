// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/columns.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

TEST(Width, counts_code_points_and_no_escape_sequences) {
  EXPECT_EQ(width("abc"), 3U);
  EXPECT_EQ(width("✓ größer"), 8U);
  EXPECT_EQ(width("\x1b[1;31mabc\x1b[0m"), 3U);
  EXPECT_EQ(width("\x1b[31"), 0U);
}

TEST(Columns, pad_to_the_width_and_leave_longer_text_whole) {
  EXPECT_EQ(left("✓", 3), "✓  ");
  EXPECT_EQ(right("ab", 4), "  ab");
  EXPECT_EQ(left("abcd", 3), "abcd");
}

TEST(Shortened, says_how_much_it_left_out) {
  EXPECT_EQ(shortened("short", 20, "..."), "short");
  EXPECT_EQ(shortened(std::string(100, 'a'), 20, "..."), "aaaa... (96 more)");
  EXPECT_EQ(shortened("ääää" + std::string(96, 'a'), 20, "…"), "ääää… (96 more)");
}

TEST(Harmless, leaves_nothing_that_steers_a_terminal) {
  EXPECT_EQ(harmless("a\x1b[2Jb\nc\td\x7f"), "a?[2Jb c d?");
  EXPECT_EQ(harmless("größer"), "größer");
  EXPECT_EQ(harmless("a\u202eb\xff\u2028\u0085c"), "a?b???c");
}

TEST(Grouped, puts_a_space_between_thousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1 000");
  EXPECT_EQ(grouped(1234567), "1 234 567");
}

TEST(Compact, never_needs_more_than_five_cells) {
  EXPECT_EQ(compact(9999), "9999");
  EXPECT_EQ(compact(10'000), "10.0k");
  EXPECT_EQ(compact(12'345), "12.3k");
  EXPECT_EQ(compact(99'999), "99.9k");
  EXPECT_EQ(compact(412'345), "412k");
  EXPECT_EQ(compact(999'999), "999k");
  EXPECT_EQ(compact(1'234'567), "1.2M");
  EXPECT_EQ(compact(999'999'999), "999M");
  EXPECT_EQ(compact(UINT64_MAX), "18.4E");
}

TEST(Counted, has_an_s_unless_it_is_one) {
  EXPECT_EQ(counted(1, "seed"), "1 seed");
  EXPECT_EQ(counted(0, "seed"), "0 seeds");
  EXPECT_EQ(counted(2000, "seed"), "2 000 seeds");
}

TEST(Hexadecimal, is_what_the_flag_takes) {
  EXPECT_EQ(hexadecimal(0), "0x0");
  EXPECT_EQ(hexadecimal(UINT64_MAX), "0xffffffffffffffff");
}

}  // namespace
}  // namespace fencepost::reports
