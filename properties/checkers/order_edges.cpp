// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/order_edges.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

/// A chain of waypoints, the first of which leads to all of `to`, the second to all but the first,
/// and so on.
std::vector<Graph::Node> chain(Graph& graph, const std::vector<Target>& to, EdgeKind kind) {
  std::vector<Graph::Node> waypoints;
  for (const Target& target : to) {
    const Graph::Node waypoint = graph.add_waypoint();
    graph.add(waypoint, target.node, kind, target.label);
    if (!waypoints.empty()) graph.add(waypoints.back(), waypoint, kind);
    waypoints.push_back(waypoint);
  }
  return waypoints;
}

}  // namespace

void RealTime::invoked(Graph::Node operation) {
  if (has_after_) {
    before_ = after_;
    has_before_ = true;
    has_after_ = false;
  }
  if (has_before_) graph_.add(before_, operation, EdgeKind::realtime);
}

void RealTime::completed(Graph::Node operation) {
  if (!has_after_) {
    after_ = graph_.add_waypoint();
    has_after_ = true;
    if (has_before_) graph_.add(before_, after_, EdgeKind::realtime);
  }
  graph_.add(operation, after_, EdgeKind::realtime);
}

void draw_all_before_all(Graph& graph, const std::vector<Graph::Node>& from,
                         const std::vector<Target>& to, EdgeKind kind) {
  if (from.size() < 3 || to.size() < 3) {
    for (const Graph::Node node : from)
      for (const Target& target : to) graph.add(node, target.node, kind, target.label);
    return;
  }
  // Each operation is left out by going to those before it along the one chain and to those after
  // it along the other.
  const auto forward = chain(graph, to, kind);
  const auto backward = chain(graph, {to.rbegin(), to.rend()}, kind);
  for (const Graph::Node node : from) {
    const auto own = std::ranges::lower_bound(to, node, {}, &Target::node);
    const auto past = std::ranges::upper_bound(to, node, {}, &Target::node);
    if (own == past) {
      graph.add(node, forward.front(), kind);
      continue;
    }
    const auto before = static_cast<std::size_t>(own - to.begin());
    const auto after = static_cast<std::size_t>(to.end() - past);
    if (after > 0) graph.add(node, forward[to.size() - after], kind);
    if (before > 0) graph.add(node, backward[to.size() - before], kind);
  }
}

}  // namespace fencepost::properties
