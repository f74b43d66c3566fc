// SPDX-License-Identifier: Apache-2.0
// Names the cycles of what must come before what, as Adya's and Elle's papers do:
//   G0                  writes only
//   G1c                 writes, and reads of what was written
//   G-single-item       and one write of what had been read in an older version
//   G-nonadjacent-item  and several such, no two of them in a row
//   G2-item             and several such, in any order
// with -process if the order of one client is needed to close it, -realtime if real time is.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/properties/checkers/graph.hpp"

namespace fencepost::properties {

/// All names, the worst first.
inline constexpr std::array<std::string_view, 15> cycle_names = {"G0",
                                                                 "G1c",
                                                                 "G-single-item",
                                                                 "G-nonadjacent-item",
                                                                 "G2-item",
                                                                 "G0-process",
                                                                 "G1c-process",
                                                                 "G-single-item-process",
                                                                 "G-nonadjacent-item-process",
                                                                 "G2-item-process",
                                                                 "G0-realtime",
                                                                 "G1c-realtime",
                                                                 "G-single-item-realtime",
                                                                 "G-nonadjacent-item-realtime",
                                                                 "G2-item-realtime"};

struct CycleFinding {
  std::string_view name;
  /// How many separate knots have such a cycle, and no worse one.
  std::uint64_t knots = 0;
  /// The shortest of up to Judgement::most_examples knots, the shortest first.
  std::vector<Cycle> examples;
};

/// Of a sealed graph; those that were found, the worst first. Whether there is a cycle of G0, G1c,
/// G-single-item or G-nonadjacent-item, or any, is always found out in linear time; the shortest
/// one, and whether it is G-single-item or only G-nonadjacent-item, with bounded work until
/// `enough`.
std::vector<CycleFinding> find_cycles(const Graph& graph, const std::function<bool()>& enough);

/// `T1 appended 3 to "x", which T2 read; T2 completed before T1 was invoked: ...`. The operations
/// are numbered by their place in the cycle; `describe` says a step between two of them, in which
/// neither client order nor real time is meant.
std::string in_words(const Cycle& cycle,
                     const std::function<std::string(const Step& step, const std::string& from,
                                                     const std::string& to)>& describe);

}  // namespace fencepost::properties
