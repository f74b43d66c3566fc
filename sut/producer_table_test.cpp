// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/producer_table.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

TEST(ProducerTable, numbers_producers_in_the_order_in_which_they_came) {
  ProducerTable table;
  EXPECT_EQ(table.find("p"), ProducerTable::nobody);
  EXPECT_EQ(table.epoch(ProducerTable::nobody), -1);
  EXPECT_EQ(table.intern("p"), 0U);
  EXPECT_EQ(table.intern(""), 1U);
  EXPECT_EQ(table.intern("p"), 0U);
  EXPECT_EQ(table.find(""), 1U);
  EXPECT_EQ(table.find("q"), ProducerTable::nobody);
  EXPECT_EQ(table.epoch(0), -1);
}

TEST(ProducerTable, holds_a_last_sequence_for_each_partition) {
  ProducerTable table;
  const auto p = table.intern("p");
  table.bump(p, 3);
  table.set_last(p, 0, INT64_MAX);
  table.set_last(p, 9, 0);
  EXPECT_EQ(table.last(p, 0), INT64_MAX);
  EXPECT_EQ(table.last(p, 9), 0);
  EXPECT_EQ(table.last(p, 1), ProducerTable::none);
  EXPECT_EQ(table.last(ProducerTable::nobody, 0), ProducerTable::none);
}

TEST(ProducerTable, a_bump_clears_every_last_of_its_producer_only) {
  ProducerTable table;
  const auto p = table.intern("p"), q = table.intern("q");
  table.set_last(p, 0, 4);
  table.set_last(q, 0, 5);
  table.bump(p, 1);
  EXPECT_EQ(table.last(p, 0), ProducerTable::none);
  EXPECT_EQ(table.last_of_any_epoch(p, 0), 4);
  EXPECT_EQ(table.last(q, 0), 5);
}

TEST(ProducerTable, keeps_everything_while_it_grows) {
  ProducerTable table;
  constexpr std::uint32_t many = 3000;
  for (std::uint32_t i = 0; i < many; ++i) {
    ASSERT_EQ(table.intern("producer " + std::to_string(i)), i);
    table.bump(i, static_cast<std::int32_t>(i));
    table.set_last(i, i % 7, i);
    table.set_last(i, 7, 2 * i);
  }
  for (std::uint32_t i = 0; i < many; ++i) {
    ASSERT_EQ(table.find("producer " + std::to_string(i)), i);
    ASSERT_EQ(table.last(i, i % 7), i);
    ASSERT_EQ(table.last(i, 7), 2 * i);
  }
}

TEST(ProducerTable, is_loaded_as_it_was_saved) {
  ProducerTable table;
  const auto q = table.intern("q"), p = table.intern("p");
  table.bump(q, 1);
  table.set_last(q, 2, 5);
  table.set_last(q, 0, 6);
  table.bump(p, 7);
  std::string state, printed, again;
  table.save(state);
  table.print(printed);
  EXPECT_EQ(printed,
            "producer \"p\" epoch 7\n"
            "producer \"q\" epoch 1\n"
            "producer \"q\" partition 0 last 6\n"
            "producer \"q\" partition 2 last 5\n");

  ProducerTable twin;
  twin.intern("forgotten");
  Unpacker bytes(state);
  EXPECT_TRUE(twin.load(bytes));
  EXPECT_TRUE(bytes.at_end());
  twin.print(again);
  EXPECT_EQ(again, printed);
}

TEST(ProducerTable, refuses_a_state_that_makes_no_sense) {
  ProducerTable table;
  const auto p = table.intern("p");
  table.set_last(p, 0, 0);
  std::string state;
  table.save(state);
  for (std::size_t size = 0; size < state.size(); ++size) {
    Unpacker cut(std::string_view(state).substr(0, size));
    EXPECT_FALSE(table.load(cut)) << size;
  }
}

}  // namespace
}  // namespace fencepost::sut
