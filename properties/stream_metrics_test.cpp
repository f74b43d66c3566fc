// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/stream_metrics.hpp"

#include <gtest/gtest.h>

#include <set>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

using Kind = Step::Kind;
constexpr std::int64_t none = INT64_MIN;

/// A partition as `metrics` shows it.
struct Row {
  std::int64_t end, committed, watermark;
  bool idle = false;
  /// Shown as lag beyond end minus committed.
  std::int64_t extra_lag = 0;
};

/// A scenario written by hand, and a history of what was said in it.
struct Story {
  explicit Story(std::int64_t partitions = 1) {
    scenario.workload = find_contract("stream-metrics");
    scenario.parameters.set("partitions", partitions);
    scenario.parameters.set("allowed_lateness", 0);
  }

  Story& append(std::int64_t partition, std::int64_t event_time) {
    send(scenario, "p", 0).number(partition).number(event_time);
    return *this;
  }
  Story& commit(std::int64_t partition, std::int64_t next) {
    send(scenario, "c", 1).number(partition).number(next);
    return *this;
  }
  Story& idle(std::int64_t partition) {
    send(scenario, "p", 2).number(partition);
    return *this;
  }
  Story& metrics() {
    send(scenario, "c", 3);
    return *this;
  }
  Story& trouble(Kind kind, std::uint32_t id = 0) {
    scenario.steps.emplace_back().kind = kind;
    scenario.steps.back().id = id;
    return *this;
  }
  /// The last step was answered with one number.
  Story& said(std::int64_t number) {
    happened(Event::Kind::answered).outcome.done().number(number);
    return *this;
  }
  Story& done() {
    happened(Event::Kind::answered).outcome.done();
    return *this;
  }
  Story& crashed(bool in_message = false) {
    happened(Event::Kind::crashed).in_message = in_message;
    return *this;
  }
  /// `metrics` was asked for and showed this.
  Story& shown(const std::vector<Row>& rows, std::int64_t watermark) {
    metrics();
    Tape& result = happened(Event::Kind::answered).outcome.done();
    std::int64_t total = 0, greatest = 0;
    const auto write = [&result](std::int64_t time) {
      time == none ? result.null() : result.number(time);
    };
    result.list(static_cast<std::uint32_t>(rows.size()));
    for (std::size_t number = 0; number < rows.size(); ++number) {
      const Row& row = rows[number];
      const std::int64_t lag = row.end - row.committed + row.extra_lag;
      result.list(6)
          .number(static_cast<std::int64_t>(number))
          .number(row.end)
          .number(row.committed)
          .number(lag);
      write(row.watermark);
      result.flag(row.idle);
      total += lag;
      greatest = std::max(greatest, lag);
    }
    result.number(total).number(greatest);
    write(watermark);
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
    for (const Property& property : stream_metrics().properties)
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
      {"commit-beyond-end-accepted", Story().commit(0, 1)},
      {"lag-counts-from-the-last-offset", Story().metrics()},
      {"waking-input-pulls-back", Story(2).append(1, 1).idle(0).append(0, 0).metrics()},
      {"last-event-time-wins", Story().append(0, 0).append(0, -1).metrics()},
      {"fastest-input-decides", Story(2).append(0, 1).append(1, 0).metrics()},
      {"no-input-means-infinity", Story().idle(0).metrics()},
      {"idle-input-still-counts", Story(2).append(0, 0).idle(1).metrics()},
      {"greatest-lag-never-shrinks", Story().append(0, 0).commit(0, 1).metrics()},
      {"append-acknowledged-before-synced", Story().append(0, 0).trouble(Kind::crash).metrics()},
      {"idle-is-not-stored", Story().idle(0).trouble(Kind::crash).metrics()},
      {"last-record-applied-twice", Story().append(0, 0).trouble(Kind::crash).metrics()},
      {"recovery-recomputes-the-watermark",
       Story(2).append(0, 0).idle(1).append(1, -1).trouble(Kind::crash).metrics()},
  };
}

TEST(StreamMetrics, the_shortest_history_of_each_bug_convicts_it_by_its_property) {
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
    EXPECT_TRUE(bug->workload != "stream-metrics" || seen.contains(bug->id)) << bug->id;
}

TEST(StreamMetrics, each_property_is_broken_by_what_it_forbids) {
  EXPECT_EQ(Story().append(0, 5).said(0).crashed().shown({{0, 0, none}}, none).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().append(0, 5).said(0).crashed().append(0, 5).said(0).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().idle(0).done().crashed().shown({{0, 0, none}}, none).judged(),
            "acknowledged_results_survive");
  EXPECT_EQ(Story().commit(0, 1).said(1).judged(), "lag_is_never_negative");
  EXPECT_EQ(Story().shown({{0, 1, none}}, none).judged(), "lag_is_never_negative");
  EXPECT_EQ(Story().shown({{0, 0, none, false, 1}}, none).judged(), "lags_add_up");
  EXPECT_EQ(Story().append(0, 5).said(0).shown({{1, 0, 4}}, 4).judged(),
            "watermark_never_goes_back");
  EXPECT_EQ(
      Story(2).append(0, 5).said(0).append(1, 3).said(0).shown({{1, 0, 5}, {1, 0, 3}}, 5).judged(),
      "slowest_active_input_decides");
  EXPECT_EQ(Story(2).append(0, 5).said(0).shown({{1, 0, 5}, {0, 0, none}}, 5).judged(),
            "slowest_active_input_decides");
  EXPECT_EQ(Story(2)
                .append(0, 5)
                .said(0)
                .idle(1)
                .done()
                .shown({{1, 0, 5}, {0, 0, none, true}}, none)
                .judged(),
            "idle_input_does_not_hold_the_watermark");
}

TEST(StreamMetrics, what_the_rules_allow_convicts_nobody) {
  const Story woken = Story(2).append(0, 5).said(0).idle(1).done().append(1, 4).said(0);
  EXPECT_EQ(Story(woken).shown({{1, 0, 5}, {1, 0, 4}}, 5).judged(), "held");
  EXPECT_EQ(Story(woken).shown({{1, 0, 5}, {1, 0, 4}}, 4).judged(), "watermark_never_goes_back");
  EXPECT_EQ(Story().append(0, 5).said(0).idle(0).done().shown({{1, 0, 5, true}}, 5).judged(),
            "held");
  EXPECT_EQ(
      Story().append(0, 5).said(0).crashed().append(0, 3).said(1).shown({{2, 0, 5}}, 5).judged(),
      "held");
}

TEST(StreamMetrics, an_open_fate_convicts_nobody) {
  EXPECT_EQ(Story().append(0, 5).crashed(true).shown({{1, 0, 5}}, 5).judged(), "held");
  EXPECT_EQ(Story().append(0, 5).crashed(true).shown({{0, 0, none}}, none).judged(), "held");
  EXPECT_EQ(Story().append(0, 5).crashed(true).append(0, 4).said(1).shown({{2, 0, 5}}, 5).judged(),
            "held");
  EXPECT_EQ(Story().idle(0).crashed(true).shown({{0, 0, none}}, none).judged(), "held");
  EXPECT_EQ(Story().idle(0).crashed(true).shown({{0, 0, none, true}}, none).judged(), "held");
  EXPECT_EQ(Story(2)
                .append(0, 5)
                .said(0)
                .idle(1)
                .crashed(true)
                .shown({{1, 0, 5}, {0, 0, none}}, none)
                .judged(),
            "held");
  EXPECT_EQ(Story(2)
                .append(0, 5)
                .said(0)
                .idle(1)
                .crashed(true)
                .shown({{1, 0, 5}, {0, 0, none, true}}, 5)
                .judged(),
            "held");
}

TEST(StreamMetrics, drawn_scenarios_acquit_the_engine_and_reach_every_mark) {
  expect_drawn_scenarios_hold("stream-metrics", 2000, expect_state_of_the_model);
}

}  // namespace
}  // namespace fencepost::properties
