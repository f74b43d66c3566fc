// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/graph.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fencepost::properties {
namespace {

using enum EdgeKind;
constexpr EdgeKinds all = {ww, wr, rw, process, realtime};

const std::function<bool()> never;

std::string path(const Cycle& cycle) {
  std::string text;
  for (const Step& step : cycle) text += std::to_string(step.from) + ">";
  return cycle.empty() ? text : text + std::to_string(cycle.back().to);
}

TEST(Graph, finds_knots_and_leaves_single_nodes_out) {
  Graph graph(6);
  graph.add(0, 1, ww);
  graph.add(1, 2, ww);
  graph.add(2, 1, wr);
  graph.add(4, 5, rw);
  graph.add(5, 4, rw);
  graph.add(3, 3, ww);
  graph.seal();
  const Knots knots = graph.knots(all);
  ASSERT_EQ(knots.members, (std::vector<std::vector<Graph::Node>>{{1, 2}, {4, 5}}));
  EXPECT_EQ(knots.of, (std::vector<std::uint32_t>{0, 1, 1, 0, 2, 2}));
  EXPECT_EQ(graph.knots({ww, rw}).members, (std::vector<std::vector<Graph::Node>>{{4, 5}}));
  EXPECT_TRUE(graph.knots({ww}, &knots).members.empty());
}

TEST(Graph, is_not_deep_on_the_stack) {
  constexpr Graph::Node count = 400'000;
  Graph graph(count);
  for (Graph::Node node = 0; node < count; ++node) graph.add(node, (node + 1) % count, ww);
  graph.seal();
  EXPECT_EQ(graph.knots(all).members.size(), 1);
}

TEST(CycleSearch, finds_the_shortest_cycle_that_begins_as_asked) {
  Graph graph(5);
  graph.add(0, 1, ww);
  graph.add(1, 2, ww);
  graph.add(2, 0, wr, 7);
  graph.add(2, 3, ww);
  graph.add(3, 2, rw);
  graph.seal();
  const Knots knots = graph.knots(all);
  CycleSearch search(graph, 1'000, never);
  EXPECT_EQ(path(search.shortest(knots, 0, {wr}, {ww, wr})), "2>0>1>2");
  EXPECT_EQ(search.shortest(knots, 0, {wr}, {ww}).front().label, 7);
  EXPECT_EQ(path(search.shortest(knots, 0, {rw}, {ww})), "3>2>3");
  EXPECT_EQ(path(search.shortest(knots, 0, {rw}, {wr})), "");
  EXPECT_FALSE(search.gave_up());
}

TEST(CycleSearch, passes_waypoints_in_one_step) {
  Graph graph(3);
  const Graph::Node first = graph.add_waypoint();
  const Graph::Node second = graph.add_waypoint();
  graph.add(0, first, realtime);
  graph.add(first, second, realtime);
  graph.add(second, 1, realtime, 5);
  graph.add(0, 2, ww);
  graph.add(2, 1, ww);
  graph.add(1, 0, rw);
  graph.seal();
  CycleSearch search(graph, 1'000, never);
  const Cycle cycle = search.shortest(graph.knots(all), 0, {rw}, all);
  ASSERT_EQ(path(cycle), "1>0>1");
  EXPECT_EQ(cycle[1].kind, realtime);
  EXPECT_EQ(cycle[1].label, 5);
}

TEST(CycleSearch, gives_up_at_its_bound_or_when_told) {
  Graph graph(3);
  graph.add(0, 1, ww);
  graph.add(1, 2, ww);
  graph.add(2, 0, ww);
  graph.seal();
  CycleSearch bounded(graph, 1, never);
  EXPECT_TRUE(bounded.shortest(graph.knots(all), 0, all, all).empty());
  EXPECT_TRUE(bounded.gave_up());
  const std::function<bool()> at_once = [] { return true; };
  CycleSearch told(graph, 4096, at_once);
  EXPECT_TRUE(told.shortest(graph.knots(all), 0, all, all).empty());
  EXPECT_TRUE(told.gave_up());
}

}  // namespace
}  // namespace fencepost::properties
