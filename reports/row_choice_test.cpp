// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/row_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace fencepost::reports {
namespace {

/// Rows by the first letter of their weight; those left out become dots.
std::string choose(std::string rows, std::size_t most) {
  std::vector<Weight> weights;
  for (const char row : rows)
    weights.push_back(static_cast<Weight>(std::string("ptrso").find(row)));
  const std::vector<bool> shown = choose_rows(weights, most);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!shown[i]) rows[i] = '.';
  return rows;
}

std::size_t lines_of(const std::string& chosen) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != '.' || i == 0 || chosen[i - 1] != '.') ++lines;
  return lines;
}

TEST(RowChoice, keeps_everything_that_fits) {
  EXPECT_EQ(choose("ooooo", 5), "ooooo");
  EXPECT_EQ(choose("", 5), "");
}

TEST(RowChoice, keeps_the_last_row_and_the_dearest) {
  EXPECT_EQ(choose("ooooooo", 3), ".....oo");
  EXPECT_EQ(choose("ooopooo", 5), "...pooo");
  EXPECT_EQ(choose("ooosooorooo", 5), ".......rooo");
  EXPECT_EQ(choose("otooopooo", 6), "ot...p..o");
}

TEST(RowChoice, keeps_the_outermost_of_those_pointed_at) {
  EXPECT_EQ(choose("pppppppppp", 4), "pp.......p");
  EXPECT_EQ(choose("popopopopo", 5), "p......opo");
}

TEST(RowChoice, never_shows_more_than_it_may) {
  std::string rows;
  std::size_t next = 1;
  for (std::size_t size = 1; size <= 60; ++size) {
    next = (next * 37 + 11) % 101;
    rows += "ptrso"[next % 5];
    for (std::size_t most = 3; most <= 20; ++most) {
      const std::string chosen = choose(rows, most);
      EXPECT_LE(lines_of(chosen), most) << rows;
      EXPECT_NE(chosen.back(), '.') << rows;
      EXPECT_EQ(lines_of(chosen) == size, size <= most) << rows;
      EXPECT_EQ(chosen.find("o.o"), std::string::npos) << chosen;
    }
  }
}

}  // namespace
}  // namespace fencepost::reports
