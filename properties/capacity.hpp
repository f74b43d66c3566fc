// SPDX-License-Identifier: Apache-2.0
// How long a consumer group needs to catch up after an outage, and how old its oldest unprocessed
// record gets (workloads page, section 12). Utilisation decides recovery, and lag in time is what
// to alert on.
#pragma once

#include <cstdint>
#include <optional>

namespace fencepost::properties {

struct CapacityInput {
  /// Records a second, over all partitions.
  std::uint64_t produce = 0;
  /// Records a second that one consumer handles, one consumer a partition.
  std::uint64_t per_partition = 0;
  std::uint64_t partitions = 0;
  /// Seconds during which nothing is consumed.
  std::uint64_t outage = 0;
  /// Seconds for which a record is kept.
  std::uint64_t retention = 7 * 24 * 3600;
};

struct Capacity {
  std::uint64_t consume = 0;
  /// produce / consume; infinite if nothing can be consumed.
  double utilization = 0;
  /// Records waiting when the outage ends.
  std::uint64_t backlog = 0;
  /// Seconds from the end of the outage until nothing waits; nothing if that never comes.
  std::optional<double> drain;
  /// Age in seconds of the oldest unprocessed record when it is oldest. If it never drains: when
  /// the outage ends.
  double peak_lag = 0;
  /// Seconds after the end of the outage at which a lag that grows reaches the retention; nothing
  /// if it does not grow.
  std::optional<double> lag_reaches_retention;
  /// Records deleted before anyone read them, by the end of the outage.
  std::uint64_t lost_to_retention = 0;
};

/// drain = backlog / (consume - produce), never if consume <= produce.
Capacity capacity(const CapacityInput& input);

/// The same queue record by record, in steps of a tenth of a second, each partition with its own
/// consumer and its share of the records. Seconds until nothing waits, at most `longest`. Agrees
/// with the formula to within a step and the time that one partition needs for the records that
/// cannot be shared out evenly.
std::optional<double> simulate_drain(const CapacityInput& input, double longest = 1e7);
/// How far the two may be apart, in seconds.
double simulation_bound(const CapacityInput& input);

}  // namespace fencepost::properties
