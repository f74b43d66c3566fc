// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/windowed_aggregation.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/windowed_aggregation_bugs.hpp"

namespace fencepost::properties {
namespace {

using Kind = Step::Kind;

struct Window {
  std::int64_t start;
  std::int64_t sum;
  std::int64_t count;
};
using Emitted = std::vector<Window>;

/// Events of windows of ten of the key "k", and what was said to them.
struct Story {
  explicit Story(std::int64_t allowed_lateness = 0) {
    scenario.workload = find_contract("windowed-aggregation");
    scenario.parameters.set("size", 10);
    scenario.parameters.set("allowed_lateness", allowed_lateness);
  }

  Story& event(std::int64_t time, std::int64_t value = 1) {
    send(scenario, "s", 0).text("k").number(time).number(value);
    return *this;
  }
  Story& close() {
    send(scenario, "s", 1);
    return *this;
  }
  Story& late() {
    send(scenario, "s", 2);
    return *this;
  }
  Story& trouble(Kind kind) {
    scenario.steps.emplace_back().kind = kind;
    return *this;
  }

  Story& counted(std::int64_t watermark, const Emitted& windows = {}) {
    return emitted(answered().done().flag(false).number(watermark), windows);
  }
  Story& was_late(std::int64_t watermark) {
    return emitted(answered().done().flag(true).number(watermark), {});
  }
  Story& closed(const Emitted& windows) { return emitted(answered().done(), windows); }
  Story& listed(const std::vector<std::int64_t>& times) {
    Tape& body = answered().done().list(static_cast<std::uint32_t>(times.size()));
    for (const std::int64_t time : times) body.list(3).text("k").number(time).number(1);
    return *this;
  }
  Story& crashed_in() {
    happened(Event::Kind::crashed).in_message = true;
    return *this;
  }
  Story& crashed(std::uint32_t writes_lost = 0) {
    trouble(Kind::crash);
    happened(Event::Kind::crashed).writes_lost = writes_lost;
    return *this;
  }
  Story& unanswered() {
    answered().unknown("a disk sync failed");
    return *this;
  }

  /// The first property that the history breaks, or "held".
  std::string_view judged() const {
    for (const Property& property : windowed_aggregation().properties)
      if (property.check != nullptr && property.check(scenario, history)) return property.name;
    return "held";
  }
  bool reached(std::string_view mark) const {
    for (const Property& property : windowed_aggregation().properties)
      if (property.name == mark) return property.reached(scenario, history);
    return false;
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string tried(const sut::PlantedBug* bug) const {
    const auto home = sut::make_engine("windowed-aggregation", bug);
    const Workload workload = windowed_aggregation();
    Trial trial(workload, *home);
    const Verdict& verdict = trial.run(scenario);
    return verdict.ruling == Ruling::held ? "held" : verdict.fingerprint.property;
  }

  Scenario scenario;
  History history;

 private:
  Event& happened(Event::Kind kind) {
    Event& event = history.add();
    event.kind = kind;
    event.step = event.message = static_cast<std::uint32_t>(scenario.steps.size() - 1);
    return event;
  }
  Outcome& answered() { return happened(Event::Kind::answered).outcome; }
  Story& emitted(Tape& body, const Emitted& windows) {
    body.list(static_cast<std::uint32_t>(windows.size()));
    for (const auto& [start, sum, count] : windows)
      body.list(5).number(start).number(start + 10).text("k").number(sum).number(count);
    return *this;
  }
};

TEST(WindowedAggregationProperties, the_shortest_history_of_each_bug_convicts_it) {
  const Story stories[] = {
      Story().event(-1).close(),
      Story().event(0).event(0),
      Story().event(0).event(10).event(10),
      Story().event(9),
      Story(5).event(5).event(4),
      Story().event(0, INT32_MAX).event(0).close(),
      Story().event(0).trouble(Kind::crash).close(),
      Story().close().trouble(Kind::crash).event(0),
      Story().event(0).trouble(Kind::crash).close(),
  };
  for (std::size_t i = 0; i < std::size(stories); ++i) {
    const sut::PlantedBug& bug = sut::windowed_aggregation_bugs[i];
    EXPECT_EQ(stories[i].tried(&bug), bug.property) << bug.id;
    EXPECT_EQ(stories[i].tried(nullptr), "held") << bug.id;
    EXPECT_EQ(stories[i].scenario.steps.size(), static_cast<std::size_t>(bug.shortest)) << bug.id;
  }
}

TEST(WindowedAggregationProperties, a_window_has_the_count_and_sum_of_its_events) {
  const auto closed = [](const Emitted& windows) {
    return Story(20)
        .event(3, 5)
        .counted(-17)
        .event(15, 1)
        .counted(-5)
        .event(4, 2)
        .counted(-5)
        .close()
        .closed(windows)
        .judged();
  };
  EXPECT_EQ(closed({{0, 7, 2}, {10, 1, 1}}), "held");
  EXPECT_EQ(closed({{0, 8, 2}, {10, 1, 1}}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(closed({{0, 5, 1}, {10, 1, 1}}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(closed({{0, 7, 3}, {10, 1, 1}}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(closed({{0, 7, 2}}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(closed({{0, 7, 2}, {10, 1, 1}, {20, 0, 1}}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(closed({{0, 7, 2}, {0, 7, 2}, {10, 1, 1}}), "no_window_is_emitted_twice");
}

TEST(WindowedAggregationProperties, a_window_is_emitted_when_due_and_not_before) {
  EXPECT_EQ(Story().event(0).counted(0).event(9).counted(9, {{0, 2, 2}}).judged(),
            "emission_waits_for_the_watermark");
  EXPECT_EQ(Story().event(0).counted(0).event(10).counted(10).judged(),
            "every_event_is_counted_once_or_late");
  const Story due = Story().event(0).counted(0).event(10).counted(10, {{0, 1, 1}});
  EXPECT_EQ(due.judged(), "held");
  EXPECT_TRUE(due.reached("a_window_was_emitted_at_its_end"));
  EXPECT_EQ(Story().event(0).counted(5).judged(), "emission_waits_for_the_watermark");
}

TEST(WindowedAggregationProperties, late_means_below_the_watermark) {
  const Story right = Story().event(5).counted(5).event(5).counted(5).event(4).was_late(5);
  EXPECT_EQ(right.judged(), "held");
  EXPECT_TRUE(right.reached("an_event_at_the_watermark_was_counted"));
  EXPECT_TRUE(right.reached("an_event_one_below_the_watermark_was_late"));
  EXPECT_EQ(Story().event(5).counted(5).event(5).was_late(5).judged(),
            "only_events_below_the_watermark_are_late");
  EXPECT_EQ(Story().event(5).counted(5).event(4).counted(5).judged(),
            "only_events_below_the_watermark_are_late");
  EXPECT_EQ(Story(9).event(5).counted(-4).event(4).counted(-5).judged(),
            "watermark_never_goes_back");
}

TEST(WindowedAggregationProperties, late_events_are_listed_once) {
  const auto listed = [](const std::vector<std::int64_t>& times) {
    return Story()
        .event(5)
        .counted(5)
        .event(3)
        .was_late(5)
        .event(3)
        .was_late(5)
        .late()
        .listed(times)
        .judged();
  };
  EXPECT_EQ(listed({3, 3}), "held");
  EXPECT_EQ(listed({3}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(listed({3, 3, 3}), "every_event_is_counted_once_or_late");
  EXPECT_EQ(listed({3, 3, 5}), "every_event_is_counted_once_or_late");
}

TEST(WindowedAggregationProperties, an_event_of_unknown_fate_counts_or_does_not) {
  for (const bool crash : {true, false}) {
    const auto after = [crash](const Emitted& windows) {
      Story story;
      story.event(3, 4).counted(3).event(5, 7);
      crash ? story.crashed_in() : story.unanswered();
      return story.close().closed(windows);
    };
    EXPECT_EQ(after({{0, 4, 1}}).judged(), "held");
    EXPECT_EQ(after({{0, 11, 2}}).judged(), "held");
    EXPECT_TRUE(after({{0, 11, 2}}).reached("an_unanswered_event_was_counted"));
    EXPECT_EQ(after({{0, 12, 2}}).judged(), "every_event_is_counted_once_or_late");
    EXPECT_EQ(after({{0, 11, 3}}).judged(), "every_event_is_counted_once_or_late");
  }
}

TEST(WindowedAggregationProperties, an_answer_that_nobody_got_may_have_emitted) {
  const auto after = [](std::int64_t watermark, const Emitted& windows) {
    return Story()
        .event(3)
        .counted(3)
        .event(25)
        .crashed_in()
        .event(27)
        .counted(watermark, windows)
        .judged();
  };
  EXPECT_EQ(after(27, {}), "held");
  EXPECT_EQ(after(27, {{0, 1, 1}}), "held");
  const auto closed = [](std::int64_t time) {
    return Story().event(3).counted(3).close().crashed_in().event(time).was_late(3).judged();
  };
  EXPECT_EQ(closed(2), "held");
}

TEST(WindowedAggregationProperties, what_was_told_survives_a_crash) {
  EXPECT_EQ(Story().event(3).counted(3).crashed().close().closed({}).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().event(3).counted(3).crashed().close().closed({{0, 1, 1}}).judged(), "held");
  EXPECT_EQ(Story().event(3).counted(3).event(1).was_late(3).crashed().late().listed({}).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().close().closed({}).crashed().event(3).counted(3).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().event(3).counted(3).crashed(1).event(1).counted(1).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story()
                .event(3)
                .counted(3)
                .close()
                .closed({{0, 1, 1}})
                .crashed()
                .close()
                .closed({{0, 1, 1}})
                .judged(),
            "acknowledged_results_survive");
}

TEST(WindowedAggregationProperties, the_order_of_arrival_does_not_matter) {
  const auto sums = [](std::int64_t first, std::int64_t second) {
    return Story(20)
        .event(3, 5)
        .counted(-17)
        .event(1, 2)
        .counted(-17)
        .event(11, 2)
        .counted(-9)
        .event(13, 5)
        .counted(-7)
        .close()
        .closed({{0, first, 2}, {10, second, 2}});
  };
  EXPECT_EQ(sums(7, 7).judged(), "held");
  EXPECT_TRUE(sums(7, 7).reached("the_same_events_came_in_another_order"));
  const Story wrong = sums(7, 8);
  for (const Property& property : windowed_aggregation().properties) {
    if (property.name == "arrival_order_within_lateness_does_not_matter") {
      EXPECT_TRUE(property.check(wrong.scenario, wrong.history));
    }
  }
}

TEST(WindowedAggregationProperties, drawn_scenarios_reach_every_mark_and_hold) {
  expect_drawn_scenarios_hold("windowed-aggregation", 2000);
}

}  // namespace
}  // namespace fencepost::properties
