// SPDX-License-Identifier: Apache-2.0
// What is known of a program that spins: it looks for work again and again without ever sleeping,
// so that it is never seen at rest. If it has read all, and then has run for long enough without a
// word, it has nothing to say. What is enough follows how long it mostly is silent before a word.
#pragma once

#include <algorithm>
#include <chrono>

namespace fencepost::sut {

class Spinning {
 public:
  using Time = std::chrono::nanoseconds;

  /// Whoever is not quiet by the limit is busy.
  explicit Spinning(std::chrono::milliseconds limit) : limit_(limit) {}

  bool is_known() const { return is_known_; }
  /// Whether a node must be taken to spin that was still at work when the limit came, although it
  /// had read all for so long, and had once written nothing for so long.
  bool is_shown_by(Time read_all, Time silence) const {
    return read_all >= limit_ / 2 && silence >= std::min<Time>(shortest_gap, limit_ / 2);
  }
  void learn() { is_known_ = true; }
  /// A node of it was silent for so long before it wrote something.
  void heard_after(Time silence) { usual_ += (std::min(silence, longest()) - usual_) / 8; }
  Time enough() const {
    return std::clamp<Time>(3 * usual_, std::min<Time>(shortest, longest()), longest());
  }
  /// For who goes on speaking, as timers bid.
  Time enough_for_who_talks() const { return 3 * enough(); }

 private:
  static constexpr Time shortest_gap = std::chrono::milliseconds(50);
  static constexpr Time shortest = std::chrono::milliseconds(5);

  Time longest() const { return limit_ / 8; }

  Time limit_;
  Time usual_ = std::chrono::milliseconds(10);
  bool is_known_ = false;
};

}  // namespace fencepost::sut
