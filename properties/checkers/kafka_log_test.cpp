// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_log.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace fencepost::properties::kafka {
namespace {

/// A log as a list of what stands at each offset, from 0.
struct Told {
  History history;
  KeyId key = 0;

  explicit Told(const std::vector<std::string>& offsets, const std::string& name = "x") {
    key = history.messages.key(name);
    for (std::size_t offset = 0; offset < offsets.size(); ++offset)
      for (const char value : offsets[offset])
        history.place(message(value), static_cast<std::int64_t>(offset), 0);
  }
  MessageId message(char value) {
    Json text;
    text.kind = Json::Kind::text;
    text.text = std::string(1, value);
    return history.messages.intern(key, text);
  }
};

TEST(KafkaLog, counts_rows_and_not_holes) {
  Told told({"a", "", "b", "c"});
  const Log log(told.history);
  EXPECT_EQ(log.rows(), 3U);
  EXPECT_EQ(log.delta(told.message('a'), told.message('c')), 2);
  EXPECT_EQ(log.delta(told.message('c'), told.message('a')), -2);
  EXPECT_EQ(log.offset_of(1), 2);
}

TEST(KafkaLog, finds_the_first_and_the_last_row_of_a_message) {
  Told told({"", "a", "abc", "", "c", "cd", "d"});
  const Log log(told.history);
  EXPECT_EQ(log.first_row(told.message('a')), 0U);
  EXPECT_EQ(log.first_row(told.message('b')), 1U);
  EXPECT_EQ(log.first_row(told.message('c')), 1U);
  EXPECT_EQ(log.first_row(told.message('d')), 3U);
  EXPECT_EQ(log.last_row(told.message('a')), 1U);
  EXPECT_EQ(log.last_row(told.message('b')), 1U);
  EXPECT_EQ(log.last_row(told.message('c')), 3U);
  EXPECT_EQ(log.last_row(told.message('d')), 4U);
}

TEST(KafkaLog, lets_one_of_several_stand_for_an_offset) {
  Told told({"a", "bc", "", "b", "d"});
  const Log log(told.history);
  ASSERT_EQ(log.rows(), 4U);
  EXPECT_EQ(log.places_in(1).size(), 2U);
  EXPECT_EQ(log.at(1), told.message('b'));
  // b counts as in the last of its rows, and c is known nowhere.
  EXPECT_EQ(log.delta(told.message('a'), told.message('b')), 2);
  EXPECT_EQ(log.delta(told.message('b'), told.message('d')), 1);
  EXPECT_EQ(log.delta(told.message('a'), told.message('c')), 1);
}

TEST(KafkaLog, knows_nothing_of_messages_without_an_offset) {
  Told told({"a"});
  const MessageId unknown = told.message('u');
  const Log log(told.history);
  EXPECT_EQ(log.first_row(unknown), none);
  EXPECT_EQ(log.delta(unknown, told.message('a')), 1);
}

TEST(KafkaLog, finds_where_to_go_on) {
  Told told({"", "a", "", "b"});
  const Log log(told.history);
  EXPECT_EQ(log.row_from(told.key, 0), 0U);
  EXPECT_EQ(log.row_from(told.key, 1), 0U);
  EXPECT_EQ(log.row_from(told.key, 2), 1U);
  EXPECT_EQ(log.row_from(told.key, 4), log.end(told.key));
}

TEST(KafkaLog, can_be_empty) {
  const History history;
  EXPECT_EQ(Log(history).rows(), 0U);
}

}  // namespace
}  // namespace fencepost::properties::kafka
