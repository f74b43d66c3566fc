// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/least_of.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/chance.hpp"

namespace fencepost::sut {
namespace {

TEST(LeastOf, is_none_at_first) {
  EXPECT_EQ(LeastOf(1).least(), LeastOf::none);
  EXPECT_EQ(LeastOf(5).least(), LeastOf::none);
}

TEST(LeastOf, follows_every_change) {
  const faults::Chance chance(3);
  for (std::size_t count = 1; count <= 9; ++count) {
    LeastOf tree(count);
    std::vector<std::int64_t> numbers(count, LeastOf::none);
    for (std::uint64_t i = 0; i < 200; ++i) {
      const std::size_t place = chance.below(count, "place", i, count);
      const bool gone = chance.percent(20, "gone", i, count);
      numbers[place] = gone ? LeastOf::none : chance.between(-3, 3, "number", i, count);
      tree.set(place, numbers[place]);
      ASSERT_EQ(tree.least(), std::ranges::min(numbers)) << count << " numbers, change " << i;
    }
  }
}

}  // namespace
}  // namespace fencepost::sut
