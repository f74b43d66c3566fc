// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/decimal.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

TEST(Decimal, is_one_for_all_spellings_of_a_number) {
  for (const char* const number : {"1.5", "1.50", "1.5E0", "1.5e+0", "15e-1", "0.15e1", "0.0015E03",
                                   "150.0e-2", "1500e-00000000000000000003"})
    EXPECT_EQ(decimal_text(number), "1.5") << number;
  for (const char* const number : {"1.0", "1e0", "1.000", "10e-1", "0.1E1"})
    EXPECT_EQ(decimal_text(number), "1.0") << number;
  for (const char* const number : {"0.0", "-0.0", "0e5", "-0E-99999999999999999999"})
    EXPECT_EQ(decimal_text(number), "0.0") << number;
  for (const char* const number : {"-0.00012", "-1.2e-4", "-12.0E-5"})
    EXPECT_EQ(decimal_text(number), "-0.00012") << number;
}

TEST(Decimal, is_short_where_zeros_would_fill_the_line) {
  EXPECT_EQ(decimal_text("1e3"), "1000.0");
  EXPECT_EQ(decimal_text("1.25e2"), "125.0");
  EXPECT_EQ(decimal_text("9.223372036854775807E18"), "9223372036854775807.0");
  EXPECT_EQ(decimal_text("1E20"), "100000000000000000000.0");
  EXPECT_EQ(decimal_text("1.0E21"), "1e21");
  EXPECT_EQ(decimal_text("-15e20"), "-1.5e21");
  EXPECT_EQ(decimal_text("0.00000125"), "0.00000125");
  EXPECT_EQ(decimal_text("0.000000125"), "1.25e-7");
  EXPECT_EQ(decimal_text("1e-99999999999999999"), "1e-99999999999999999");
}

TEST(Decimal, tells_apart_what_lies_close_together) {
  EXPECT_NE(decimal_text("0.1"), decimal_text("0.1000000000000000055511151231257827"));
  EXPECT_NE(decimal_text("1e-400"), decimal_text("0.0"));
  EXPECT_NE(decimal_text("9007199254740993.0"), decimal_text("9007199254740992.0"));
}

TEST(Decimal, leaves_integers_and_endless_exponents_as_they_are) {
  for (const char* const number : {"1", "-1", "0", "18446744073709551615", "1e-100000000000000000"})
    EXPECT_EQ(decimal_text(number), number);
  EXPECT_NE(decimal_text("1.0"), decimal_text("1"));
}

}  // namespace
}  // namespace fencepost
