// SPDX-License-Identifier: Apache-2.0
// A log of keyed records, and a compaction that keeps the last record of every key.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a crash, and a crash in a compaction leaves a whole log.
/// May refuse `disk_full`.
class LogCompaction {
 public:
  using Port = LogCompaction;
  static constexpr const char* workload = "log-compaction";

  struct Settings {
    /// For ever if nothing.
    std::optional<std::int64_t> tombstone_retention;
  };
  struct Record {
    Offset offset = 0;
    Name key;
    Payload value;
  };
  struct Entry {
    Name key;
    Datum value;
  };

  virtual ~LogCompaction() = default;

  /// Returns the record's offset. An offset is never given again, even if its record is gone.
  virtual Reply<Offset> append(const Name& key, const Payload& value) = 0;
  /// Of the records below `upto` those stay that are the last of their key in the whole log;
  /// offsets and order stay as they are. With a retention, such a tombstone goes too if an earlier
  /// compaction kept it below its own `upto` and the next offset is more than the retention above
  /// it. Returns how many records the log holds then. Refuses `beyond_end` if `upto` is above the
  /// next offset.
  virtual Reply<Count> compact(Offset upto) = 0;
  /// The records from this offset on, in offset order.
  virtual Reply<std::vector<Record>> read(Offset from) = 0;
  /// The latest value of every key whose last record is no tombstone, sorted by key.
  virtual Reply<std::vector<Entry>> state() = 0;
};

template <>
struct Parts<LogCompaction::Settings> {
  static constexpr auto list = std::tuple(&LogCompaction::Settings::tombstone_retention);
};

template <>
struct Parts<LogCompaction::Record> {
  using Of = LogCompaction::Record;
  static constexpr auto list = std::tuple(&Of::offset, &Of::key, &Of::value);
};

template <>
struct Parts<LogCompaction::Entry> {
  using Of = LogCompaction::Entry;
  static constexpr auto list = std::tuple(&Of::key, &Of::value);
};

template <>
struct Commands<LogCompaction> {
  static constexpr auto list = std::tuple(row(&LogCompaction::append), row(&LogCompaction::compact),
                                          row(&LogCompaction::read), row(&LogCompaction::state));
};

}  // namespace fencepost::ports
