// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/billing_sinks.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

std::string state_of(const BillingSinks& sinks) {
  std::string text;
  sinks.print(text, true);
  return text;
}

TEST(BillingSinks, the_second_takes_each_entry_once_however_often_the_relay_crashes) {
  BillingSinks sinks(0);
  sinks.put_in_outbox({0, 5, sinks.tenant("a")});
  EXPECT_TRUE(sinks.second_lacks_any());
  EXPECT_EQ(sinks.relay(true, false).delivered, 1);
  EXPECT_FALSE(sinks.second_lacks_any());
  EXPECT_FALSE(sinks.outbox_is_empty());
  sinks.put_in_outbox({0, 6, sinks.tenant("a")});
  const BillingSinks::Relayed second = sinks.relay(false, false);
  EXPECT_EQ(second.delivered, 1);
  EXPECT_EQ(second.ignored, 1);
  EXPECT_TRUE(sinks.outbox_is_empty());
  EXPECT_EQ(state_of(sinks), "second 0 \"a\" 11 2\nrelayed 2 2\n");
}

TEST(BillingSinks, are_the_same_after_a_checkpoint) {
  BillingSinks sinks(2);
  const Usage usage{-10, -7, sinks.tenant("b")};
  sinks.bill_first({0, 1, sinks.tenant("a")});
  sinks.bill_first(usage);
  sinks.bill_second(usage);
  sinks.inbox.admit({1, 2});
  sinks.put_in_outbox(usage);
  sinks.relay(true, false);
  sinks.put_in_outbox(usage);
  std::string state;
  sinks.save(state);
  BillingSinks loaded(2);
  Unpacker fields(state);
  ASSERT_TRUE(loaded.load(fields));
  EXPECT_TRUE(fields.at_end());
  EXPECT_EQ(state_of(loaded), state_of(sinks));
  EXPECT_EQ(loaded.relay(false, false).delivered, 1);
  Unpacker cut(std::string_view(state).substr(0, state.size() - 1));
  EXPECT_FALSE(loaded.load(cut));
}

TEST(BillingSinks, tell_both_totals_and_what_waits) {
  BillingSinks sinks(0);
  sinks.bill_first({0, 1, sinks.tenant("a")});
  sinks.put_in_outbox({0, 1, sinks.tenant("a")});
  Tape told, right;
  sinks.tell(told);
  right.list(1).list(4).number(0).text("a").number(1).number(1).list(0).number(1);
  EXPECT_EQ(told, right);
}

}  // namespace
}  // namespace fencepost::sut
