// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/state_rebuild.hpp"

#include <gtest/gtest.h>

#include <map>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/state_rebuild_bugs.hpp"

namespace fencepost::properties {
namespace {

/// A scenario written by hand, in the words of a history.
class Story {
 public:
  explicit Story(std::int64_t retention = -1, bool increment = false) {
    scenario_.workload = find_contract("state-rebuild");
    if (retention >= 0) scenario_.parameters.set("tombstone_retention", retention);
    if (increment) scenario_.parameters.set("increment", 1);
  }
  Story& ask(std::string_view words) {
    Command command;
    EXPECT_EQ(read_command(words, *scenario_.workload, command), "");
    send(scenario_, "P1", command.type) = command.fields;
    return *this;
  }
  Story& append(std::string_view key, std::int64_t value) {
    return ask("append key=\"" + std::string(key) + "\" value=" + std::to_string(value));
  }
  Story& trouble(Step::Kind kind, Loss loss = {}) {
    Step& step = scenario_.steps.emplace_back();
    step.kind = kind;
    step.loss = loss;
    return *this;
  }
  Story& crash(Loss loss = {}) { return trouble(Step::Kind::crash, loss); }
  Story& flip(std::uint32_t write, std::uint64_t bit) {
    trouble(Step::Kind::flip_bit);
    scenario_.steps.back().at = write;
    scenario_.steps.back().bit = bit;
    return *this;
  }
  const Scenario& scenario() const { return scenario_; }

 private:
  Scenario scenario_;
};

constexpr Loss names_lost = {.kept = 0, .torn = 0, .zeros = false, .names = true};

/// Bit 0 of the last byte but one of a fold's frame of one key and a number: of the number.
constexpr std::uint64_t bit_of_value = (16 + 5 + 5 + 6 + 1) * 8;
/// After the log's: bounds, a record, and the bounds that name the snapshot.
constexpr std::uint32_t write_of_snapshot = 4;

std::map<std::string_view, Scenario> shortest_histories() {
  std::map<std::string_view, Scenario> all;
  const auto add = [&all](std::string_view bug, const Story& story) {
    all[bug] = story.scenario();
  };
  const auto covered = [] {
    return Story().append("a", 1).ask("snapshot").ask("truncate_before offset=1");
  };
  add("replay-from-last-applied",
      Story(-1, true).append("a", 1).ask("snapshot").ask("rebuild snapshot=0"));
  add("expired-tombstone-unnoticed", Story(0)
                                         .append("a", 1)
                                         .ask("snapshot")
                                         .ask("append key=\"a\" value=null")
                                         .ask("compact upto=2")
                                         .ask("compact upto=2")
                                         .ask("rebuild snapshot=0"));
  add("increments-compacted",
      Story(-1, true).append("a", 1).append("a", 1).ask("compact upto=2").ask("rebuild"));
  add("retention-passed-unnoticed",
      Story().append("a", 1).ask("truncate_before offset=1").ask("rebuild"));
  add("snapshot-before-newest", Story().append("a", 1).ask("snapshot").crash().ask("state"));
  add("snapshot-not-synced", covered().crash());
  add("snapshot-name-not-synced", covered().crash(names_lost));
  add("snapshot-is-derived", covered().trouble(Step::Kind::lose_node));
  add("refused-rebuild-clears", Story().append("a", 1).ask("rebuild snapshot=0").ask("state"));
  add("retention-without-checkpoint",
      Story().append("a", 1).ask("truncate_before offset=1").crash());
  add("damaged-snapshot-trusted", Story()
                                      .append("a", 1)
                                      .ask("snapshot")
                                      .flip(write_of_snapshot, bit_of_value)
                                      .crash()
                                      .ask("state"));
  add("lost-state-comes-back", Story().ask("lose_node").crash().ask("state"));
  return all;
}

TEST(StateRebuildProperties, convict_every_planted_bug_by_its_shortest_history) {
  const Workload workload = state_rebuild();
  auto histories = shortest_histories();
  const auto clean = sut::make_engine("state-rebuild");
  Trial acquittal(workload, *clean);
  for (const sut::PlantedBug& bug : sut::state_rebuild_bugs) {
    SCOPED_TRACE(bug.id);
    const Scenario& scenario = histories[bug.id];
    ASSERT_EQ(why_unplayable(scenario), "");
    EXPECT_LE(scenario.steps.size(), static_cast<std::size_t>(bug.shortest));
    const auto home = sut::make_engine("state-rebuild", &bug);
    Trial trial(workload, *home);
    const Verdict& verdict = trial.run(scenario);
    EXPECT_EQ(verdict.ruling, Ruling::violated);
    EXPECT_EQ(verdict.fingerprint.property, bug.property) << verdict.sentence;
    EXPECT_EQ(acquittal.run(scenario).ruling, Ruling::held) << acquittal.run(scenario).sentence;
  }
}

TEST(StateRebuildProperties, hold_for_the_clean_engine_and_reach_every_mark) {
  expect_drawn_scenarios_hold("state-rebuild", 2000);
}

/// A history made by hand: no system of ours would write it.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario()) {}
  /// The next step is a command with this outcome.
  Outcome& answered() {
    Event& event = history_.add();
    event.step = event.message = static_cast<std::uint32_t>(history_.size() - 1);
    return event.outcome;
  }
  Tape& done() { return answered().done(); }
  /// The property that is broken first, and its sentence.
  std::string judged() const {
    for (const Property& property : state_rebuild().properties) {
      if (property.check == nullptr) continue;
      if (const auto broken = property.check(scenario_, history_))
        return std::string(property.name) + ": " + broken->sentence;
    }
    return "held";
  }

 private:
  Scenario scenario_;
  History history_;
};

TEST(StateRebuildProperties, notice_a_key_that_is_back) {
  Told told(Story(0).append("a", 1).ask("append key=\"a\" value=null").ask("rebuild"));
  told.done().number(0), told.done().number(1);
  told.done().list(1).list(2).text("a").number(1).number(0);
  EXPECT_EQ(
      told.judged(),
      "a_deleted_key_stays_deleted: rebuilt from empty, the state has \"a\"=1, but the records "
      "fold to nothing of \"a\"");
}

TEST(StateRebuildProperties, notice_a_record_that_is_applied_twice) {
  Told told(Story(-1, true).append("a", 2).ask("rebuild"));
  told.done().number(0);
  told.done().list(1).list(2).text("a").number(4).number(0);
  EXPECT_TRUE(told.judged().starts_with("replay_applies_each_record_once: ")) << told.judged();
}

TEST(StateRebuildProperties, notice_a_replay_that_begins_elsewhere) {
  Told told(Story().append("a", 2).ask("snapshot").ask("rebuild snapshot=0"));
  told.done().number(0), told.done().number(0).number(1);
  told.done().list(1).list(2).text("a").number(2).number(0);
  EXPECT_TRUE(told.judged().starts_with("replay_applies_each_record_once: ")) << told.judged();
}

TEST(StateRebuildProperties, notice_a_refusal_without_reason) {
  Told told(Story().append("a", 2).ask("snapshot").ask("rebuild snapshot=0"));
  told.done().number(0), told.done().number(0).number(1);
  told.answered().refuse(refusal::suffix_lost);
  EXPECT_EQ(told.judged(),
            "rebuild_equals_full_replay: the rebuild is refused, although every record from 1 on "
            "is there");
}

TEST(StateRebuildProperties, notice_a_state_or_a_snapshot_that_is_gone) {
  Told state(Story().ask("state"));
  state.answered().refuse(refusal::no_state);
  EXPECT_TRUE(state.judged().starts_with("acknowledged_records_survive: ")) << state.judged();
  Told snapshot(Story().ask("snapshot").ask("rebuild snapshot=0"));
  snapshot.done().number(0).number(0);
  snapshot.answered().refuse(refusal::no_such_snapshot);
  EXPECT_TRUE(snapshot.judged().starts_with("acknowledged_records_survive: ")) << snapshot.judged();
}

TEST(StateRebuildProperties, notice_an_offset_or_an_id_given_twice) {
  Told offset(Story().append("a", 1).append("a", 2));
  offset.done().number(0), offset.done().number(0);
  EXPECT_TRUE(offset.judged().starts_with("acknowledged_records_survive: ")) << offset.judged();
  Told id(Story().ask("snapshot").ask("snapshot"));
  id.done().number(0).number(0), id.done().number(0).number(0);
  EXPECT_TRUE(id.judged().starts_with("acknowledged_records_survive: ")) << id.judged();
}

TEST(StateRebuildProperties, allow_the_refusal_of_a_damaged_snapshot_only_after_a_flipped_bit) {
  const Workload workload = state_rebuild();
  const auto home = sut::make_engine("state-rebuild");
  Trial trial(workload, *home);
  const Story story = Story()
                          .append("a", 1)
                          .ask("snapshot")
                          .ask("truncate_before offset=1")
                          .flip(write_of_snapshot + 1, bit_of_value)
                          .ask("rebuild snapshot=0")
                          .ask("state");
  const Verdict& verdict = trial.run(story.scenario());
  EXPECT_EQ(verdict.ruling, Ruling::held) << verdict.sentence;
  EXPECT_TRUE(trial.history()[4].outcome.is_refused(refusal::snapshot_damaged));
}

}  // namespace
}  // namespace fencepost::properties
