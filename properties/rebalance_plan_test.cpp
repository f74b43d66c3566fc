// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/rebalance_plan.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/rebalance_plan_bugs.hpp"

namespace fencepost::properties {
namespace {

using Owner = std::optional<std::string_view>;
using Assignment = std::vector<std::pair<std::int64_t, Owner>>;
constexpr std::nullopt_t nobody = std::nullopt;

struct Move {
  std::int64_t partition;
  Owner from;
  Owner to;
};

void write(Tape& tape, const Owner& owner) { owner ? tape.text(*owner) : tape.null(); }

/// Plans asked for, and what was said to them.
struct Story {
  Story() { scenario.workload = find_contract("rebalance-plan"); }

  Story& plan(const Assignment& before, const Assignment& after) {
    Tape& fields = send(scenario, "g", 0);
    for (const Assignment* side : {&before, &after}) {
      fields.list(static_cast<std::uint32_t>(side->size()));
      for (const auto& [partition, owner] : *side) write(fields.list(2).number(partition), owner);
    }
    return *this;
  }
  Story& said(const std::vector<Move>& moves) {
    Event& event = history.add();
    event.step = event.message = static_cast<std::uint32_t>(scenario.steps.size() - 1);
    Tape& body = event.outcome.done().list(static_cast<std::uint32_t>(moves.size()));
    for (const Move& move : moves) {
      write(body.list(3).number(move.partition), move.from);
      write(body, move.to);
    }
    return *this;
  }
  /// The first property that the history breaks, or "held".
  std::string_view judged() const {
    for (const Property& property : rebalance_plan().properties)
      if (property.check != nullptr && property.check(scenario, history)) return property.name;
    return "held";
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string tried(const sut::PlantedBug* bug) const {
    const auto home = sut::make_engine("rebalance-plan", bug);
    const Workload workload = rebalance_plan();
    Trial trial(workload, *home);
    const Verdict& verdict = trial.run(scenario);
    return verdict.ruling == Ruling::held ? "held" : verdict.fingerprint.property;
  }

  Scenario scenario;
  History history;
};

TEST(RebalancePlanProperties, the_shortest_history_of_each_bug_convicts_it) {
  const Story stories[] = {
      Story().plan({{0, "a"}}, {}),
      Story().plan({{1, "a"}}, {{0, "a"}}),
      Story().plan({}, {{0, nobody}}),
      Story().plan({{0, "consumer-1"}}, {{0, "consumer-2"}}),
      Story().plan({}, {{0, "a"}, {0, "b"}}),
  };
  for (std::size_t i = 0; i < std::size(stories); ++i) {
    const sut::PlantedBug& bug = sut::rebalance_plan_bugs[i];
    EXPECT_EQ(stories[i].tried(&bug), bug.property) << bug.id;
    EXPECT_EQ(stories[i].tried(nullptr), "held") << bug.id;
    EXPECT_EQ(stories[i].scenario.steps.size(), static_cast<std::size_t>(bug.shortest)) << bug.id;
  }
}

TEST(RebalancePlanProperties, moves_lead_from_before_to_after) {
  const auto told = [](const std::vector<Move>& moves) {
    return Story().plan({{0, "a"}, {1, "b"}}, {{0, "b"}, {1, "b"}}).said(moves).judged();
  };
  EXPECT_EQ(told({{0, "a", "b"}}), "held");
  EXPECT_EQ(told({}), "applying_the_moves_to_before_gives_after");
  EXPECT_EQ(told({{0, "c", "b"}}), "applying_the_moves_to_before_gives_after");
  EXPECT_EQ(told({{0, "a", "c"}}), "applying_the_moves_to_before_gives_after");
  EXPECT_EQ(told({{0, "a", "b"}, {7, nobody, "b"}}), "applying_the_moves_to_before_gives_after");
  EXPECT_EQ(told({{0, "a", "b"}, {0, "a", "b"}}), "moves_are_sorted_by_partition");
  EXPECT_EQ(told({{0, "a", "b"}, {1, "b", "b"}}), "no_move_without_a_change");
}

TEST(RebalancePlanProperties, nobody_and_missing_are_one) {
  EXPECT_EQ(Story().plan({{0, nobody}}, {}).said({}).judged(), "held");
  EXPECT_EQ(Story().plan({}, {{0, "a"}}).said({{0, nobody, "a"}}).judged(), "held");
}

TEST(RebalancePlanProperties, drawn_scenarios_reach_every_mark_and_hold) {
  expect_drawn_scenarios_hold("rebalance-plan", 200);
}

}  // namespace
}  // namespace fencepost::properties
