// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/state_text.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

TEST(StateText, a_fact_is_a_line) {
  std::string text;
  add_line(text, "partition 0", {3, -4});
  add_line(text, "end", {});
  EXPECT_EQ(text, "partition 0 3 -4\nend\n");
}

TEST(StateText, items_are_read_as_they_were_packed) {
  const std::vector<std::int64_t> items = {1, -2, 3};
  std::string state;
  pack_items(state, items);
  std::vector<std::int64_t> read = {9};
  Unpacker fields(state);
  unpack_items(fields, read);
  EXPECT_TRUE(fields.good() && fields.at_end());
  EXPECT_EQ(read, items);
  Unpacker cut(std::string_view(state).substr(0, state.size() - 1));
  unpack_items(cut, read);
  EXPECT_FALSE(cut.good());
}

}  // namespace
}  // namespace fencepost::sut
