// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/log_compaction.hpp"

#include <gtest/gtest.h>

#include <map>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/log_compaction_bugs.hpp"

namespace fencepost::properties {
namespace {

/// A scenario written by hand.
class Story {
 public:
  explicit Story(std::int64_t retention) {
    scenario_.workload = find_contract("log-compaction");
    if (retention >= 0) scenario_.parameters.set("tombstone_retention", retention);
  }
  Story& append(std::string_view key) { return send_fields(0).text(key).number(1), *this; }
  Story& bury(std::string_view key) { return send_fields(0).text(key).null(), *this; }
  Story& compact(std::int64_t upto) { return send_fields(1).number(upto), *this; }
  Story& read() { return send_fields(2).number(0), *this; }
  Story& state() { return send_fields(3), *this; }
  Story& crash(Loss loss = {}) {
    Step& step = scenario_.steps.emplace_back();
    step.kind = Step::Kind::crash;
    step.loss = loss;
    return *this;
  }
  /// Power is lost in the last message, before this disk operation.
  Story& crash_in(std::uint32_t at, Loss loss = {}) {
    crash(loss);
    Step& step = scenario_.steps.back();
    step.kind = Step::Kind::crash_in;
    step.id = scenario_.steps[scenario_.steps.size() - 2].id;
    step.at = at;
    return *this;
  }
  Story& flip_bit() {
    Step& step = crash().scenario_.steps.back();
    step.kind = Step::Kind::flip_bit;
    step.at = 1;
    return *this;
  }
  const Scenario& scenario() const { return scenario_; }

 private:
  Tape& send_fields(std::uint8_t type) { return send(scenario_, "P1", type); }

  Scenario scenario_;
};

constexpr Loss names_lost = {.kept = 0, .torn = 0, .zeros = false, .names = true};

/// The shortest known history of every planted bug.
std::map<std::string_view, Scenario> shortest_histories() {
  std::map<std::string_view, Scenario> all;
  const auto add = [&all](std::string_view bug, const Story& story) {
    all[bug] = story.scenario();
  };
  add("compaction-renumbers", Story(-1).bury("a").append("a").compact(1).read());
  add("compaction-newest-first", Story(-1).append("a").append("a").append("b").compact(1).read());
  add("keys-by-hash", Story(-1).append("a").append("b").compact(2));
  add("tombstone-at-once", Story(0).bury("a").compact(1));
  add("last-below-upto", Story(-1).append("a").append("a").compact(1));
  add("seen-forgotten", Story(0).bury("a").compact(1).crash().compact(1));
  add("next-offset-forgotten", Story(0).bury("a").compact(1).compact(1).crash().append("a"));
  add("renamed-before-sync", Story(-1).append("a").append("a").compact(1).crash_in(3).read());
  add("name-not-synced", Story(-1).append("a").append("a").compact(1).crash(names_lost).read());
  add("unfinished-trusted", Story(-1).append("a").append("a").compact(1).crash_in(2).read());
  add("append-not-synced", Story(-1).append("a").crash().read());
  add("torn-tail-kept",
      Story(-1).append("a").crash_in(3, {.kept = 0, .torn = 1}).append("b").crash());
  return all;
}

TEST(LogCompactionProperties, convict_every_planted_bug_by_its_shortest_history) {
  const Workload workload = log_compaction();
  auto histories = shortest_histories();
  const auto clean = sut::make_engine("log-compaction");
  Trial acquittal(workload, *clean);
  for (const sut::PlantedBug& bug : sut::log_compaction_bugs) {
    SCOPED_TRACE(bug.id);
    const Scenario& scenario = histories[bug.id];
    ASSERT_EQ(why_unplayable(scenario), "");
    EXPECT_EQ(scenario.steps.size(), static_cast<std::size_t>(bug.shortest));
    const auto home = sut::make_engine("log-compaction", &bug);
    Trial trial(workload, *home);
    const Verdict& verdict = trial.run(scenario);
    EXPECT_EQ(verdict.ruling, Ruling::violated);
    EXPECT_EQ(verdict.fingerprint.property, bug.property) << verdict.sentence;
    EXPECT_EQ(acquittal.run(scenario).ruling, Ruling::held);
  }
}

TEST(LogCompactionProperties, hold_for_the_clean_engine_and_reach_every_mark) {
  expect_drawn_scenarios_hold("log-compaction", 2000);
}

/// A history made by hand: no system of ours would write it.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario()) {}
  /// The next step is a command with this outcome.
  Tape& done() {
    Event& event = history_.add();
    event.step = event.message = static_cast<std::uint32_t>(history_.size() - 1);
    return event.outcome.done();
  }
  void crashed() {
    Event& event = history_.add();
    event.kind = Event::Kind::crashed;
    event.step = event.message = static_cast<std::uint32_t>(history_.size() - 1);
    event.outcome.unknown("");
  }
  /// The property that is broken first, and its sentence.
  std::string judged() const {
    for (const Property& property : log_compaction().properties) {
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

TEST(LogCompactionProperties, notice_a_compaction_that_removes_a_live_record) {
  Told told(Story(-1).append("a").append("b").compact(2).state());
  told.done().number(0), told.done().number(1), told.done().number(1);
  EXPECT_TRUE(told.judged().starts_with("compaction_keeps_the_state: ")) << told.judged();
}

TEST(LogCompactionProperties, notice_a_state_that_a_compaction_changed) {
  Told told(Story(-1).append("a").compact(1).state());
  told.done().number(0), told.done().number(1);
  told.done().list(0);
  EXPECT_EQ(told.judged(),
            "compaction_keeps_the_state: the state has nothing of \"a\"=1, the latest of its key");
}

TEST(LogCompactionProperties, notice_a_repeated_compaction_that_removes_more) {
  Told told(Story(-1).append("a").bury("b").compact(2).compact(2));
  told.done().number(0), told.done().number(1), told.done().number(2), told.done().number(1);
  EXPECT_EQ(told.judged(),
            "compaction_is_idempotent: the same compaction kept 2 records and then 1");
}

TEST(LogCompactionProperties, notice_a_record_that_a_crash_took) {
  Told told(Story(-1).append("a").crash().read());
  told.done().number(0);
  told.crashed();
  told.done().list(0);
  EXPECT_EQ(told.judged(),
            "acknowledged_records_survive: record 0 (\"a\"=1) is missing, although nothing could "
            "remove it");
}

TEST(LogCompactionProperties, notice_an_offset_given_twice) {
  Told told(Story(-1).append("a").append("b"));
  told.done().number(0), told.done().number(0);
  EXPECT_EQ(
      told.judged(),
      "offsets_are_never_renumbered: the log ends at 0 or before, although its next offset was 1");
}

TEST(LogCompactionProperties, notice_a_read_out_of_order) {
  Told told(Story(-1).append("a").append("b").read());
  told.done().number(0), told.done().number(1);
  Tape& records = told.done().list(2);
  records.list(3).number(1).text("b").number(1);
  records.list(3).number(0).text("a").number(1);
  EXPECT_EQ(told.judged(), "order_is_kept: offset 0 is read after offset 1");
}

TEST(LogCompactionProperties, believe_either_fate_of_an_append_that_a_crash_struck) {
  const Workload workload = log_compaction();
  const auto home = sut::make_engine("log-compaction");
  Trial trial(workload, *home);
  for (const std::uint32_t kept : {0U, 1U}) {
    for (std::uint32_t at = 1; at <= 3; ++at) {
      const Story story = Story(0)
                              .append("a")
                              .bury("a")
                              .crash_in(at, {.kept = kept})
                              .compact(1)
                              .append("b")
                              .read()
                              .state();
      const Verdict& verdict = trial.run(story.scenario());
      EXPECT_EQ(verdict.ruling, Ruling::held) << verdict.sentence;
    }
  }
}

TEST(LogCompactionProperties, hold_when_damage_is_reported) {
  const Workload workload = log_compaction();
  const auto home = sut::make_engine("log-compaction");
  Trial trial(workload, *home);
  EXPECT_EQ(trial.run(Story(-1).append("a").flip_bit().crash().read().scenario()).ruling,
            Ruling::held);
  EXPECT_EQ(trial.end().kind, faults::End::Kind::damage_found);
}

}  // namespace
}  // namespace fencepost::properties
