// SPDX-License-Identifier: Apache-2.0
// What a whole list-append history shows, once it is known who failed and which lists are the
// longest.
#pragma once

#include <functional>

#include "fencepost/properties/checkers/graph.hpp"
#include "fencepost/properties/checkers/list_append_history.hpp"

namespace fencepost::properties {

/// Adds what needs no cycle: phantom, duplicate-elements, G1a, G1b, dirty-update,
/// incompatible-order, lost-update. The versions are settled.
void find_list_anomalies(ListAppendHistory& history);

/// Which transaction must come before which. The label of an edge is an element: the one that was
/// written later (ww), read (wr), not seen (rw). The versions are settled.
Graph list_append_graph(const ListAppendHistory& history);

/// Adds the cycles, in words.
void find_list_cycles(ListAppendHistory& history, const std::function<bool()>& enough);

}  // namespace fencepost::properties
