// SPDX-License-Identifier: Apache-2.0
// How a suite is run. Each option is also a variable of the environment, which wins.
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::suite {

struct Options {
  /// How many scenarios, from which seed on. FENCEPOST_SEEDS, FENCEPOST_SEED.
  std::uint64_t seeds = 2000;
  std::uint64_t seed = 0;
  /// Threads, each with objects of its own. The result is the same for any number.
  unsigned jobs = 1;
  /// Where what is found is written. FENCEPOST_FINDINGS.
  std::string findings = "fencepost-findings";
  /// A file, or a folder with files below it, that must hold. FENCEPOST_HISTORIES.
  std::string histories = {};
};

/// Marks that stay cold decide from this many scenarios on.
inline constexpr std::uint64_t enough_for_marks = 2000;

/// `options`, changed by what the environment says; why that is no number, if it is none.
Result<Options> with_environment(const Options& options);

}  // namespace fencepost::suite
