// SPDX-License-Identifier: Apache-2.0
// Cycles in which no two anti-dependencies (rw) stand in a row: what snapshot isolation forbids
// (Cerone and Gotsman, "Analysing snapshot isolation": ((ww or wr or order) ; rw?) has no cycle).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/graph.hpp"

namespace fencepost::properties {

/// For each of the knots `which` that has one: the shortest closed walk over edges of `kinds` with
/// at least one anti-dependency and no two in a row, also around its end. It may pass an operation
/// twice. That there is one is found in linear time, and it is as short as bounded work finds.
std::vector<std::pair<std::size_t, Cycle>> nonadjacent_walks(const Graph& graph, const Knots& knots,
                                                             const std::vector<std::size_t>& which,
                                                             EdgeKinds kinds);

}  // namespace fencepost::properties
