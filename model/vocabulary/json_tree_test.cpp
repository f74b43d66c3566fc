// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/json_tree.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

Json object_of(std::size_t keys) {
  Json object;
  object.kind = Json::Kind::object;
  for (std::size_t i = 0; i < keys; ++i) object.keys.push_back("k" + std::to_string(i));
  object.items.resize(keys);
  return object;
}

TEST(JsonTree, finds_a_key_that_stands_twice_among_few_and_many) {
  for (const std::size_t keys : {2U, 16U, 17U, 1000U}) {
    Json object = object_of(keys);
    EXPECT_EQ(twice(object), nullptr) << keys;
    object.keys.back() = "k0";
    ASSERT_NE(twice(object), nullptr) << keys;
    EXPECT_EQ(*twice(object), "k0");
  }
}

TEST(JsonTree, keeps_what_was_written) {
  const std::string text =
      R"({"b":[1,-1,1.0,1e3,18446744073709551615],"a":{"":null,"\u0001":[true,false]}})";
  const Result<Json> value = read_json(text);
  ASSERT_TRUE(value);
  std::string again;
  write_json(*value, again);
  EXPECT_EQ(again, text);
}

TEST(JsonTree, has_one_canonical_text_for_values_that_are_the_same) {
  const auto canonical = [](std::string_view text) { return canonical_text(*read_json(text)); };
  EXPECT_EQ(canonical(R"({"b":[1.50,{"d":15e-1,"c":1}],"a":-0.0})"),
            R"({"a":0.0,"b":[1.5,{"c":1,"d":1.5}]})");
  EXPECT_EQ(canonical("10e-1"), canonical("1.00"));
  EXPECT_NE(canonical("1.0"), canonical("1"));
  EXPECT_NE(canonical("18446744073709551616"), canonical("18446744073709551617"));
}

}  // namespace
}  // namespace fencepost
