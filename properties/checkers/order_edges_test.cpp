// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/order_edges.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace fencepost::properties {
namespace {

using enum EdgeKind;

/// Which operations can be reached from which: along waypoints only, or along all edges.
std::set<std::pair<int, int>> reached(const Graph& graph, Graph::Node operations,
                                      bool in_one_step) {
  std::set<std::pair<int, int>> pairs;
  for (Graph::Node from = 0; from < operations; ++from) {
    std::vector<Graph::Node> nodes = {from};
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (auto edge = graph.begin(nodes[i]); edge < graph.end(nodes[i]); ++edge) {
        const Graph::Node to = graph.edge(edge).to;
        if (to < operations) pairs.emplace(from, to);
        if (to >= operations || !in_one_step) nodes.push_back(to);
      }
  }
  return pairs;
}

std::set<std::pair<int, int>> order(const Graph& graph, Graph::Node operations) {
  return reached(graph, operations, false);
}

std::set<std::pair<int, int>> steps(const Graph& graph, Graph::Node operations) {
  return reached(graph, operations, true);
}

TEST(RealTime, orders_what_completed_before_what_was_invoked_later) {
  Graph graph(5);
  RealTime time(graph);
  time.invoked(0);
  time.invoked(1);
  time.completed(0);
  time.invoked(2);
  time.completed(1);
  time.invoked(3);
  time.completed(3);
  time.completed(2);
  time.invoked(4);
  graph.seal();
  EXPECT_EQ(order(graph, 5), (std::set<std::pair<int, int>>{
                                 {0, 2}, {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
}

TEST(RealTime, draws_a_linear_number_of_edges) {
  constexpr Graph::Node count = 1'000;
  Graph graph(count);
  RealTime time(graph);
  for (Graph::Node node = 0; node < count; ++node) {
    time.invoked(node);
    if (node >= 100) time.completed(node - 100);
  }
  graph.seal();
  EXPECT_LT(graph.end(graph.nodes() - 1), 3 * count);
}

TEST(AllBeforeAll, draws_every_edge_but_those_to_oneself) {
  const std::vector<Graph::Node> from = {0, 1, 2, 5};
  const std::vector<Target> to = {{1, 11}, {2, 12}, {2, 13}, {3, 14}, {4, 15}};
  Graph graph(6);
  draw_all_before_all(graph, from, to, rw);
  graph.seal();
  std::set<std::pair<int, int>> expected;
  for (const Graph::Node a : from)
    for (const Target& b : to)
      if (a != b.node) expected.emplace(a, b.node);
  EXPECT_EQ(steps(graph, 6), expected);
}

TEST(AllBeforeAll, is_linear) {
  std::vector<Graph::Node> from;
  std::vector<Target> to;
  for (Graph::Node node = 0; node < 1'000; ++node) {
    from.push_back(node);
    to.push_back({node, node});
  }
  Graph graph(1'000);
  draw_all_before_all(graph, from, to, rw);
  graph.seal();
  EXPECT_LE(graph.end(graph.nodes() - 1), 6'000);
}

}  // namespace
}  // namespace fencepost::properties
