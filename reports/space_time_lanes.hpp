// SPDX-License-Identifier: Apache-2.0
// Where the lanes of a space-time picture stand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/reports/space_time_rows.hpp"

namespace fencepost::reports {

struct Lane {
  std::string name;
  /// From the first lane, which is at 0.
  std::size_t column = 0;
  bool is_node = false;
};

struct Lanes {
  /// Clients, nodes, services; each by its number, then by its name.
  std::vector<Lane> lanes;
  /// Those that have no room, in the same order.
  std::vector<std::string> left_out;
  /// Of all lanes.
  std::size_t width = 0;

  const Lane* find(std::string_view name) const;
};

/// Lanes are at least this far apart.
inline constexpr std::size_t least_gap = 4;

/// For everyone who takes part in the rows. The lanes and the words beside them have `cells` (at
/// least 40) together: lanes move together before words are cut, and leave out those that take
/// part in least, before the words have less than 20.
Lanes place_lanes(const std::vector<SpaceTimeRow>& rows, std::size_t cells);

}  // namespace fencepost::reports
