// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/open_windows.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "fencepost/faults/chance.hpp"

namespace fencepost::sut {
namespace {

using Total = std::pair<std::int64_t, std::int64_t>;
using Naive = std::map<std::pair<std::int64_t, std::string>, Total>;

Naive as_map(std::span<const OpenWindows::Window> windows) {
  Naive map;
  const OpenWindows::Window* last = nullptr;
  for (const OpenWindows::Window& window : windows) {
    if (last != nullptr) {
      EXPECT_LT(std::pair(last->start, last->key), std::pair(window.start, window.key));
    }
    last = &window;
    map[{window.start, std::string(window.key)}] = {window.sum, window.count};
  }
  return map;
}

TEST(OpenWindows, adds_up_and_takes_in_order) {
  OpenWindows windows;
  windows.add(10, "b", 5, 1);
  windows.add(10, "a", 1, 1);
  windows.add(-10, "c", 2, 1);
  windows.add(10, "b", -7, 2);
  EXPECT_TRUE(windows.take(-11).empty());
  EXPECT_EQ(as_map(windows.take(-10)), (Naive{{{-10, "c"}, {2, 1}}}));
  EXPECT_EQ(as_map(windows.take(INT64_MAX)), (Naive{{{10, "a"}, {1, 1}}, {{10, "b"}, {-2, 3}}}));
  EXPECT_TRUE(windows.empty());
}

TEST(OpenWindows, agrees_with_a_map_over_many_additions_and_takings) {
  const faults::Chance chance(1);
  OpenWindows windows;
  Naive naive;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::int64_t start =
        10 * chance.between(-30, static_cast<std::int64_t>(i / 50), "start", i);
    const std::string key = "consumer-" + std::to_string(chance.below(40 + i / 10, "key", i));
    windows.add(start, key, static_cast<std::int64_t>(i), 1);
    Total& total = naive[{start, key}];
    total = {total.first + static_cast<std::int64_t>(i), total.second + 1};
    if (!chance.percent(2, "take", i)) continue;
    const std::int64_t last = chance.percent(10, "all", i)
                                  ? INT64_MAX
                                  : chance.between(-300, static_cast<std::int64_t>(i), "last", i);
    Naive due;
    while (!naive.empty() && naive.begin()->first.first <= last)
      due.insert(naive.extract(naive.begin()));
    EXPECT_EQ(as_map(windows.take(last)), due);
    EXPECT_EQ(as_map(windows.sorted()), naive);
  }
}

TEST(OpenWindows, orders_the_ends_of_time) {
  OpenWindows windows;
  windows.add(INT64_MAX - 1, "k", 1, 1);
  windows.add(INT64_MIN, "k", 2, 1);
  windows.add(0, "k", 3, 1);
  EXPECT_EQ(windows.take(INT64_MIN).size(), 1U);
  EXPECT_EQ(windows.take(INT64_MAX).size(), 2U);
}

TEST(OpenWindows, clears) {
  OpenWindows windows;
  windows.add(0, "k", 1, 1);
  windows.clear();
  EXPECT_TRUE(windows.empty());
  windows.add(0, "k", 2, 1);
  EXPECT_EQ(as_map(windows.take(0)), (Naive{{{0, "k"}, {2, 1}}}));
}

}  // namespace
}  // namespace fencepost::sut
