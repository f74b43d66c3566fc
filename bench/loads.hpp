// SPDX-License-Identifier: Apache-2.0
// Commands at production size, the same for engine and model.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"

namespace fencepost::bench {

struct Load {
  std::string workload;
  Parameters parameters;
  /// Commands before the clock starts, and while it runs.
  std::uint64_t before = 0;
  std::uint64_t timed = 0;
  /// What the rate counts; the timed commands unless it says otherwise.
  std::uint64_t items = 0;
  /// The state is largest after this many commands and then has this many entries; 0 for no state.
  std::uint64_t largest_after = 0;
  std::uint64_t entries = 0;
  /// Writes command number i (from 0, rising by one) over the old one.
  std::function<void(std::uint64_t i, Command& command)> write;
};

struct NamedLoad {
  /// The workload's name; with `/` and a word for a load beside the one that the aims are
  /// about.
  std::string name;
  Load (*make)();
  int repetitions;
};

const std::vector<NamedLoad>& loads();

}  // namespace fencepost::bench
