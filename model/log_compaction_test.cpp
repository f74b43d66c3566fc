// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/log_compaction.hpp"

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

/// A log with short words for its commands.
class Log {
 public:
  explicit Log(std::int64_t retention = Parameter::none) : model_(parameters(retention)) {}

  Outcome append(std::string_view key, std::int64_t value) {
    command_.type = 0;
    command_.fields.text(key).number(value);
    return answer();
  }
  Outcome bury(std::string_view key) {
    command_.type = 0;
    command_.fields.text(key).null();
    return answer();
  }
  Outcome compact(std::int64_t upto) {
    command_.type = 1;
    command_.fields.number(upto);
    return answer();
  }
  /// The offsets of the records from here on.
  std::vector<std::int64_t> offsets(std::int64_t from = 0) {
    command_.type = 2;
    command_.fields.number(from);
    const Outcome outcome = answer();
    TapeReader reader(outcome.body);
    std::vector<std::int64_t> offsets;
    for (std::uint32_t left = reader.list(); left > 0; --left) {
      TapeReader record(reader.raw());
      record.list();
      offsets.push_back(record.offset());
    }
    return offsets;
  }
  Outcome state() {
    command_.type = 3;
    return answer();
  }
  LogCompaction& model() { return model_; }

 private:
  static Parameters parameters(std::int64_t retention) {
    Parameters parameters;
    if (retention != Parameter::none) parameters.set("tombstone_retention", retention);
    return parameters;
  }
  Outcome answer() {
    Outcome outcome;
    model_.answer(command_, outcome);
    command_.fields.clear();
    return outcome;
  }

  LogCompaction model_;
  Command command_;
};

Outcome done(std::int64_t number) {
  Outcome outcome;
  outcome.done().number(number);
  return outcome;
}

using Offsets = std::vector<std::int64_t>;

TEST(LogCompaction, keeps_the_last_of_each_key_within_the_whole_log) {
  Log log;
  log.append("a", 1), log.append("b", 2), log.append("a", 3);
  EXPECT_EQ(log.compact(1), done(2));
  EXPECT_EQ(log.offsets(), (Offsets{1, 2}));
}

TEST(LogCompaction, leaves_records_at_or_above_upto_alone) {
  Log log;
  log.append("a", 1), log.append("a", 2), log.append("a", 3);
  EXPECT_EQ(log.compact(1), done(2));
  EXPECT_EQ(log.offsets(), (Offsets{1, 2}));
  EXPECT_EQ(log.compact(0), done(2));
}

TEST(LogCompaction, refuses_to_compact_beyond_the_end) {
  Log log;
  EXPECT_EQ(log.compact(0), done(0));
  EXPECT_TRUE(log.compact(1).is_refused(refusal::beyond_end));
  log.append("a", 1);
  EXPECT_EQ(log.compact(1), done(1));
  EXPECT_TRUE(log.compact(2).is_refused(refusal::beyond_end));
}

TEST(LogCompaction, keeps_tombstones_for_ever_without_a_retention) {
  Log log;
  log.append("a", 1), log.bury("a");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(log.compact(2), done(1));
  EXPECT_EQ(log.offsets(), (Offsets{1}));
}

TEST(LogCompaction, drops_a_tombstone_only_in_a_later_compaction_than_the_first_that_kept_it) {
  Log log(0);
  log.bury("a");
  EXPECT_EQ(log.compact(0), done(1)) << "it does not lie below 0, so it has not been seen";
  EXPECT_EQ(log.compact(1), done(1));
  EXPECT_EQ(log.compact(0), done(1)) << "it does not lie below 0, so it may not go";
  EXPECT_EQ(log.compact(1), done(0));
}

TEST(LogCompaction, drops_a_tombstone_only_when_the_end_is_further_away_than_the_retention) {
  Log log(2);
  log.bury("a"), log.append("b", 1);
  EXPECT_EQ(log.compact(2), done(2));
  EXPECT_EQ(log.compact(2), done(2)) << "2 - 0 is not more than 2";
  log.append("c", 1);
  EXPECT_EQ(log.compact(2), done(2));
  EXPECT_EQ(log.offsets(), (Offsets{1, 2}));
}

TEST(LogCompaction, never_gives_the_offset_of_a_dropped_record_again) {
  Log log(0);
  log.bury("a"), log.compact(1), log.compact(1);
  log.model().crash();
  EXPECT_EQ(log.compact(1), done(0)) << "the end is still 1";
  EXPECT_EQ(log.append("a", 1), done(1));
}

TEST(LogCompaction, gives_the_state_sorted_by_key_without_tombstones) {
  Log log;
  log.append("b", 1), log.append("", 2), log.append("c", 3), log.bury("c");
  Outcome expected;
  Tape& state = expected.done().list(2);
  state.list(2).text("").number(2);
  state.list(2).text("b").number(1);
  EXPECT_EQ(log.state(), expected);
}

TEST(LogCompaction, reads_nothing_beyond_the_end) {
  Log log;
  log.append("a", 1);
  EXPECT_EQ(log.offsets(1), Offsets{});
  EXPECT_EQ(log.offsets(INT64_MAX), Offsets{});
}

TEST(LogCompaction, refuses_malformed_commands_and_changes_nothing) {
  LogCompaction model({});
  Outcome outcome;
  const auto refuses = [&](std::uint8_t type, const Tape& fields) {
    model.answer({type, fields}, outcome);
    return outcome.is_refused(refusal::malformed);
  };
  EXPECT_TRUE(refuses(0, Tape().text("a")));
  EXPECT_TRUE(refuses(0, Tape().text("a").absent()));
  EXPECT_TRUE(refuses(0, Tape().null().number(1)));
  EXPECT_TRUE(refuses(0, Tape().text("a").flag(true)));
  EXPECT_TRUE(refuses(0, Tape().text("a").odd("1.5")));
  EXPECT_TRUE(refuses(0, Tape().text("a").number(std::int64_t{INT32_MAX} + 1)));
  EXPECT_TRUE(refuses(1, Tape().number(-1)));
  EXPECT_TRUE(refuses(2, Tape().text("0")));
  EXPECT_TRUE(refuses(Command::unknown_type, Tape()));
  std::string text;
  model.print(text);
  EXPECT_EQ(text, "next offset 0\n");
}

TEST(LogCompaction, prints_what_a_compaction_has_seen) {
  Log log(5);
  log.bury("a"), log.append("a b", 7);
  const auto print = [&log] {
    std::string text;
    log.model().print(text);
    return text;
  };
  EXPECT_EQ(print(),
            "next offset 2\nrecord 0 key=\"a\" value=null\nrecord 1 key=\"a b\" value=7\n");
  log.compact(1);
  EXPECT_EQ(print(),
            "next offset 2\nrecord 0 key=\"a\" value=null seen by a compaction\nrecord 1 key=\"a "
            "b\" value=7\n");
}

TEST(LogCompaction, clones_into_an_independent_log) {
  Log log;
  log.append("a", 1);
  const auto clone = log.model().clone();
  log.append("a", 2);
  std::string text;
  clone->print(text);
  EXPECT_EQ(text, "next offset 1\nrecord 0 key=\"a\" value=1\n");
}

}  // namespace
}  // namespace fencepost::model
