// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/nearest.hpp"

#include <algorithm>

namespace fencepost::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string_view>& names) {
  typed = typed.substr(0, 100);
  std::string_view nearest;
  std::size_t least = SIZE_MAX;
  for (const std::string_view name : names) {
    // A name that begins with what was typed is near, however much is missing.
    const std::size_t distance =
        typed.size() > 2 && name.starts_with(typed) ? 1 : edit_distance(typed, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  if (least > std::max<std::size_t>(2, typed.size() / 3)) return {};
  return "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace fencepost::cli
