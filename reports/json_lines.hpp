// SPDX-License-Identifier: Apache-2.0
// A campaign as JSON Lines: every line is {"type": ..., "data": {...}}, ends with a line end and
// depends neither on the clock nor on threads. docs/commands.md lists the keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/reports/failing_screen.hpp"
#include "fencepost/reports/summary_table.hpp"

namespace fencepost::reports {

/// Rises when a key changes its meaning or goes; new keys do not raise it.
inline constexpr int json_lines_version = 1;

struct Beginning {
  std::string version;
  std::vector<std::string> workloads;
  /// `engine`, `engine with bug ID`, or the command line of a program.
  std::string system;
  std::uint64_t first_seed = 0;
  /// Nothing: until the time is up.
  std::optional<std::uint64_t> seeds;
  std::vector<std::string> families;
  std::uint32_t longest = 0;
};

struct Ending {
  int exit_code = 0;
  std::uint64_t scenarios = 0;
  std::uint64_t violations = 0;
  Digest digest;
};

std::string json_begin(const Beginning& beginning);
/// `replay` is the command that replays it.
std::string json_violation(const properties::Finding& finding, const Saved& saved,
                           const std::string& replay);
std::string json_workload(const Campaign& campaign);
std::string json_end(const Ending& ending);

}  // namespace fencepost::reports
