// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/offset_map.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

TEST(OffsetMap, takes_a_key_once_whatever_its_hash) {
  // Record i has key i / 2; all hashes collide.
  OffsetMap map;
  for (std::uint32_t i = 0; i < 300; ++i)
    EXPECT_EQ(map.claim(7, i, [i](std::uint32_t other) { return other / 2 == i / 2; }), i % 2 == 0)
        << i;
}

TEST(OffsetMap, finds_every_key_after_it_has_grown) {
  OffsetMap map;
  for (std::uint32_t i = 0; i < 1000; ++i)
    EXPECT_TRUE(map.claim(i * 2654435761U, i, [](std::uint32_t) { return false; }));
  for (std::uint32_t i = 0; i < 1000; ++i)
    EXPECT_TRUE(map.has(i * 2654435761U, [i](std::uint32_t other) { return other == i; })) << i;
  EXPECT_FALSE(map.has(1, [](std::uint32_t) { return true; }));
}

TEST(OffsetMap, is_empty_after_clear) {
  OffsetMap map;
  EXPECT_TRUE(map.claim(1, 0, [](std::uint32_t) { return true; }));
  map.clear();
  EXPECT_FALSE(map.has(1, [](std::uint32_t) { return true; }));
  EXPECT_TRUE(map.claim(1, 0, [](std::uint32_t) { return true; }));
}

}  // namespace
}  // namespace fencepost::sut
