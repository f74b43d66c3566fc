// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/row_choice.hpp"

#include <algorithm>

namespace fencepost::reports {
namespace {

/// First, last, second, last but one, ...
void outermost_first(std::vector<std::size_t>& rows) {
  std::vector<std::size_t> order;
  for (std::size_t low = 0, high = rows.size(); low < high;) {
    order.push_back(rows[low++]);
    if (low < high) order.push_back(rows[--high]);
  }
  rows = std::move(order);
}

std::vector<std::size_t> by_weight(const std::vector<Weight>& rows) {
  std::vector<std::size_t> order = {rows.size() - 1};
  for (const Weight weight :
       {Weight::pointed_at, Weight::trouble, Weight::related, Weight::struck, Weight::ordinary}) {
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i] == weight) same.push_back(i);
    if (weight == Weight::pointed_at)
      outermost_first(same);
    else
      std::ranges::reverse(same);
    order.insert(order.end(), same.begin(), same.end());
  }
  return order;
}

/// A run between two shown rows is a row of its own.
std::size_t lines_with(const std::vector<bool>& shown, std::size_t row, std::size_t lines) {
  const bool joins_above = row == 0 || shown[row - 1];
  const bool joins_below = row + 1 == shown.size() || shown[row + 1];
  if (joins_above && joins_below) return lines;
  return joins_above || joins_below ? lines + 1 : lines + 2;
}

}  // namespace

std::vector<bool> choose_rows(const std::vector<Weight>& rows, std::size_t most) {
  std::vector<bool> shown(rows.size(), rows.size() <= most);
  if (rows.size() <= most) return shown;
  std::size_t lines = 1;  // a run of all
  for (const std::size_t row : by_weight(rows)) {
    if (shown[row]) continue;
    const std::size_t with = lines_with(shown, row, lines);
    if (with > most) continue;
    shown[row] = true;
    lines = with;
  }
  return shown;
}

}  // namespace fencepost::reports
