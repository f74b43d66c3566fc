// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "fencepost/properties/checkers/graph.hpp"

namespace fencepost::properties {

CycleSearch::CycleSearch(const Graph& graph, std::uint64_t most_edges,
                         const std::function<bool()>& enough)
    : graph_(graph),
      most_edges_(most_edges),
      edges_left_(most_edges),
      enough_(enough),
      marks_(graph.nodes()) {}

Cycle CycleSearch::shortest(const Knots& knots, std::size_t knot, EdgeKinds first, EdgeKinds rest) {
  Cycle best;
  auto most_steps = UINT32_MAX;
  for (const Graph::Node goal : knots.members[knot]) {
    if (graph_.is_waypoint(goal)) continue;
    for (std::uint64_t edge = graph_.begin(goal); edge < graph_.end(goal); ++edge) {
      const Graph::Edge& start = graph_.edge(edge);
      if (!first.has(start.kind) || knots.of[start.to] != knot + 1) continue;
      if (gave_up_ || most_steps < 2) return best;
      if (!spread(knots, goal, edge, rest, most_steps)) continue;
      best = walked(goal);
      most_steps = static_cast<std::uint32_t>(best.size() - 1);
    }
  }
  return best;
}

/// Breadth first, where an edge out of a waypoint costs nothing, since it ends a step.
bool CycleSearch::spread(const Knots& knots, Graph::Node goal, std::uint64_t start, EdgeKinds rest,
                         std::uint32_t most_steps) {
  ++search_;
  now_.clear();
  next_.clear();
  visit(goal, start, 1);
  std::swap(now_, next_);
  for (std::uint32_t steps = 1; steps <= most_steps && !now_.empty(); ++steps) {
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const Graph::Node node = now_[i];
      if (node == goal) return true;
      if (marks_[node].steps != steps) continue;
      const bool passing = graph_.is_waypoint(node);
      for (std::uint64_t edge = graph_.begin(node); edge < graph_.end(node); ++edge) {
        const Graph::Edge& to = graph_.edge(edge);
        if (!may_go_on()) return false;
        if (knots.of[to.to] != knots.of[goal] || !(passing || rest.has(to.kind))) continue;
        if (visit(node, edge, passing ? steps : steps + 1) && passing) {
          now_.push_back(to.to);
          next_.pop_back();
        }
      }
    }
    now_.clear();
    std::swap(now_, next_);
  }
  return false;
}

/// True if this is the shortest way so far; then the node waits in `next_`.
bool CycleSearch::visit(Graph::Node from, std::uint64_t edge, std::uint32_t steps) {
  const Graph::Node to = graph_.edge(edge).to;
  Mark& mark = marks_[to];
  if (mark.search == search_ && mark.steps <= steps) return false;
  mark = {.search = search_, .steps = steps, .from = from, .edge = edge};
  next_.push_back(to);
  return true;
}

bool CycleSearch::may_go_on() {
  if (edges_left_ == 0 || (edges_left_ % 4096 == 0 && enough_ && enough_())) gave_up_ = true;
  if (!gave_up_) --edges_left_;
  return !gave_up_;
}

Cycle CycleSearch::walked(Graph::Node goal) const {
  Cycle cycle;
  Graph::Node node = goal;
  do {
    const Graph::Edge& last = graph_.edge(marks_[node].edge);
    Graph::Node from = marks_[node].from;
    while (graph_.is_waypoint(from)) from = marks_[from].from;
    cycle.push_back({.from = from, .to = node, .label = last.label, .kind = last.kind});
    node = from;
  } while (node != goal);
  std::ranges::reverse(cycle);
  return cycle;
}

}  // namespace fencepost::properties
