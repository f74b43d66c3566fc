// SPDX-License-Identifier: Apache-2.0
// Which operation must come before which, and why: a directed graph whose edges have a kind and a
// label. Compact: edges are gathered, sealed once, and then only read. Operations are numbered by
// whoever builds the graph; a waypoint stands for no operation and keeps "all of these before all
// of those" linear.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <vector>

namespace fencepost::properties {

/// Write after write, read after write, write after read (each by what clients saw); the order of
/// one client; completed before invoked; write after read of what a write of later real time
/// replaced.
enum class EdgeKind : std::uint8_t { ww, wr, rw, process, realtime, rw_realtime };

class EdgeKinds {
 public:
  constexpr EdgeKinds(std::initializer_list<EdgeKind> kinds) {
    for (const EdgeKind kind : kinds) add(kind);
  }
  constexpr void add(EdgeKind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  constexpr bool has(EdgeKind kind) const {
    return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0;
  }

 private:
  unsigned bits_ = 0;
};

/// Nodes that can all reach each other (strongly connected components), apart from single ones.
struct Knots {
  /// Of each node: 0 if it is in none, otherwise 1 + its place in `members`.
  std::vector<std::uint32_t> of;
  /// Nodes in rising order; knots by their first node.
  std::vector<std::vector<std::uint32_t>> members;
};

class Graph {
 public:
  using Node = std::uint32_t;
  struct Edge {
    Node from = 0, to = 0;
    /// Whatever its builder wants to remember, such as a key and a value.
    std::uint32_t label = 0;
    EdgeKind kind = EdgeKind::ww;
  };

  explicit Graph(Node operations) : operations_(operations), nodes_(operations) {}

  /// A path through a waypoint counts as one edge. All edges at one waypoint must be of one kind.
  Node add_waypoint() { return nodes_++; }
  /// Edges from a node to itself mean nothing and are left out. Before `seal`.
  void add(Node from, Node to, EdgeKind kind, std::uint32_t label = 0);
  void seal();

  bool is_waypoint(Node node) const { return node >= operations_; }
  Node nodes() const { return nodes_; }
  /// The edges out of a node, as a range of places. After `seal`.
  std::uint64_t begin(Node node) const { return first_[node]; }
  std::uint64_t end(Node node) const { return first_[node + std::size_t{1}]; }
  const Edge& edge(std::uint64_t place) const { return edges_[place]; }

  /// Of the graph that has only edges of these kinds, within `only` if given: nodes that are in no
  /// knot of it are left out. Linear.
  Knots knots(EdgeKinds kinds, const Knots* only = nullptr) const;
  /// Whether an edge of this kind joins two nodes of knot `knot` (an index of `members`).
  bool joins(const Knots& knots, std::size_t knot, EdgeKinds kinds) const;

  /// About the memory in use, in bytes.
  std::uint64_t bytes() const;

 private:
  Node operations_;
  Node nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> first_;
};

struct Step {
  Graph::Node from = 0, to = 0;
  std::uint32_t label = 0;
  EdgeKind kind = EdgeKind::ww;
};
/// Each step begins where the one before it ends, the first where the last one ends; between
/// operations only.
using Cycle = std::vector<Step>;

/// Looks for short cycles, with a bound on the work.
class CycleSearch {
 public:
  /// `most_edges`: how many edges may be looked at in all. `enough` may be empty.
  CycleSearch(const Graph& graph, std::uint64_t most_edges, const std::function<bool()>& enough);

  /// The shortest cycle in knot `knot` (an index of `members`) that begins with an edge of a kind
  /// in `first` and goes on with those in `rest`; the first one of several. Empty if there is none,
  /// or the bound was reached before one was found.
  Cycle shortest(const Knots& knots, std::size_t knot, EdgeKinds first, EdgeKinds rest);
  bool gave_up() const { return gave_up_; }
  /// Allows as much work again.
  void renew() {
    edges_left_ = most_edges_;
    gave_up_ = false;
  }

 private:
  struct Mark {
    std::uint32_t search = 0;
    std::uint32_t steps = 0;
    Graph::Node from = 0;
    std::uint64_t edge = 0;
  };
  bool spread(const Knots& knots, Graph::Node goal, std::uint64_t start, EdgeKinds rest,
              std::uint32_t most_steps);
  bool visit(Graph::Node from, std::uint64_t edge, std::uint32_t steps);
  bool may_go_on();
  Cycle walked(Graph::Node goal) const;

  const Graph& graph_;
  std::uint64_t most_edges_, edges_left_;
  const std::function<bool()>& enough_;
  bool gave_up_ = false;
  std::uint32_t search_ = 0;
  std::vector<Mark> marks_;
  std::vector<Graph::Node> now_, next_;
};

}  // namespace fencepost::properties
