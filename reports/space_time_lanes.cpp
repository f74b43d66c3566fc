// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/space_time_lanes.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

constexpr std::size_t widest_gap = 8;
constexpr std::size_t easy_gap = 6;
/// Behind the last lane.
constexpr std::size_t last_gap = 3;
constexpr std::size_t widest_name = 8;
constexpr std::size_t least_words = 20;
/// A row that is pointed at is worth so many others.
constexpr std::size_t worth_of_pointer = 1000;

/// Clients before nodes before services; c2 before c10.
struct Rank {
  int kind = 0;
  std::size_t digits = 0;
  std::string name;
  friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rank_of(const std::string& name) {
  if (is_client(name)) return {0, name.size(), name};
  if (is_node(name)) return {1, name.size(), name};
  return {2, 0, name};
}

/// Everyone who takes part, and in how much.
std::map<Rank, std::size_t> participants(const std::vector<SpaceTimeRow>& rows) {
  std::map<Rank, std::size_t> found;
  for (const SpaceTimeRow& row : rows) {
    if (row.happening == nullptr) continue;
    for (const std::string* list : {&row.happening->from, &row.happening->to}) {
      const bool is_set = row.happening->kind == Happening::Kind::cut;
      for (const std::string& name : is_set ? names_in(*list) : std::vector{*list})
        if (!name.empty()) found[rank_of(name)] += row.highlighted ? worth_of_pointer : 1;
    }
  }
  return found;
}

std::size_t gap_of(const std::string& name, std::size_t wanted) {
  return std::max(wanted, std::min(width(name), widest_name) + 1);
}

std::size_t width_of(const std::map<Rank, std::size_t>& lanes, std::size_t gap) {
  std::size_t sum = 0;
  for (const auto& [rank, worth] : lanes) sum += gap_of(rank.name, gap);
  return lanes.empty() ? 0 : sum - gap_of(lanes.rbegin()->first.name, gap) + last_gap;
}

/// Whoever takes part in least; the last of several.
std::map<Rank, std::size_t>::iterator least_needed(std::map<Rank, std::size_t>& lanes) {
  auto least = lanes.begin();
  for (auto lane = lanes.begin(); lane != lanes.end(); ++lane)
    if (lane->second <= least->second) least = lane;
  return least;
}

std::size_t widest_words(const std::vector<SpaceTimeRow>& rows) {
  std::size_t widest = 0;
  for (const SpaceTimeRow& row : rows)
    widest = std::max(widest, width(row.words) + (row.tag.empty() ? 0 : width(row.tag) + 2));
  return widest;
}

/// Wide only if no word is cut for it; narrow only before more than half of the cells are words.
std::size_t gap_for(const std::map<Rank, std::size_t>& lanes, std::size_t cells,
                    std::size_t words) {
  std::size_t gap = widest_gap;
  while (gap > easy_gap && width_of(lanes, gap) + words > cells) --gap;
  const std::size_t enough = std::clamp(words, least_words, std::max(least_words, cells / 2));
  while (gap > least_gap && width_of(lanes, gap) + enough > cells) --gap;
  return gap;
}

}  // namespace

const Lane* Lanes::find(std::string_view name) const {
  const auto found = std::ranges::find(lanes, name, &Lane::name);
  return found == lanes.end() ? nullptr : &*found;
}

Lanes place_lanes(const std::vector<SpaceTimeRow>& rows, std::size_t cells) {
  std::map<Rank, std::size_t> found = participants(rows);
  Lanes placed;
  while (width_of(found, least_gap) + least_words > cells) {
    const auto lane = least_needed(found);
    placed.left_out.push_back(lane->first.name);
    found.erase(lane);
  }
  std::ranges::sort(placed.left_out, {}, rank_of);
  const std::size_t gap = gap_for(found, cells, widest_words(rows));
  for (const auto& [rank, worth] : found) {
    placed.lanes.push_back({rank.name, placed.width, rank.kind == 1});
    placed.width += gap_of(rank.name, gap);
  }
  placed.width = width_of(found, gap);
  return placed;
}

}  // namespace fencepost::reports
