// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/digest.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

Digest fold(std::initializer_list<std::string_view> events) {
  DigestChain chain;
  for (const std::string_view event : events) {
    chain.begin();
    chain.add(event);
    chain.fold();
  }
  return chain.value();
}

TEST(Digest, depends_on_every_event_and_on_where_one_ends) {
  EXPECT_EQ(fold({"ab", "c"}), fold({"ab", "c"}));
  EXPECT_NE(fold({"ab", "c"}), fold({"a", "bc"}));
  EXPECT_NE(fold({"ab", "c"}), fold({"c", "ab"}));
  EXPECT_NE(fold({"ab"}), fold({"ab", ""}));
}

TEST(Digest, of_a_prefix_is_the_value_so_far) {
  DigestChain chain;
  chain.begin();
  chain.add("ab");
  EXPECT_EQ(chain.fold(), fold({"ab"}));
  chain.begin();
  chain.add("c");
  EXPECT_EQ(chain.fold(), fold({"ab", "c"}));
  chain.reset();
  EXPECT_EQ(chain.value(), Digest{});
}

TEST(Digest, is_the_same_on_every_compiler_and_machine) {
  EXPECT_EQ(to_text(fold({"fencepost"})), "fe45915e87cc10e1b9958ec4810bbaba");
}

TEST(Digest, text_is_read_back_and_nothing_else_is) {
  Digest digest;
  EXPECT_TRUE(from_text("0123456789abcdef00000000000000ff", digest));
  EXPECT_EQ(digest.high, 0x0123456789abcdefULL);
  EXPECT_EQ(digest.low, 0xffULL);
  EXPECT_EQ(to_text(digest), "0123456789abcdef00000000000000ff");
  EXPECT_FALSE(from_text("0123456789abcdef00000000000000f", digest));
  EXPECT_FALSE(from_text("0123456789abcdef00000000000000fg", digest));
  EXPECT_FALSE(from_text("0123456789ABCDEF00000000000000ff", digest));
}

}  // namespace
}  // namespace fencepost
