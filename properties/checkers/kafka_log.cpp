// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_log.hpp"

#include <algorithm>
#include <tuple>

namespace fencepost::properties::kafka {
namespace {

bool comes_before(const Log::Place& left, const Log::Place& right) {
  return std::tie(left.offset, left.message) < std::tie(right.offset, right.message);
}

/// Calls `see(message, offset)` for each message at each of its offsets.
template <class See>
void for_each_place(const History& history, See see) {
  for (MessageId id = 0; id < history.messages.size(); ++id)
    if (history.messages[id].offset != unknown_offset) see(id, history.messages[id].offset);
  for (const auto& [place, by] : history.more_offsets) see(place.first, place.second);
}

}  // namespace

Log::Log(const History& history)
    : first_row_(history.messages.size(), none),
      last_row_(history.messages.size(), none),
      version_row_(history.messages.size(), none) {
  std::vector<std::uint64_t> ends(history.messages.keys() + std::size_t{1});
  gather(history, ends);
  number(history, ends);
}

void Log::gather(const History& history, std::vector<std::uint64_t>& ends) {
  for_each_place(history,
                 [&](MessageId id, std::int64_t) { ++ends[history.messages[id].key + 1]; });
  for (std::size_t key = 1; key < ends.size(); ++key) ends[key] += ends[key - 1];
  places_.resize(ends.back());
  // Filled from the front, the beginning of each key's places moves to their end.
  for_each_place(history, [&](MessageId id, std::int64_t offset) {
    places_[ends[history.messages[id].key]++] = {.offset = offset, .message = id};
  });
}

void Log::number(const History& history, const std::vector<std::uint64_t>& ends) {
  std::uint64_t begin = 0;
  for (KeyId key = 0; key < history.messages.keys(); ++key) {
    key_rows_.push_back(static_cast<Row>(rows_.size()));
    const std::span<Place> places = std::span(places_).subspan(begin, ends[key] - begin);
    if (!std::ranges::is_sorted(places, comes_before)) std::ranges::sort(places, comes_before);
    for (std::size_t i = 0; i < places.size(); ++i)
      if (i == 0 || places[i].offset != places[i - 1].offset)
        rows_.push_back(static_cast<std::uint32_t>(begin + i));
    begin = ends[key];
  }
  key_rows_.push_back(static_cast<Row>(rows_.size()));
  rows_.push_back(static_cast<std::uint32_t>(places_.size()));
  for (Row row = 0; row + 1 < rows_.size(); ++row) number_row(row);
}

void Log::number_row(Row row) {
  version_row_[at(row)] = row;
  for (const Place& place : places_in(row)) {
    if (first_row_[place.message] == none) first_row_[place.message] = row;
    last_row_[place.message] = row;
  }
}

std::span<const Log::Place> Log::places_in(Row row) const {
  return std::span(places_).subspan(rows_[row], rows_[row + std::size_t{1}] - rows_[row]);
}

std::int64_t Log::delta(MessageId a, MessageId b) const {
  if (version_row_[a] == none || version_row_[b] == none) return 1;
  return std::int64_t{version_row_[b]} - std::int64_t{version_row_[a]};
}

Log::Row Log::row_from(KeyId key, std::int64_t offset) const {
  const auto first = rows_.begin() + begin(key);
  const auto found = std::lower_bound(
      first, rows_.begin() + end(key), offset,
      [&](std::uint32_t place, std::int64_t wanted) { return places_[place].offset < wanted; });
  return static_cast<Row>(found - rows_.begin());
}

std::uint64_t Log::bytes_for(const History& history) {
  const std::uint64_t places = history.messages.size() + history.more_offsets.size();
  return places * (sizeof(Place) + sizeof(Row)) + history.messages.size() * 3 * sizeof(Row) +
         history.messages.keys() * 12;
}

}  // namespace fencepost::properties::kafka
