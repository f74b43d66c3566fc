// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/capacity.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace fencepost::properties {
namespace {

constexpr std::uint64_t steps_a_second = 10;

/// Shares out `rate` a second over steps and partitions in whole records: what falls to partition p
/// in a step is the growth of floor(rate * steps * (p+1) / all) - floor(rate * steps * p / all).
std::uint64_t share(std::uint64_t rate, std::uint64_t steps, std::uint64_t p,
                    std::uint64_t partitions) {
  const std::uint64_t whole = rate * steps / steps_a_second;
  return whole * (p + 1) / partitions - whole * p / partitions;
}

}  // namespace

Capacity capacity(const CapacityInput& input) {
  Capacity result;
  result.consume = input.per_partition * input.partitions;
  const auto produce = static_cast<double>(input.produce),
             consume = static_cast<double>(result.consume);
  result.utilization =
      result.consume == 0 ? std::numeric_limits<double>::infinity() : produce / consume;
  result.backlog = input.produce * input.outage;
  result.peak_lag = static_cast<double>(input.outage);
  if (input.outage > input.retention)
    result.lost_to_retention = input.produce * (input.outage - input.retention);
  if (result.consume > input.produce || result.backlog == 0) {
    if (result.consume > input.produce)
      result.drain = static_cast<double>(result.backlog) / (consume - produce);
    else if (result.consume == input.produce)
      result.drain = 0.0;
    return result;
  }
  // Each second the oldest unprocessed record gets 1 - consume/produce seconds older.
  const double growth = 1.0 - consume / produce;
  if (growth > 0)
    result.lag_reaches_retention =
        std::max(0.0, (static_cast<double>(input.retention) - result.peak_lag) / growth);
  return result;
}

std::optional<double> simulate_drain(const CapacityInput& input, double longest) {
  const std::uint64_t partitions = input.partitions;
  if (partitions == 0) return std::nullopt;
  const std::uint64_t start = input.outage * steps_a_second;
  std::vector<std::uint64_t> written(partitions), read(partitions, 0);
  const auto steps = static_cast<std::uint64_t>(longest * static_cast<double>(steps_a_second));
  for (std::uint64_t step = 0; step <= steps; ++step) {
    bool waiting = false;
    for (std::uint64_t p = 0; p < partitions; ++p) {
      written[p] = share(input.produce, start + step, p, partitions);
      const std::uint64_t could = input.per_partition * step / steps_a_second;
      read[p] = std::min(written[p], std::max(read[p], could));
      waiting |= read[p] < written[p];
    }
    if (!waiting) return static_cast<double>(step) / static_cast<double>(steps_a_second);
  }
  return std::nullopt;
}

double simulation_bound(const CapacityInput& input) {
  const double step = 1.0 / static_cast<double>(steps_a_second);
  const double spare = static_cast<double>(input.per_partition) -
                       static_cast<double>(input.produce) /
                           static_cast<double>(std::max<std::uint64_t>(input.partitions, 1));
  // A partition may have to read up to two records more than its even share.
  return step + (spare > 0 ? 2.0 / spare : 0.0);
}

}  // namespace fencepost::properties
