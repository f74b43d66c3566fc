// SPDX-License-Identifier: Apache-2.0
// What a whole rw-register history shows, once it is known who failed.
#pragma once

#include <functional>
#include <vector>

#include "fencepost/properties/checkers/graph.hpp"
#include "fencepost/properties/checkers/rw_history.hpp"

namespace fencepost::properties {

/// Adds what needs no cycle of transactions: phantom, future-read, G1a, G1b, lost-update.
void find_rw_anomalies(RwHistory& history);

/// Which versions of a key certainly follow which, in one step; the initial one left out: what a
/// transaction wrote after it had read or written another. The nodes are versions; the label of an
/// edge is the transaction that shows it. Sealed.
Graph version_graph(const RwHistory& history);

/// Adds cyclic-versions. Of each key: whether it has any, so that nothing can be told of its order.
std::vector<bool> find_cyclic_versions(RwHistory& history, const Graph& versions);

/// Adds the cycles of transactions, in words.
void find_rw_cycles(RwHistory& history, const Graph& versions, const std::vector<bool>& unordered,
                    const std::function<bool()>& enough);

}  // namespace fencepost::properties
