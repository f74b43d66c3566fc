// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/effect_inbox.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

std::string ids_of(const EffectInbox& inbox) {
  std::string text;
  for (const EffectInbox::Id& id : inbox.ids())
    text += std::to_string(id.partition) + ":" + std::to_string(id.offset) + " ";
  return text;
}

TEST(EffectInbox, admits_each_id_once) {
  EffectInbox inbox(0);
  EXPECT_TRUE(inbox.admit({1, 64}));
  EXPECT_TRUE(inbox.admit({1, 0}));
  EXPECT_FALSE(inbox.admit({1, 64}));
  EXPECT_TRUE(inbox.admit({0, 64}));
  EXPECT_FALSE(inbox.is_full());
  EXPECT_EQ(ids_of(inbox), "0:64 1:0 1:64 ");
}

TEST(EffectInbox, a_bounded_one_forgets_the_oldest) {
  EffectInbox inbox(2);
  EXPECT_TRUE(inbox.admit({0, 0}));
  EXPECT_TRUE(inbox.admit({0, 1}));
  EXPECT_TRUE(inbox.is_full());
  EXPECT_FALSE(inbox.admit({0, 0}));
  EXPECT_TRUE(inbox.admit({0, 2}));
  EXPECT_EQ(ids_of(inbox), "0:1 0:2 ");
  EXPECT_TRUE(inbox.admit({0, 0}));
  EXPECT_EQ(ids_of(inbox), "0:2 0:0 ");
  inbox.clear();
  EXPECT_EQ(ids_of(inbox), "");
}

TEST(EffectInbox, goes_on_after_a_checkpoint_in_the_same_order) {
  for (const std::int64_t bound : {0, 3}) {
    EffectInbox inbox(bound);
    for (std::int64_t offset = 0; offset < 5; ++offset) inbox.admit({0, offset});
    std::string state;
    inbox.save(state);
    EffectInbox loaded(bound);
    Unpacker fields(state);
    ASSERT_TRUE(loaded.load(fields));
    EXPECT_EQ(ids_of(loaded), ids_of(inbox));
    loaded.admit({1, 0});
    inbox.admit({1, 0});
    EXPECT_EQ(ids_of(loaded), ids_of(inbox));
  }
}

TEST(EffectInbox, refuses_bytes_that_make_no_sense) {
  EffectInbox inbox(0);
  inbox.admit({0, 7});
  std::string state;
  inbox.save(state);
  Unpacker cut(std::string_view(state).substr(0, state.size() - 1));
  EXPECT_FALSE(inbox.load(cut));
  state[15] = '\xff';
  Unpacker negative(state);
  EXPECT_FALSE(inbox.load(negative));
}

}  // namespace
}  // namespace fencepost::sut
