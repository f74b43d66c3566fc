// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/graph.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::properties {
namespace {

/// Tarjan's algorithm with a stack of its own instead of recursion.
class KnotFinder {
 public:
  KnotFinder(const Graph& graph, EdgeKinds kinds, const Knots* only)
      : graph_(graph), kinds_(kinds), only_(only), index_(graph.nodes()), low_(graph.nodes()) {
    knots_.of.resize(graph.nodes());
  }

  Knots find() {
    if (only_ == nullptr) {
      for (Graph::Node node = 0; node < graph_.nodes(); ++node) start(node);
    } else {
      for (const auto& members : only_->members)
        for (const Graph::Node node : members) start(node);
    }
    number();
    return std::move(knots_);
  }

 private:
  struct Visit {
    Graph::Node node;
    std::uint64_t edge;
  };

  void start(Graph::Node root) {
    if (index_[root] != 0) return;
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      if (visit.edge == graph_.end(visit.node))
        leave(visit.node);
      else
        follow(visit.node, graph_.edge(visit.edge++));
    }
  }

  void enter(Graph::Node node) {
    index_[node] = low_[node] = ++last_index_;
    stack_.push_back(node);
    visits_.push_back({node, graph_.begin(node)});
  }

  void follow(Graph::Node from, const Graph::Edge& edge) {
    if (!kinds_.has(edge.kind)) return;
    if (only_ != nullptr && only_->of[edge.to] != only_->of[from]) return;
    if (index_[edge.to] == 0)
      enter(edge.to);
    else if (index_[edge.to] != done)
      low_[from] = std::min(low_[from], index_[edge.to]);
  }

  void leave(Graph::Node node) {
    visits_.pop_back();
    if (!visits_.empty())
      low_[visits_.back().node] = std::min(low_[visits_.back().node], low_[node]);
    if (low_[node] != index_[node]) return;
    const auto first = std::find(stack_.rbegin(), stack_.rend(), node).base() - 1;
    if (stack_.end() - first > 1) knots_.members.emplace_back(first, stack_.end());
    for (auto member = first; member != stack_.end(); ++member) index_[*member] = done;
    stack_.erase(first, stack_.end());
  }

  void number() {
    for (auto& members : knots_.members) std::ranges::sort(members);
    std::ranges::sort(knots_.members, {}, [](const auto& members) { return members.front(); });
    for (std::size_t i = 0; i < knots_.members.size(); ++i)
      for (const Graph::Node node : knots_.members[i])
        knots_.of[node] = static_cast<std::uint32_t>(i + 1);
  }

  /// The index of a node whose knot is known.
  static constexpr std::uint32_t done = UINT32_MAX;

  const Graph& graph_;
  EdgeKinds kinds_;
  const Knots* only_;
  std::uint32_t last_index_ = 0;
  std::vector<std::uint32_t> index_, low_;
  std::vector<Graph::Node> stack_;
  std::vector<Visit> visits_;
  Knots knots_;
};

}  // namespace

void Graph::add(Node from, Node to, EdgeKind kind, std::uint32_t label) {
  CHECK(from < nodes_ && to < nodes_ && first_.empty());
  if (from != to) edges_.push_back({.from = from, .to = to, .label = label, .kind = kind});
}

void Graph::seal() {
  CHECK(first_.empty());
  first_.assign(nodes_ + std::size_t{1}, 0);
  for (const Edge& edge : edges_) ++first_[edge.from + std::size_t{1}];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<Edge> sorted(edges_.size());
  std::vector<std::uint64_t> place(first_.begin(), first_.end() - 1);
  for (const Edge& edge : edges_) sorted[place[edge.from]++] = edge;
  edges_ = std::move(sorted);
}

Knots Graph::knots(EdgeKinds kinds, const Knots* only) const {
  CHECK(!first_.empty());
  return KnotFinder(*this, kinds, only).find();
}

bool Graph::joins(const Knots& knots, std::size_t knot, EdgeKinds kinds) const {
  for (const Node node : knots.members[knot])
    for (std::uint64_t at = begin(node); at < end(node); ++at)
      if (kinds.has(edges_[at].kind) && knots.of[edges_[at].to] == knot + 1) return true;
  return false;
}

std::uint64_t Graph::bytes() const {
  return edges_.capacity() * sizeof(Edge) + first_.capacity() * sizeof(std::uint64_t);
}

}  // namespace fencepost::properties
