// SPDX-License-Identifier: Apache-2.0
// From a failing scenario to a minimal one with the same fingerprint. The order of candidates is
// one deterministic list, asked for by two drivers: `shrink` below and RapidCheck through its
// Shrinkable.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/properties/trial.hpp"

namespace fencepost::properties {

/// A failing scenario and how far its shrinking has come. A value: copying it forks the search.
struct Shrinking {
  Scenario scenario;
  /// Which pass is made, and how many of its candidates were refused since the last one was
  /// accepted.
  std::uint32_t pass = 0;
  std::uint32_t place = 0;
  /// Length of the pieces that the pass takes away, where it halves them; 0 before it has begun.
  std::uint32_t chunk = 0;
  /// A candidate was accepted since the first pass began; then all passes are made once more.
  bool progressed = false;
};

/// The next smaller candidate, or nothing when every pass was made without progress. Moves `at` on
/// to the state that holds if the candidate is refused; the returned state holds if it is accepted.
std::optional<Shrinking> next_candidate(Shrinking& at);

struct Shrunk {
  Scenario scenario;
  std::uint32_t runs = 0;
  /// No single step can be removed: every removal was tried and shows another verdict.
  bool one_minimal = false;
  /// The budget ended first.
  bool out_of_budget = false;
  /// Other fingerprints met on the way, each with the first scenario that showed it.
  std::vector<std::pair<Fingerprint, Scenario>> others;
};

/// `fails` runs a candidate and gives its fingerprint if it is violated.
using Fails = std::function<std::optional<Fingerprint>(const Scenario&)>;

/// Shrinks a scenario that shows `wanted`, within `budget` runs.
Shrunk shrink(const Scenario& scenario, const Fingerprint& wanted, const Fails& fails,
              std::uint32_t budget = 5000);

}  // namespace fencepost::properties
