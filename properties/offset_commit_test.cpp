// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/offset_commit.hpp"

#include <gtest/gtest.h>

#include <set>

#include "fencepost/properties/offset_commit_reading.hpp"
#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

using Kind = Step::Kind;

/// A scenario written by hand, and a history of what was said in it.
struct Story {
  Story() {
    scenario.workload = find_contract("offset-commit");
    scenario.parameters.set("partitions", 1);
  }

  Story& processed(std::int64_t offset) {
    send(scenario, "c", 0).number(0).number(offset);
    return *this;
  }
  Story& ask() {
    send(scenario, "c", 1).number(0);
    return *this;
  }
  Story& run(std::int64_t from, std::int64_t end) {
    for (std::int64_t offset = from; offset < end; ++offset) processed(offset);
    return *this;
  }
  Story& trouble(Kind kind, std::uint32_t id = 0) {
    scenario.steps.emplace_back().kind = kind;
    scenario.steps.back().id = id;
    scenario.steps.back().at = 1;
    return *this;
  }
  /// The last step was answered so.
  Story& said(std::int64_t committed, bool told = true) {
    Event& event = happened(Event::Kind::answered);
    event.told = told;
    event.outcome.done().number(committed);
    return *this;
  }
  Story& crashed(bool in_message = false) {
    happened(Event::Kind::crashed).in_message = in_message;
    return *this;
  }
  Event& happened(Event::Kind kind) {
    Event& event = history.add();
    event.kind = kind;
    event.step = event.message = static_cast<std::uint32_t>(scenario.steps.size() - 1);
    return event;
  }
  /// The first property that is broken, or "held".
  std::string_view judged() const {
    for (const Property& property : offset_commit().properties)
      if (property.check != nullptr && property.check(scenario, history)) return property.name;
    return "held";
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string verdict(std::string_view bug = {}) const { return convicted_of(scenario, bug); }

  Scenario scenario;
  History history;
};

struct Planted {
  const char* bug;
  Story story;
};

std::vector<Planted> shortest_histories() {
  return {
      {"far-offset-wraps", Story().processed(1 << 17)},
      {"run-ends-with-its-word", Story().run(0, 63).processed(64).processed(63)},
      {"growth-forgets-what-waits", Story().processed(1).processed(64).processed(0)},
      {"duplicate-clears-its-bit", Story().processed(1).trouble(Kind::again, 1).processed(0)},
      {"late-acknowledgement-moves-back",
       Story().processed(0).processed(1).trouble(Kind::again, 1)},
      {"offset-acknowledged-before-synced", Story().processed(0).trouble(Kind::crash).ask()},
      {"offset-replay-starts-late", Story().processed(0).trouble(Kind::crash).ask()},
      {"replay-reads-next-as-last", Story().processed(0).trouble(Kind::crash).ask()},
      {"offset-recovery-stops-at-the-checkpoint", Story().run(0, 17).trouble(Kind::crash).ask()},
  };
}

TEST(OffsetCommit, the_shortest_history_of_each_bug_convicts_it_by_its_property) {
  std::set<std::string_view> seen;
  for (const auto& [id, story] : shortest_histories()) {
    SCOPED_TRACE(id);
    const sut::PlantedBug* const bug = sut::find_planted_bug(id);
    ASSERT_NE(bug, nullptr);
    seen.insert(bug->id);
    EXPECT_EQ(story.verdict(), "held");
    EXPECT_EQ(story.verdict(id), bug->property);
    EXPECT_EQ(story.scenario.steps.size(), static_cast<std::size_t>(bug->shortest));
  }
  for (const sut::PlantedBug* bug : sut::planted_bugs())
    EXPECT_TRUE(bug->workload != "offset-commit" || seen.contains(bug->id)) << bug->id;
}

TEST(OffsetCommit, each_property_is_broken_by_what_it_forbids) {
  EXPECT_EQ(Story().processed(0).said(0).crashed().ask().said(-1).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().processed(1).said(1).judged(), "commit_never_passes_a_gap");
  EXPECT_EQ(Story().processed(0).said(0).ask().said(-1).judged(), "commit_never_goes_back");
  EXPECT_EQ(Story().processed(1).said(-1).processed(1).said(-1).processed(0).said(0).judged(),
            "duplicates_change_nothing");
  EXPECT_EQ(Story().processed(1).said(-1).processed(0).said(0).judged(),
            "order_of_acknowledgements_does_not_matter");
  const Story stuck = Story().processed(1).said(-1).processed(0).said(0);
  OffsetCommitReading reading;
  reading.read(stuck.scenario, stuck.history);
  EXPECT_TRUE(reading.broken(OffsetCommitReading::the_end).has_value());
}

TEST(OffsetCommit, a_rule_that_is_broken_says_where_and_how) {
  const Story story = Story().processed(0).said(0).processed(5).said(5);
  OffsetCommitReading reading;
  reading.read(story.scenario, story.history);
  const auto& broken = reading.broken(OffsetCommitReading::gap);
  ASSERT_TRUE(broken.has_value());
  EXPECT_EQ(broken->event, 1U);
  EXPECT_EQ(broken->sentence, "partition 0 has committed 5, but offset 1 has not been processed");
}

TEST(OffsetCommit, an_open_fate_convicts_nobody) {
  // Under way at a crash: had its effect, or not.
  EXPECT_EQ(Story().processed(0).crashed(true).ask().said(0).judged(), "held");
  EXPECT_EQ(Story().processed(0).crashed(true).ask().said(-1).judged(), "held");
  EXPECT_EQ(Story().processed(1).said(-1).processed(0).crashed(true).ask().said(1).judged(),
            "held");
  EXPECT_EQ(Story().processed(0).crashed(true).processed(1).crashed(true).ask().said(1).judged(),
            "held");
  // But never half of it.
  EXPECT_EQ(Story().processed(0).crashed(true).ask().said(1).judged(), "commit_never_passes_a_gap");
  // Nobody was told.
  EXPECT_EQ(Story().processed(0).said(0, false).crashed().ask().said(-1).judged(), "held");
}

TEST(OffsetCommit, a_crash_may_forget_what_waits) {
  EXPECT_EQ(Story().processed(1).said(-1).crashed().processed(0).said(0).judged(), "held");
  EXPECT_EQ(Story().processed(1).said(-1).crashed().processed(0).said(1).judged(),
            "commit_never_passes_a_gap");
}

TEST(OffsetCommit, an_unknown_outcome_of_a_system_that_runs_on_leaves_both_ways_open) {
  const auto story = [](std::int64_t committed) {
    Story told;
    told.processed(1).said(-1).processed(0);
    told.happened(Event::Kind::answered).outcome.unknown("no answer came");
    return told.processed(1).said(committed);
  };
  EXPECT_EQ(story(-1).judged(), "held");
  EXPECT_EQ(story(1).judged(), "held");
  EXPECT_EQ(story(2).judged(), "commit_never_passes_a_gap");
}

TEST(OffsetCommit, drawn_scenarios_acquit_the_engine_and_reach_every_mark) {
  expect_drawn_scenarios_hold("offset-commit", 2000, expect_state_of_the_model);
}

}  // namespace
}  // namespace fencepost::properties
