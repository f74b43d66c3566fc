// SPDX-License-Identifier: Apache-2.0
// Lag and the global watermark of a set of partitions.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a crash. May refuse `disk_full`.
class StreamMetrics {
 public:
  using Port = StreamMetrics;
  static constexpr const char* workload = "stream-metrics";

  struct Settings {
    std::int64_t partitions = 4;
    /// The watermark of a partition stays this many milliseconds behind its greatest event time.
    Time allowed_lateness = 0;
  };
  /// Nothing is minus infinity: no event has come yet.
  using Watermark = std::optional<Time>;
  struct OfPartition {
    Partition partition = 0;
    /// The next offset to be written, and the consumer's next one; lag is the distance.
    Offset end = 0, committed = 0;
    Count lag = 0;
    Watermark watermark;
    bool idle = false;
  };
  struct Metrics {
    /// Of every partition, sorted.
    std::vector<OfPartition> partitions;
    Count total_lag = 0, max_lag = 0;
    Watermark watermark;
  };

  virtual ~StreamMetrics() = default;

  /// Returns the offset at which the record was written. The partition is not idle any more.
  virtual Reply<Offset> append(Partition partition, Time event_time) = 0;
  /// Returns the consumer's next offset, which never goes back. Refuses `beyond_end` if `next` is
  /// above the partition's end.
  virtual Reply<Offset> commit(Partition partition, Offset next) = 0;
  /// The input has nothing to say until its next append.
  virtual Reply<Done> idle(Partition partition) = 0;
  /// The global watermark is the least over the partitions that are not idle. It never goes back,
  /// stays as it is while one of those has seen no event, and keeps its value while all are idle.
  /// It is brought up to date at every command, not only when it is asked for.
  virtual Reply<Metrics> metrics() = 0;
};

template <>
struct Parts<StreamMetrics::Settings> {
  using Of = StreamMetrics::Settings;
  static constexpr auto list = std::tuple(&Of::partitions, &Of::allowed_lateness);
};

template <>
struct Parts<StreamMetrics::OfPartition> {
  using Of = StreamMetrics::OfPartition;
  static constexpr auto list =
      std::tuple(&Of::partition, &Of::end, &Of::committed, &Of::lag, &Of::watermark, &Of::idle);
};

template <>
struct Parts<StreamMetrics::Metrics> {
  using Of = StreamMetrics::Metrics;
  static constexpr auto list =
      std::tuple(&Of::partitions, &Of::total_lag, &Of::max_lag, &Of::watermark);
};

template <>
struct Commands<StreamMetrics> {
  using Settings = StreamMetrics::Settings;
  static constexpr auto list = std::tuple(
      row(&StreamMetrics::append,
          [](const Settings& settings, Partition, Time event_time) {
            return event_time >= INT64_MIN + settings.allowed_lateness;
          }),
      row(&StreamMetrics::commit), row(&StreamMetrics::idle), row(&StreamMetrics::metrics));
};

}  // namespace fencepost::ports
