// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/interned_names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fencepost::sut {
namespace {

TEST(InternedNames, gives_equal_names_one_number) {
  InternedNames names;
  const std::uint32_t a = names.use("a");
  const std::uint32_t empty = names.use("");
  EXPECT_EQ(names.use("a"), a);
  EXPECT_NE(empty, a);
  EXPECT_EQ(names.name(a), "a");
  EXPECT_EQ(names.name(empty), "");
}

TEST(InternedNames, keeps_what_is_used_through_growth) {
  InternedNames names;
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < 5000; ++i) numbers.push_back(names.use("name-" + std::to_string(i)));
  EXPECT_EQ(std::set<std::uint32_t>(numbers.begin(), numbers.end()).size(), 5000U);
  for (int i = 0; i < 5000; ++i)
    EXPECT_EQ(names.name(numbers[static_cast<std::size_t>(i)]), "name-" + std::to_string(i));
}

TEST(InternedNames, gives_numbers_of_forgotten_names_again) {
  InternedNames names;
  const std::uint32_t kept = names.use("kept");
  std::uint32_t greatest = 0;
  for (int i = 0; i < 10000; ++i) {
    const std::uint32_t number = names.use(std::to_string(i));
    names.release(number);
    EXPECT_EQ(names.name(number), std::to_string(i));
    greatest = std::max(greatest, number);
  }
  EXPECT_LT(greatest, 100U);
  EXPECT_EQ(names.use("kept"), kept);
}

TEST(InternedNames, revives_a_name_that_was_just_released) {
  InternedNames names;
  const std::uint32_t number = names.use("a");
  names.release(number);
  EXPECT_EQ(names.use("a"), number);
  for (int i = 0; i < 100; ++i) names.use(std::to_string(i));
  EXPECT_EQ(names.name(number), "a");
}

}  // namespace
}  // namespace fencepost::sut
