// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "fencepost/faults/chance.hpp"

namespace fencepost::sut {
namespace {

using Item = std::pair<std::int64_t, std::uint32_t>;

void expect_sorted_and_stable(std::size_t size, unsigned shift) {
  const faults::Chance chance(size + shift);
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < size; ++i)
    items.emplace_back(static_cast<std::int64_t>(chance.bits("key", i) >> shift), i);
  std::vector<Item> expected = items;
  std::ranges::stable_sort(expected, {}, &Item::first);
  std::vector<Item> spare;
  radix_sort(items, spare, [](const Item& item) { return item.first; });
  EXPECT_EQ(items, expected);
}

TEST(RadixSort, sorts_and_keeps_the_order_of_equal_keys) {
  for (const std::size_t size : {0U, 1U, 2U, 31U, 32U, 33U, 500U, 10000U})
    for (const unsigned shift : {1U, 20U, 52U, 60U}) expect_sorted_and_stable(size, shift);
}

TEST(RadixSort, leaves_equal_keys_alone) {
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < 100; ++i) items.emplace_back(7, i);
  const std::vector<Item> expected = items;
  std::vector<Item> spare;
  radix_sort(items, spare, [](const Item& item) { return item.first; });
  EXPECT_EQ(items, expected);
}

}  // namespace
}  // namespace fencepost::sut
