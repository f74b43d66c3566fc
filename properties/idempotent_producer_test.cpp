// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/idempotent_producer.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

/// A scenario written by hand.
class Story {
 public:
  Story() {
    scenario.workload = find_contract("idempotent-producer");
    scenario.parameters.set("partitions", 1);
  }

  Story& produce(std::int64_t epoch, std::int64_t sequence, std::string_view producer = "p") {
    send(scenario, "p/0", 0).text(producer).number(epoch).number(0).number(sequence).number(7);
    return *this;
  }
  Story& read() {
    send(scenario, "reader", 1).number(0);
    return *this;
  }
  Story& trouble(Step::Kind kind, std::uint32_t id = 0) {
    scenario.steps.emplace_back().kind = kind;
    scenario.steps.back().id = id;
    scenario.steps.back().at = 1;
    return *this;
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string verdict(std::string_view bug = {}) const { return convicted_of(scenario, bug); }

  Scenario scenario;
};

struct Planted {
  const char* bug;
  Story story;
};

std::vector<Planted> shortest_histories() {
  using enum Step::Kind;
  return {
      {"any-first-sequence", Story().produce(0, 1)},
      {"retry-is-a-gap", Story().produce(0, 0).trouble(again, 1)},
      {"only-last-remembered", Story().produce(0, 0).produce(0, 1).trouble(again, 1)},
      {"bump-keeps-last", Story().produce(0, 0).produce(1, 0)},
      {"gated-before-stored", Story().produce(0, 0).trouble(disk_full, 1).produce(0, 1)},
      {"bump-not-stored", Story().produce(1, 1).trouble(crash).produce(0, 0)},
      {"replay-forgets-last", Story().produce(0, 0).trouble(crash).produce(0, 1)},
      {"replay-repeats-last", Story().produce(0, 0).trouble(crash).produce(0, 1)},
      {"acknowledged-before-synced", Story().produce(0, 0).trouble(crash).read()},
  };
}

TEST(IdempotentProducer, the_shortest_history_of_each_bug_convicts_it_by_its_property) {
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
    EXPECT_TRUE(bug->workload != "idempotent-producer" || seen.contains(bug->id)) << bug->id;
}

TEST(IdempotentProducer, an_open_fate_convicts_nobody) {
  using enum Step::Kind;
  for (std::uint32_t at = 1; at <= 3; ++at) {
    Story story = Story().produce(0, 0).trouble(crash_in, 1).produce(0, 0).produce(0, 1).read();
    story.scenario.steps[1].at = at;
    story.scenario.steps[1].loss.kept = at - 1;
    EXPECT_EQ(story.verdict(), "held") << at;
  }
  EXPECT_EQ(Story().produce(0, 0).trouble(fail_sync, 1).read().produce(0, 0).read().verdict(),
            "held");
  EXPECT_EQ(
      Story().produce(0, 0).trouble(fail_write, 1).produce(1, 0).produce(0, 0).read().verdict(),
      "held");
}

/// A history in which every command of the story was answered with what `outcomes` says, in order.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario) {}

  Told& answer(const std::function<void(Outcome&)>& fill) {
    const auto message = static_cast<std::uint32_t>(history_.size());
    Event& event = history_.add();
    event.step = event.message = message;
    fill(event.outcome);
    return *this;
  }
  Told& appended(std::int64_t offset) {
    return answer([&](Outcome& outcome) { outcome.done().number(offset).absent(); });
  }
  Told& duplicate() {
    return answer([](Outcome& outcome) { outcome.done().absent().flag(true); });
  }
  Told& refused(std::string_view code) {
    return answer([&](Outcome& outcome) { outcome.refuse(code); });
  }
  Told& values(std::vector<std::int64_t> values) {
    return answer([&](Outcome& outcome) {
      Tape& result = outcome.done().list(static_cast<std::uint32_t>(values.size()));
      for (const std::int64_t value : values) result.number(value);
    });
  }
  std::string broken() const { return broken_in(scenario_, history_); }

 private:
  const Scenario scenario_;
  History history_;
};

TEST(IdempotentProducer, properties_tell_breaches_apart) {
  const Story two = Story().produce(0, 0).produce(0, 0);
  EXPECT_EQ(Told(two).appended(0).duplicate().broken(), "");
  EXPECT_EQ(Told(two).appended(0).appended(1).broken(), "each_sequence_is_appended_at_most_once ");
  EXPECT_EQ(Told(two).appended(0).appended(0).broken(), "acknowledged_records_survive ");
  EXPECT_EQ(Told(two).appended(0).refused(refusal::out_of_order).broken(),
            "acknowledged_records_survive ");
  EXPECT_EQ(Told(two).appended(1).broken(), "offsets_are_dense ");
  EXPECT_EQ(Told(two).duplicate().broken(), "acknowledged_records_survive ");
  EXPECT_EQ(Told(Story().produce(0, 1)).appended(0).broken(), "sequences_are_appended_in_order ");

  const Story fenced = Story().produce(1, 0).produce(0, 0).read();
  EXPECT_EQ(Told(fenced).appended(0).refused(refusal::fenced).values({7}).broken(), "");
  EXPECT_EQ(Told(fenced).appended(0).appended(1).broken(), "a_fenced_producer_changes_nothing ");
  EXPECT_EQ(Told(fenced).appended(0).refused(refusal::fenced).values({7, 7}).broken(),
            "a_fenced_producer_changes_nothing ");

  const Story log = Story().produce(0, 0).read().read();
  EXPECT_EQ(Told(log).appended(0).values({}).broken(), "acknowledged_records_survive ");
  EXPECT_EQ(Told(log).appended(0).values({8}).broken(), "acknowledged_records_survive ");
  EXPECT_EQ(Told(log).appended(0).values({7, 7}).broken(), "offsets_are_dense ");
  EXPECT_EQ(Told(log).refused(refusal::disk_full).values({}).values({7}).broken(),
            "offsets_are_dense ");
}

TEST(IdempotentProducer, drawn_scenarios_hold_and_reach_every_mark) {
  expect_drawn_scenarios_hold("idempotent-producer", 2000);
}

}  // namespace
}  // namespace fencepost::properties
