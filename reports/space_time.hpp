// SPDX-License-Identifier: Apache-2.0
// What happened in a cluster as a picture: a lane for each client, node and service, time runs
// down, a row a message or trouble, at most one screen.
//
//           c4    n0    n1    n2    seq-kv
//      1    ●────▶│     │     │     │       broadcast message=1
//      1.1  │     ├────▶│     │     │       gossip values=[1]
//      1.2  │     ├─────┼───╫ │     │       cut off: gossip values=[1]
//    ▸ 1.3  ✓◀────┤     │     │     │       broadcast_ok
//
// A client's lane says where it asks (●), and where what it asked ends: well (✓), in vain (✗), or
// nobody knows how (?). What strikes a message stands before its words: lost, cut off, held back,
// late, again (a second copy, drawn double), stale (answered from an older state), unheard (a reply
// that nobody waits for). The lane of a paused node is dotted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "fencepost/model/vocabulary/cluster_history.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

struct SpaceTimeOptions {
  /// Rows of these commands (ids) are pointed at, and are the last to be left out.
  std::set<std::uint32_t> highlighted;
  /// Columns of the terminal, from 80 to 200; beyond is taken as the nearest of them.
  std::size_t width = 100;
  /// Lines of the picture, its head counted; at least 8. Of what does not fit, runs of rows become
  /// one: `… 12 more messages`.
  std::size_t most_rows = 40;
  /// Written before every line; counts as part of the width.
  std::string indent;
};

/// Empty if nothing happened. Messages of the setup (before the first command, and to a node that
/// was started again) are shown only if there is nothing else. Lanes that have no room are named
/// below the picture.
std::string space_time(const ClusterHistory& history, const SpaceTimeOptions& options,
                       const Ink& ink);

}  // namespace fencepost::reports
