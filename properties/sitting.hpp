// SPDX-License-Identifier: Apache-2.0
// A sitting: a few seeds in a row before one judge, each as a sequel of those before it where the
// judge allows that. Starting processes is most of the time that a cluster takes.
#pragma once

#include <cstdint>
#include <functional>

#include "fencepost/properties/judge.hpp"

namespace fencepost::properties {

/// Few enough that many scenarios begin on fresh processes, and that programs which keep everything
/// do not get slow; enough for the starting not to matter.
inline constexpr std::uint64_t seeds_at_a_sitting = 4;

class Sitting {
 public:
  /// The scenario of a seed, with these parameters where the draw has a choice.
  using Draw = std::function<Scenario(std::uint64_t seed, const Parameters& given)>;

  Sitting(Judge& judge, Parameters given, Draw draw)
      : judge_(judge), given_(std::move(given)), draw_(std::move(draw)) {}

  const Verdict& play(std::uint64_t seed);
  /// All that has been played since the last fresh start; the scenario of the last seed alone if it
  /// was one.
  const Scenario& story() const { return story_; }

 private:
  Judge& judge_;
  Parameters given_;
  Draw draw_;
  Scenario story_;
  bool has_begun_ = false;
};

}  // namespace fencepost::properties
