// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/properties/checkers/kafka_judges.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {
namespace {

void sort_out(std::vector<std::uint64_t>& operations) {
  std::ranges::sort(operations);
  operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
}

/// The operation that showed the message at this offset.
std::uint64_t shower(const History& history, MessageId id, std::int64_t offset) {
  const Message& message = history.messages[id];
  const OpId op = message.offset == offset ? message.placed_by
                                           : history.more_offsets.find({id, offset})->second;
  return history.ops[op].place();
}

void judge_row(const History& history, const Log& log, Log::Row row, Findings& findings) {
  const std::span<const Log::Place> places = log.places_in(row);
  std::vector<std::uint64_t> operations;
  for (const Log::Place& place : places)
    operations.push_back(shower(history, place.message, place.offset));
  sort_out(operations);
  found(findings, anomaly::inconsistent_offsets, places.size(), std::move(operations), [&] {
    std::vector<std::string> values;
    for (const Log::Place& place : places.first(std::min(places.size(), most_listed)))
      values.push_back(history.messages.value_text(place.message));
    return "offset " + std::to_string(places.front().offset) + " of " +
           history.messages.key_text(history.messages[places.front().message].key) + " holds " +
           listed(values, places.size());
  });
}

void judge_duplicate(const History& history, MessageId id, std::span<const std::int64_t> offsets,
                     Findings& findings) {
  std::vector<std::uint64_t> operations;
  for (const std::int64_t offset : offsets) operations.push_back(shower(history, id, offset));
  sort_out(operations);
  found(findings, anomaly::duplicate, offsets.size(), std::move(operations), [&] {
    std::vector<std::string> words;
    for (const std::int64_t offset : offsets.first(std::min(offsets.size(), most_listed)))
      words.push_back(std::to_string(offset));
    return history.messages.text(id) + ", sent once, is at the offsets " +
           listed(words, offsets.size());
  });
}

}  // namespace

void judge_log(const History& history, const Log& log, Findings& findings) {
  for (Log::Row row = 0; row < log.rows(); ++row)
    if (log.places_in(row).size() > 1) judge_row(history, log, row, findings);
  std::vector<std::int64_t> offsets;
  for (auto next = history.more_offsets.begin(); next != history.more_offsets.end();) {
    const MessageId id = next->first.first;
    offsets.assign(1, history.messages[id].offset);
    for (; next != history.more_offsets.end() && next->first.first == id; ++next)
      offsets.push_back(next->first.second);
    std::ranges::sort(offsets);
    judge_duplicate(history, id, offsets, findings);
  }
}

}  // namespace fencepost::properties::kafka
