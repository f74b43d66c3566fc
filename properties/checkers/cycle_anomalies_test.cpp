// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/cycle_anomalies.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <set>

#include "fencepost/properties/checkers/id_map.hpp"

namespace fencepost::properties {
namespace {

using enum EdgeKind;
constexpr Graph::Node operations = 6;
const std::function<bool()> never;

/// What leads to what, as a matrix.
using Relation = std::array<std::bitset<operations>, operations>;

Relation of_kinds(const std::vector<Graph::Edge>& edges, EdgeKinds kinds) {
  Relation relation;
  for (const Graph::Edge& edge : edges)
    if (kinds.has(edge.kind)) relation[edge.from].set(edge.to);
  return relation;
}

Relation closed(Relation relation) {
  for (Graph::Node via = 0; via < operations; ++via)
    for (auto& row : relation)
      if (row[via]) row |= relation[via];
  return relation;
}

bool has_cycle(const Relation& relation) {
  const Relation all = closed(relation);
  for (Graph::Node node = 0; node < operations; ++node)
    if (all[node][node]) return true;
  return false;
}

/// Each shape by its definition, over any order edges.
bool exists(std::size_t shape, const std::vector<Graph::Edge>& edges, EdgeKinds order) {
  const auto with = [&](EdgeKinds kinds) {
    for (const EdgeKind kind : {process, realtime})
      if (order.has(kind)) kinds.add(kind);
    return of_kinds(edges, kinds);
  };
  EdgeKinds anti = {rw};
  if (order.has(realtime)) anti.add(rw_realtime);
  const Relation reads = with({ww, wr}), antis = of_kinds(edges, anti);
  if (shape == 0) return has_cycle(with({ww}));
  if (shape == 1) return has_cycle(reads);
  Relation all = reads, once = closed(reads), apart = reads;
  for (Graph::Node a = 0; a < operations; ++a) {
    all[a] |= antis[a];
    for (Graph::Node b = 0; b < operations; ++b) {
      if (reads[a][b]) apart[a] |= antis[b];
      if (shape == 2 && antis[a][b] && once[b][a]) return true;
    }
  }
  return (shape == 2 && has_cycle(reads)) || (shape == 3 && has_cycle(apart)) ||
         (shape == 4 && has_cycle(all));
}

std::vector<Graph::Edge> drawn(std::uint64_t seed) {
  std::vector<Graph::Edge> edges;
  const std::uint64_t count = 4 + mixed(seed) % 8;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = mixed(seed * 64 + i + 1);
    Graph::Edge edge{.from = static_cast<Graph::Node>(bits % operations),
                     .to = static_cast<Graph::Node>(bits / 8 % operations),
                     .kind = static_cast<EdgeKind>(bits / 1024 % 6)};
    if ((edge.kind == process || edge.kind == realtime) && edge.from > edge.to)
      std::swap(edge.from, edge.to);
    if (edge.from != edge.to) edges.push_back(edge);
  }
  return edges;
}

Graph graph_of(const std::vector<Graph::Edge>& edges, bool with_waypoints) {
  Graph graph(operations);
  for (const Graph::Edge& edge : edges) {
    if (!with_waypoints) {
      graph.add(edge.from, edge.to, edge.kind);
      continue;
    }
    const Graph::Node waypoint = graph.add_waypoint();
    graph.add(edge.from, waypoint, edge.kind);
    graph.add(waypoint, edge.to, edge.kind);
  }
  graph.seal();
  return graph;
}

/// Which (order, shape) are named.
std::set<std::size_t> named(const Graph& graph) {
  std::set<std::size_t> result;
  for (const CycleFinding& finding : find_cycles(graph, never)) {
    EXPECT_GT(finding.knots, 0);
    EXPECT_FALSE(finding.examples.empty());
    for (std::size_t i = 0; i < cycle_names.size(); ++i)
      if (cycle_names[i] == finding.name) result.insert(i);
  }
  return result;
}

bool includes(const std::set<std::size_t>& names, std::size_t shape, std::size_t order) {
  for (const std::size_t name : names)
    if (name % 5 <= shape && name / 5 <= order) return true;
  return false;
}

TEST(CycleAnomalies, are_there_exactly_when_their_definitions_say_so) {
  constexpr std::array<EdgeKinds, 3> orders = {EdgeKinds{}, {process}, {process, realtime}};
  for (std::uint64_t seed = 1; seed <= 4'000; ++seed) {
    const auto edges = drawn(seed);
    for (const bool with_waypoints : {false, true}) {
      const auto names = named(graph_of(edges, with_waypoints));
      for (std::size_t order = 0; order < 3; ++order)
        for (std::size_t shape = 0; shape < 5; ++shape)
          ASSERT_EQ(includes(names, shape, order), exists(shape, edges, orders[order]))
              << "seed " << seed << " shape " << shape << " order " << order;
    }
  }
}

TEST(CycleAnomalies, are_examples_of_their_names) {
  for (std::uint64_t seed = 1; seed <= 4'000; ++seed) {
    const Graph graph = graph_of(drawn(seed), false);
    for (const CycleFinding& finding : find_cycles(graph, never))
      for (const Cycle& cycle : finding.examples) {
        std::size_t antis = 0;
        EdgeKinds kinds{};
        for (std::size_t i = 0; i < cycle.size(); ++i) {
          EXPECT_EQ(cycle[i].to, cycle[(i + 1) % cycle.size()].from);
          kinds.add(cycle[i].kind);
          if (cycle[i].kind == rw || cycle[i].kind == rw_realtime) ++antis;
        }
        const std::string name(finding.name);
        EXPECT_EQ(name.ends_with("realtime"), kinds.has(realtime) || kinds.has(rw_realtime))
            << name;
        if (name.ends_with("process")) {
          EXPECT_TRUE(kinds.has(process));
        }
        if (name.starts_with("G0")) {
          EXPECT_TRUE(antis == 0 && !kinds.has(wr));
        }
        if (name.starts_with("G1c")) {
          EXPECT_TRUE(antis == 0 && kinds.has(wr));
        }
        if (name.starts_with("G-single")) {
          EXPECT_EQ(antis, 1);
        }
        if (name.starts_with("G-non") || name.starts_with("G2")) {
          EXPECT_GE(antis, 2);
        }
      }
  }
}

TEST(CycleAnomalies, counts_knots) {
  Graph graph(6);
  for (const Graph::Node node : {0U, 2U, 4U}) {
    graph.add(node, node + 1, ww);
    graph.add(node + 1, node, ww);
  }
  graph.seal();
  const auto findings = find_cycles(graph, never);
  ASSERT_EQ(findings.size(), 1);
  EXPECT_EQ(findings[0].knots, 3);
  EXPECT_EQ(findings[0].examples.size(), 3);
}

TEST(CycleAnomalies, are_told_step_by_step) {
  const Cycle cycle = {{.from = 4, .to = 7, .kind = ww},
                       {.from = 7, .to = 9, .kind = process},
                       {.from = 9, .to = 4, .kind = realtime}};
  EXPECT_EQ(in_words(cycle, [](const Step&, const std::string& from,
                               const std::string& to) { return from + " wrote before " + to; }),
            "T1 wrote before T2; T2 came before T3 at the same client; T3 completed before T1 was "
            "invoked: T1 would have to come before itself");
}

}  // namespace
}  // namespace fencepost::properties
