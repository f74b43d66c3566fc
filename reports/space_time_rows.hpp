// SPDX-License-Identifier: Apache-2.0
// The rows of a space-time picture: which happenings are shown, and what is said of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/cluster_history.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

struct SpaceTimeRow {
  /// Null for a run of rows that are left out.
  const Happening* happening = nullptr;
  /// The message as scenarios call it: `7`, `7.2`; `7.?` if that is not known; empty for none.
  std::string name;
  /// What struck the message: `lost`, `late`; empty for nothing.
  std::string tag;
  std::string words;
  /// How what a client asked ended here, if it did.
  std::optional<Operation::Type> end;
  /// Of a command that is pointed at.
  bool highlighted = false;
  /// The nodes that stand still here.
  std::set<std::string, std::less<>> paused;
};

/// In the order of time, at most so many.
std::vector<SpaceTimeRow> space_time_rows(const ClusterHistory& history,
                                          const std::set<std::uint32_t>& highlighted,
                                          std::size_t most, const Ink& ink);

/// c1, c2, ...
bool is_client(std::string_view name);
/// n0, n1, ...
bool is_node(std::string_view name);
/// Is this a message, rather than trouble of a node or of the whole?
bool is_message(const Happening& happening);
/// `n0,n2` as its names.
std::vector<std::string> names_in(std::string_view list);

}  // namespace fencepost::reports
