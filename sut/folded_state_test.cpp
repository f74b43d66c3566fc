// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/folded_state.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

void put(FoldedState& state, std::string_view key, std::int64_t value) {
  Tape tape;
  state.put(key, tape.number(value).bytes());
}

void erase(FoldedState& state, std::string_view key) {
  Tape tape;
  state.put(key, tape.null().bytes());
}

std::string text_of(const FoldedState& state) {
  Tape tape;
  state.write(tape);
  return to_text(TapeReader(tape));
}

TEST(FoldedState, has_the_latest_value_of_every_key_sorted) {
  FoldedState state;
  put(state, "b", 1), put(state, "", 2), put(state, "a", 3), put(state, "b", 4);
  EXPECT_EQ(text_of(state), R"([["",2],["a",3],["b",4]])");
  EXPECT_EQ(state.size(), 3U);
}

TEST(FoldedState, forgets_what_is_deleted) {
  FoldedState state;
  erase(state, "a"), put(state, "a", 1), erase(state, "a"), erase(state, "a"), put(state, "b", 2);
  EXPECT_EQ(text_of(state), R"([["b",2]])");
  EXPECT_EQ(state.size(), 1U);
  put(state, "a", 3);
  EXPECT_EQ(state.size(), 2U);
}

TEST(FoldedState, adds_beyond_32_bits) {
  FoldedState state;
  for (int i = 0; i < 3; ++i) state.add("a", INT32_MAX);
  state.add("b", 0), state.add("c", -1);
  EXPECT_EQ(text_of(state), R"([["a",6442450941],["b",0],["c",-1]])");
}

TEST(FoldedState, keeps_many_keys_though_others_go) {
  FoldedState state;
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 1000; ++i) {
      put(state, "key " + std::to_string(i), i);
      if (i % 3 != 0) erase(state, "key " + std::to_string(i));
      put(state, "once " + std::to_string(round * 1000 + i), 1);
      erase(state, "once " + std::to_string(round * 1000 + i));
    }
  EXPECT_EQ(state.size(), 334U);
  Tape tape;
  state.write(tape);
  TapeReader reader(tape);
  EXPECT_EQ(reader.list(), 334U);
}

TEST(FoldedState, reads_what_it_writes_and_nothing_else) {
  FoldedState state, other;
  put(state, "a", 1), put(state, "b", 2), put(other, "c", 3);
  Tape tape;
  state.write(tape);
  TapeReader reader(tape);
  ASSERT_TRUE(other.read(reader));
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(text_of(other), text_of(state));
  for (std::size_t size = 0; size < tape.bytes().size(); ++size) {
    TapeReader cut(tape.bytes().substr(0, size));
    EXPECT_FALSE(other.read(cut) && cut.at_end()) << size;
  }
}

}  // namespace
}  // namespace fencepost::sut
