// SPDX-License-Identifier: Apache-2.0
// What happened in a cluster: what clients did and saw, which the checkers judge and the digest
// identifies, and every message and trouble between them, which the picture shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost {

/// One message that moved, or did not, or one trouble that struck.
struct Happening {
  enum class Kind : std::uint8_t {
    delivered,
    held,     ///< sent, but to be delivered later
    lost,     ///< dropped on its way by plan
    cut_off,  ///< lost because the two were cut off from each other
    killed,   ///< the node `to` was killed and started again
    emptied,  ///< the same, and its folder emptied
    paused,   ///< the node `to`
    resumed,  ///< the node `to`
    cut,      ///< the nodes `from` can no longer reach the nodes `to`
    healed,   ///< all can reach all again
    gave_up,  ///< the client `from` waits for its reply no longer
    calm_began,
  };

  Kind kind = Kind::delivered;
  /// The command that led to the message, 0 for none, and which of its messages this is, from 0.
  std::uint32_t root = 0, part = 0;
  /// Who sent it and who got it: c1, n0, seq-kv.
  std::string from, to;
  /// The message in short: its type and its fields.
  std::string words;
  /// A second copy; delivered later than in its turn; answered from an older state.
  bool duplicate = false, late = false, stale = false;
};

struct ClusterHistory {
  std::vector<Operation> operations;
  /// The command (id) that each operation comes from.
  std::vector<std::uint32_t> roots;
  /// How many happenings there were when each operation was written.
  std::vector<std::uint32_t> moments;
  std::vector<Happening> happenings;

  void clear();
};

/// Of the operations: equal exactly if the clients did and saw the same in the same order.
Digest digest_of(const std::vector<Operation>& operations);

}  // namespace fencepost
