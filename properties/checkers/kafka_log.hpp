// SPDX-License-Identifier: Apache-2.0
// The log of each key as the history implies it: which messages stand at which offset. Offsets
// without a message are legal (markers of transactions take some), so that neighbours are counted
// in rows: the offsets that hold something, numbered through, those of a key in their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fencepost/properties/checkers/kafka_history.hpp"

namespace fencepost::properties::kafka {

class Log {
 public:
  struct Place {
    std::int64_t offset = 0;
    MessageId message = 0;
  };
  using Row = std::uint32_t;

  /// Of a history that is settled.
  explicit Log(const History& history);

  /// `none` if its offset is not known.
  Row first_row(MessageId id) const { return first_row_[id]; }
  Row last_row(MessageId id) const { return last_row_[id]; }
  /// How many rows b is after a, both of one key; 1 if one of them is not known. Where several
  /// messages stand in one row, the first of them that the history mentions stands for it; the
  /// others are not known there. A message that stands for several rows counts as in the last.
  std::int64_t delta(MessageId a, MessageId b) const;
  /// The message that stands for a row.
  MessageId at(Row row) const { return places_[rows_[row]].message; }
  std::int64_t offset_of(Row row) const { return places_[rows_[row]].offset; }
  /// By rising message.
  std::span<const Place> places_in(Row row) const;

  Row rows() const { return static_cast<Row>(rows_.size() - 1); }
  Row begin(KeyId key) const { return key_rows_[key]; }
  Row end(KeyId key) const { return key_rows_[key + std::size_t{1}]; }
  /// The first row of the key at this offset or after it; may be the end.
  Row row_from(KeyId key, std::int64_t offset) const;
  /// The row that the message stands for; `none` if there is none.
  Row version_row(MessageId id) const { return version_row_[id]; }

  /// About what it takes for such a history.
  static std::uint64_t bytes_for(const History& history);

 private:
  void gather(const History& history, std::vector<std::uint64_t>& ends);
  void number(const History& history, const std::vector<std::uint64_t>& ends);
  void number_row(Row row);

  std::vector<Place> places_;
  /// The first place of each row, and the end.
  std::vector<std::uint32_t> rows_;
  std::vector<Row> key_rows_;
  std::vector<Row> first_row_, last_row_, version_row_;
};

}  // namespace fencepost::properties::kafka
