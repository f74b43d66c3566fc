// SPDX-License-Identifier: Apache-2.0
// Edges that would be quadratic in number, drawn through waypoints so that they are linear.
#pragma once

#include <cstdint>
#include <vector>

#include "fencepost/properties/checkers/graph.hpp"

namespace fencepost::properties {

/// Draws the real-time order: an edge from each completed operation to each one that was invoked
/// later, as a chain of waypoints, so that their number is linear. Call in the order of time.
class RealTime {
 public:
  explicit RealTime(Graph& graph) : graph_(graph) {}
  void invoked(Graph::Node operation);
  void completed(Graph::Node operation);

 private:
  Graph& graph_;
  /// The waypoint that precedes what is invoked now, and the one that follows what completes now.
  Graph::Node before_ = 0, after_ = 0;
  bool has_before_ = false, has_after_ = false;
};

struct Target {
  Graph::Node node = 0;
  std::uint32_t label = 0;
};

/// An edge of this kind from each of `from` to each of `to`, with the label of the latter, but none
/// from an operation to itself. `to` is in the order of the nodes, which may stand in it several
/// times.
void draw_all_before_all(Graph& graph, const std::vector<Graph::Node>& from,
                         const std::vector<Target>& to, EdgeKind kind);

}  // namespace fencepost::properties
