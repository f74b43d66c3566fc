// SPDX-License-Identifier: Apache-2.0
// How long to wait for nodes that are quiet and owe a reply. A node without timers and threads of
// its own will never give it; one that has some may. Which of the two a cluster is, it is watched
// for: who has not stirred through a few full waits is not waited for again.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fencepost::faults {

class Patience {
 public:
  explicit Patience(std::uint32_t most_milliseconds) : most_(most_milliseconds) {}

  /// So many milliseconds are to be waited now; 0 for not at all.
  std::uint32_t milliseconds() const {
    return !stirred_ && idle_waits_ >= enough_idle_waits ? 0 : most_;
  }
  /// A full wait is over; did a node do anything by itself meanwhile?
  void learn(bool stirred) {
    stirred_ |= stirred;
    idle_waits_ = std::min(idle_waits_ + 1, enough_idle_waits);
  }
  bool acts_by_itself() const { return stirred_; }

 private:
  static constexpr int enough_idle_waits = 2;

  std::uint32_t most_;
  int idle_waits_ = 0;
  bool stirred_ = false;
};

}  // namespace fencepost::faults
