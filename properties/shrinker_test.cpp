// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/shrinker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fencepost::properties {
namespace {

const Fingerprint bug{"some_property", "processed: wrong result"};
const Fingerprint other_bug{"another_property", "processed: wrong result"};

/// A scenario of offset-commit: each offset is one message of an actor, three of whom take turns.
Scenario processed(std::initializer_list<std::int64_t> offsets) {
  Scenario scenario;
  scenario.workload = find_contract("offset-commit");
  scenario.parameters.set("partitions", 4);
  std::uint32_t turn = 0;
  for (const std::int64_t offset : offsets)
    send(scenario, std::string(1, static_cast<char>('x' + turn++ % 3)), 0)
        .number(offset % 4)
        .number(offset);
  return scenario;
}

Scenario many(std::int64_t count) {
  Scenario scenario = processed({});
  for (std::int64_t i = 0; i < count; ++i)
    send(scenario, std::string(1, static_cast<char>('x' + i % 3)), 0)
        .number(i % 4)
        .number(1000 + i);
  return scenario;
}

std::int64_t offset_of(const Step& step) {
  TapeReader in(step.command.fields);
  in.offset();
  return in.offset();
}

/// Fails while at least `least` different offsets are processed.
Fails needs_offsets(std::size_t least) {
  return [least](const Scenario& scenario) -> std::optional<Fingerprint> {
    EXPECT_EQ(why_unplayable(scenario), "");
    std::set<std::int64_t> seen;
    for (const Step& step : scenario.steps)
      if (step.kind == Step::Kind::command) seen.insert(offset_of(step));
    if (seen.size() >= least) return bug;
    return std::nullopt;
  };
}

TEST(Shrinker, finds_the_one_message_that_matters_and_makes_it_plain) {
  const Fails fails = [](const Scenario& scenario) -> std::optional<Fingerprint> {
    for (const Step& step : scenario.steps)
      if (step.kind == Step::Kind::command && offset_of(step) >= 1040) return bug;
    return std::nullopt;
  };
  const Shrunk shrunk = shrink(many(60), bug, fails);
  Scenario expected;
  expected.workload = find_contract("offset-commit");
  expected.parameters.set("partitions", 1);
  send(expected, "c1", 0).number(0).number(1040);
  EXPECT_EQ(shrunk.scenario, expected);
  EXPECT_TRUE(shrunk.one_minimal);
}

TEST(Shrinker, needs_at_most_500_runs_to_a_minimum_of_26_messages) {
  std::uint32_t runs = 0, runs_to_26 = 0;
  const Fails fails = needs_offsets(26);
  const Shrunk shrunk = shrink(many(100), bug, [&](const Scenario& scenario) {
    ++runs;
    auto fingerprint = fails(scenario);
    if (fingerprint && runs_to_26 == 0 && scenario.steps.size() == 26) runs_to_26 = runs;
    return fingerprint;
  });
  EXPECT_EQ(shrunk.scenario.steps.size(), 26U);
  EXPECT_GT(runs_to_26, 0U);
  EXPECT_LE(runs_to_26, 500U);
  EXPECT_EQ(shrunk.runs, runs);
}

TEST(Shrinker, removes_an_exception_with_its_message_and_weakens_the_one_that_matters) {
  Scenario scenario = many(6);
  Step crash = exception(Step::Kind::crash_in, 2);
  crash.at = 3;
  crash.loss = {.kept = 2, .torn = 40, .zeros = true, .names = true};
  scenario.steps.insert(scenario.steps.begin() + 2, {exception(Step::Kind::drop_reply, 1), crash});
  scenario.steps.push_back(exception(Step::Kind::again, 1));
  const Fails fails = [](const Scenario& candidate) -> std::optional<Fingerprint> {
    bool crashes = false, torn = false;
    for (const Step& step : candidate.steps) {
      crashes |= step.kind == Step::Kind::crash || step.kind == Step::Kind::crash_in;
      torn |= step.kind == Step::Kind::crash_in && step.loss.torn >= 7;
    }
    if (crashes && torn) return bug;
    return std::nullopt;
  };
  const Shrunk shrunk = shrink(scenario, bug, fails);
  ASSERT_EQ(shrunk.scenario.steps.size(), 2U);
  const Step& kept = shrunk.scenario.steps[1];
  EXPECT_EQ(kept.kind, Step::Kind::crash_in);
  EXPECT_EQ(kept.id, 1U);
  EXPECT_EQ(kept.at, 1U);
  EXPECT_EQ(kept.loss, (Loss{.torn = 7}));
}

TEST(Shrinker, lets_actors_take_turns_no_more_than_needed) {
  // Fails while x and y have two messages each, in whatever order.
  const Fails fails = [](const Scenario& scenario) -> std::optional<Fingerprint> {
    int first = 0, second = 0;
    for (const Step& step : scenario.steps) {
      const std::int64_t offset = offset_of(step);
      first += offset == 1 || offset == 3;
      second += offset == 2 || offset == 4;
    }
    if (first == 2 && second == 2) return bug;
    return std::nullopt;
  };
  Scenario scenario = processed({});
  for (const std::int64_t offset : {1, 2, 3, 4})
    send(scenario, offset % 2 == 1 ? "x" : "y", 0).number(0).number(offset);
  const Shrunk shrunk = shrink(scenario, bug, fails);
  std::string actors;
  for (const Step& step : shrunk.scenario.steps) actors += step.actor + " ";
  EXPECT_EQ(actors, "c1 c1 c2 c2 ");
}

TEST(Shrinker, keeps_the_same_bug_and_remembers_the_other) {
  const Fails fails = [](const Scenario& scenario) -> std::optional<Fingerprint> {
    if (scenario.steps.size() >= 5) return bug;
    if (scenario.steps.size() >= 2) return other_bug;
    return std::nullopt;
  };
  const Shrunk shrunk = shrink(many(40), bug, fails);
  EXPECT_EQ(shrunk.scenario.steps.size(), 5U);
  ASSERT_EQ(shrunk.others.size(), 1U);
  EXPECT_EQ(shrunk.others.front().first, other_bug);
}

TEST(Shrinker, is_deterministic_and_keeps_to_its_budget) {
  const Shrunk once = shrink(many(80), bug, needs_offsets(9));
  const Shrunk twice = shrink(many(80), bug, needs_offsets(9));
  EXPECT_EQ(once.scenario, twice.scenario);
  EXPECT_EQ(once.runs, twice.runs);
  const Shrunk cut_short = shrink(many(80), bug, needs_offsets(9), 20);
  EXPECT_EQ(cut_short.runs, 20U);
  EXPECT_TRUE(cut_short.out_of_budget);
  EXPECT_FALSE(cut_short.one_minimal);
}

TEST(Shrinker, shortens_lists_and_renames_members_in_order_of_appearance) {
  Scenario scenario;
  scenario.workload = find_contract("group-assign");
  Tape& fields = send(scenario, "c1", 0);
  fields.list(3).text("zoe").text("yan").text("xi");
  fields.list(4).number(9).number(5).number(7).number(5);
  const Fails fails = [](const Scenario& candidate) -> std::optional<Fingerprint> {
    if (candidate.steps.empty() || TapeReader(candidate.steps[0].command.fields).list() < 1)
      return std::nullopt;
    return bug;
  };
  const Shrunk shrunk = shrink(scenario, bug, fails);
  ASSERT_EQ(shrunk.scenario.steps.size(), 1U);
  EXPECT_EQ(shrunk.scenario.steps[0].command.fields, Tape().list(1).text("a").list(0));
}

/// A cut between two nodes of `nodes`, and a command to the last of them.
Scenario cut_cluster(std::uint32_t nodes, Nodes from, Nodes to) {
  Scenario scenario;
  scenario.workload = find_contract("broadcast");
  scenario.parameters.set("nodes", nodes);
  Step& cut = scenario.steps.emplace_back(exception(Step::Kind::cut));
  cut.from = from;
  cut.to = to;
  send(scenario, "c1", 1).number(nodes - 1);
  return scenario;
}

std::int64_t node_of(const Step& step) {
  return TapeReader(step.command.fields).number(0, most_nodes);
}

TEST(Shrinker, tries_no_cluster_that_names_nodes_which_are_gone) {
  const Scenario scenario = cut_cluster(5, 0b01101, 0b10010);
  ASSERT_EQ(why_unplayable(scenario), "");
  std::uint32_t runs = 0;
  const Fails fails = [&](const Scenario& candidate) -> std::optional<Fingerprint> {
    EXPECT_EQ(why_unplayable(candidate), "");
    ++runs;
    bool cuts = false, asks = false;
    for (const Step& step : candidate.steps) {
      cuts |= step.kind == Step::Kind::cut;
      asks |= step.kind == Step::Kind::command && node_of(step) > 0;
    }
    if (cuts && asks) return bug;
    return std::nullopt;
  };
  const Shrunk shrunk = shrink(scenario, bug, fails);
  EXPECT_GT(runs, 5U);
  EXPECT_TRUE(shrunk.one_minimal);
  EXPECT_EQ(shrunk.scenario.parameters.get("nodes"), 2);
  ASSERT_EQ(shrunk.scenario.steps.size(), 2U);
  const Step& cut = shrunk.scenario.steps[0];
  EXPECT_EQ(std::min(cut.from, cut.to), 1U);
  EXPECT_EQ(std::max(cut.from, cut.to), 2U);
  EXPECT_EQ(node_of(shrunk.scenario.steps[1]), 1);
}

TEST(Shrinker, leaves_a_cut_out_when_its_two_nodes_become_one) {
  const Fails fails = [](const Scenario& candidate) -> std::optional<Fingerprint> {
    EXPECT_EQ(why_unplayable(candidate), "");
    const bool cuts = count_commands(candidate) < candidate.steps.size();
    const bool needs_both = cuts == (candidate.parameters.get("nodes") == 2);
    if (count_commands(candidate) == 1 && needs_both) return bug;
    return std::nullopt;
  };
  const Shrunk shrunk = shrink(cut_cluster(2, 1, 2), bug, fails);
  EXPECT_EQ(shrunk.scenario.parameters.get("nodes"), 1);
  EXPECT_EQ(shrunk.scenario.steps.size(), 1U);
}

}  // namespace
}  // namespace fencepost::properties
