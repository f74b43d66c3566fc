// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/nonadjacent.hpp"

#include <functional>
#include <map>

namespace fencepost::properties {
namespace {

using enum EdgeKind;

constexpr std::uint64_t most_edges = 20'000'000;
constexpr std::uint32_t absent = UINT32_MAX;

/// Each operation is there twice: reached by another kind of edge, and reached by an
/// anti-dependency, after which no second one may follow.
class Doubled {
 public:
  Doubled(const Graph& graph, const Knots& knots, const std::vector<std::size_t>& which,
          EdgeKinds kinds)
      : graph_(graph),
        knots_(knots),
        kinds_(kinds),
        place_(graph.nodes(), absent),
        doubled_(number(which)) {
    for (const Graph::Node node : node_) draw(node);
    doubled_.seal();
  }

  const Graph& graph() const { return doubled_; }
  Graph::Node original(Graph::Node node) const {
    return node < 2 * operations_ ? node_[node / 2] : node_[node - operations_];
  }

 private:
  Graph number(const std::vector<std::size_t>& which) {
    for (const bool waypoints : {false, true}) {
      for (const std::size_t knot : which)
        for (const Graph::Node node : knots_.members[knot])
          if (graph_.is_waypoint(node) == waypoints) {
            place_[node] = static_cast<std::uint32_t>(node_.size());
            node_.push_back(node);
          }
      if (!waypoints) operations_ = static_cast<Graph::Node>(node_.size());
    }
    Graph doubled(2 * operations_);
    for (std::size_t i = operations_; i < node_.size(); ++i) doubled.add_waypoint();
    return doubled;
  }

  Graph::Node twin(Graph::Node node, bool after_anti) const {
    if (graph_.is_waypoint(node)) return place_[node] + operations_;
    return 2 * place_[node] + (after_anti ? 1 : 0);
  }

  void draw(Graph::Node from) {
    for (std::uint64_t at = graph_.begin(from); at < graph_.end(from); ++at) {
      const Graph::Edge& edge = graph_.edge(at);
      if (!kinds_.has(edge.kind) || knots_.of[edge.to] != knots_.of[from]) continue;
      const bool anti = edge.kind == rw || edge.kind == rw_realtime;
      const Graph::Node to = twin(edge.to, anti);
      doubled_.add(twin(from, false), to, edge.kind, edge.label);
      if (!anti && !graph_.is_waypoint(from))
        doubled_.add(twin(from, true), to, edge.kind, edge.label);
    }
  }

  const Graph& graph_;
  const Knots& knots_;
  EdgeKinds kinds_;
  std::vector<std::uint32_t> place_;
  /// The operations, then the waypoints, that are in it.
  std::vector<Graph::Node> node_;
  Graph::Node operations_ = 0;
  Graph doubled_;
};

}  // namespace

std::vector<std::pair<std::size_t, Cycle>> nonadjacent_walks(const Graph& graph, const Knots& knots,
                                                             const std::vector<std::size_t>& which,
                                                             EdgeKinds kinds) {
  const Doubled doubled(graph, knots, which, kinds);
  const Knots walks = doubled.graph().knots(kinds);
  const std::function<bool()> never;
  CycleSearch search(doubled.graph(), most_edges, never);
  std::map<std::size_t, Cycle> shortest;
  for (std::size_t i = 0; i < walks.members.size(); ++i) {
    if (!doubled.graph().joins(walks, i, {rw, rw_realtime})) continue;
    Cycle walk = search.shortest(walks, i, {rw, rw_realtime}, kinds);
    for (Step& step : walk) {
      step.from = doubled.original(step.from);
      step.to = doubled.original(step.to);
    }
    Cycle& known = shortest[knots.of[doubled.original(walks.members[i].front())] - 1];
    if (known.empty() || (!walk.empty() && walk.size() < known.size())) known = std::move(walk);
  }
  return {shortest.begin(), shortest.end()};
}

}  // namespace fencepost::properties
