// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/state_rebuild.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

Parameters parameters(std::int64_t retention, bool increment) {
  Parameters parameters;
  if (retention >= 0) parameters.set("tombstone_retention", retention);
  if (increment) parameters.set("increment", 1);
  return parameters;
}

/// The model, asked and answering in the words of a history.
class Log {
 public:
  explicit Log(std::int64_t retention = -1, bool increment = false)
      : model_(parameters(retention, increment)) {}

  std::string ask(std::string_view words) {
    const Contract& contract = *find_contract("state-rebuild");
    Command command;
    EXPECT_EQ(read_command(words, contract, command), "");
    Outcome outcome;
    model_.answer(command, outcome);
    return to_text(contract, command, outcome);
  }
  std::string print() const {
    std::string text;
    model_.print(text);
    return text;
  }
  StateRebuild& model() { return model_; }

 private:
  StateRebuild model_;
};

/// The worked example of the workloads page.
Log worked_example() {
  Log log(0);
  log.ask("append key=\"a\" value=1"), log.ask("append key=\"b\" value=2");
  log.ask("append key=\"a\" value=3");
  EXPECT_EQ(log.ask("snapshot"), "id=0 next=3");
  log.ask("append key=\"b\" value=null"), log.ask("append key=\"c\" value=4");
  return log;
}

TEST(StateRebuild, gives_the_same_state_from_snapshot_from_empty_and_from_the_compacted_log) {
  Log log = worked_example();
  const std::string state = "state=[[\"a\",3],[\"c\",4]]";
  EXPECT_EQ(log.ask("rebuild snapshot=0"), state + " replayed_from=3");
  EXPECT_EQ(log.ask("rebuild snapshot=null"), state + " replayed_from=0");
  EXPECT_EQ(log.ask("compact upto=5"), "kept=3");
  EXPECT_EQ(log.ask("rebuild"), state + " replayed_from=0");
  EXPECT_EQ(log.ask("rebuild snapshot=0"), state + " replayed_from=3");
  EXPECT_EQ(log.ask("state"), state);
}

TEST(StateRebuild, refuses_a_snapshot_that_has_not_seen_an_expired_tombstone) {
  Log log = worked_example();
  EXPECT_EQ(log.ask("compact upto=5"), "kept=3");
  EXPECT_EQ(log.ask("compact upto=5"), "kept=2");
  EXPECT_EQ(log.ask("rebuild snapshot=0"), "refused suffix_lost");
  EXPECT_EQ(log.ask("rebuild"), "state=[[\"a\",3],[\"c\",4]] replayed_from=0");
  EXPECT_EQ(log.ask("snapshot"), "id=1 next=5");
  EXPECT_EQ(log.ask("rebuild snapshot=1"), "state=[[\"a\",3],[\"c\",4]] replayed_from=5");
}

TEST(StateRebuild, refuses_what_retention_has_passed_and_keeps_the_state) {
  Log log = worked_example();
  EXPECT_EQ(log.ask("truncate_before offset=3"), "start=3");
  EXPECT_EQ(log.ask("rebuild snapshot=0"), "state=[[\"a\",3],[\"c\",4]] replayed_from=3");
  EXPECT_EQ(log.ask("truncate_before offset=4"), "start=4");
  EXPECT_EQ(log.ask("truncate_before offset=1"), "start=4");
  EXPECT_EQ(log.ask("truncate_before offset=6"), "refused beyond_end");
  EXPECT_EQ(log.ask("rebuild snapshot=0"), "refused suffix_lost");
  EXPECT_EQ(log.ask("rebuild"), "refused suffix_lost");
  EXPECT_EQ(log.ask("state"), "state=[[\"a\",3],[\"c\",4]]");
}

TEST(StateRebuild, has_no_state_from_its_loss_until_a_rebuild) {
  Log log = worked_example();
  EXPECT_EQ(log.ask("lose_node"), "{}");
  EXPECT_EQ(log.ask("state"), "refused no_state");
  EXPECT_EQ(log.ask("snapshot"), "refused no_state");
  EXPECT_EQ(log.ask("append key=\"d\" value=5"), "offset=5");
  EXPECT_EQ(log.ask("rebuild snapshot=7"), "refused no_such_snapshot");
  EXPECT_EQ(log.ask("state"), "refused no_state");
  EXPECT_EQ(log.ask("rebuild snapshot=0"), "state=[[\"a\",3],[\"c\",4],[\"d\",5]] replayed_from=3");
  EXPECT_EQ(log.ask("snapshot"), "id=1 next=6");
}

TEST(StateRebuild, adds_increments_each_once) {
  Log log(-1, true);
  log.ask("append key=\"a\" value=1"), log.ask("append key=\"a\" value=1");
  EXPECT_EQ(log.ask("snapshot"), "id=0 next=2");
  log.ask("append key=\"a\" value=2147483647"), log.ask("append key=\"b\" value=0");
  const std::string state = "state=[[\"a\",2147483649],[\"b\",0]]";
  EXPECT_EQ(log.ask("rebuild snapshot=0"), state + " replayed_from=2");
  EXPECT_EQ(log.ask("rebuild"), state + " replayed_from=0");
}

TEST(StateRebuild, never_compacts_increments) {
  Log log(-1, true);
  EXPECT_EQ(log.ask("compact upto=-1"), "refused malformed");
  EXPECT_EQ(log.ask("compact upto=0"), "refused not_a_replacement_log");
  EXPECT_EQ(log.ask("compact upto=9"), "refused not_a_replacement_log");
}

TEST(StateRebuild, refuses_what_is_malformed) {
  for (const char* words :
       {"append key=\"a\"", "append key=1 value=1", "append key=\"a\" value=2147483648",
        "append key=\"a\" value=true", "compact", "compact upto=-1", "truncate_before offset=null",
        "rebuild snapshot=-1", "rebuild snapshot=\"0\"", "rebuild snapshot=[]", "no-such-command"})
    EXPECT_EQ(Log().ask(words), "refused malformed") << words;
  for (const char* words : {"append key=\"a\" value=null", "append key=\"a\" value=\"1\""})
    EXPECT_EQ(Log(-1, true).ask(words), "refused malformed") << words;
}

TEST(StateRebuild, clones_are_independent_and_print_what_they_are) {
  Log log = worked_example();
  const auto twin = log.model().clone();
  std::string before, after;
  twin->print(before);
  EXPECT_EQ(before, log.print());
  log.ask("compact upto=4"), log.ask("lose_node");
  twin->print(after);
  EXPECT_EQ(after, before);
  EXPECT_EQ(log.print(),
            "log from 0 to before 5\n"
            "record 2 key=\"a\" value=3\n"
            "record 3 key=\"b\" value=null seen by a compaction\n"
            "record 4 key=\"c\" value=4\n"
            "snapshot 0 next=3\n"
            "snapshot 0 key=\"a\" value=3\n"
            "snapshot 0 key=\"b\" value=2\n"
            "no state\n");
}

}  // namespace
}  // namespace fencepost::model
