// SPDX-License-Identifier: Apache-2.0
// How long to wait for nodes that act by themselves, as timers bid. Who has no timers is never
// waited for. What is owed in the end is waited for as long as the slowest of them was ever seen to
// take.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fencepost::faults {

class Patience {
 public:
  explicit Patience(std::uint32_t reply_milliseconds) : reply_(reply_milliseconds) {}

  /// A storm or a calm begins.
  void begin() { left_ = reply_; }
  /// For replies: as long as one may take, then only briefly, until the next storm or calm. A
  /// storm may keep back many, and real time is what a campaign has least of.
  std::uint32_t for_a_reply() const { return std::max(left_, std::min(brief, reply_)); }
  void waited_for_a_reply(std::uint32_t milliseconds) { left_ -= std::min(left_, milliseconds); }
  /// For all that must be so in the end, together: ten seconds until more is known.
  std::uint32_t for_the_end() const {
    if (!waited_long_) return longest;
    return std::clamp(3 * longest_silence_, reply_, longest);
  }
  /// A node spoke by itself after so many milliseconds of silence.
  void heard_after(std::uint32_t silence) {
    longest_silence_ = std::max(longest_silence_, silence);
  }
  /// A whole wait for the end is over.
  void waited_for_the_end() { waited_long_ = true; }

 private:
  static constexpr std::uint32_t longest = 10'000;
  static constexpr std::uint32_t brief = 30;

  std::uint32_t reply_;
  std::uint32_t left_ = reply_;
  std::uint32_t longest_silence_ = 0;
  bool waited_long_ = false;
};

}  // namespace fencepost::faults
