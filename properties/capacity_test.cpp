// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/capacity.hpp"

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

CapacityInput example(std::uint64_t partitions) {
  return {.produce = 30'000, .per_partition = 4'000, .partitions = partitions, .outage = 600};
}

TEST(Capacity, drains_as_the_worked_example_says) {
  EXPECT_NEAR(*capacity(example(8)).drain / 60, 150.0, 0.05);
  EXPECT_NEAR(*capacity(example(12)).drain / 60, 16.7, 0.05);
  EXPECT_NEAR(*capacity(example(16)).drain / 60, 8.8, 0.05);
  EXPECT_NEAR(capacity(example(8)).utilization, 0.938, 0.0005);
  EXPECT_EQ(capacity(example(12)).consume, 48'000U);
}

TEST(Capacity, never_drains_without_spare_capacity) {
  const Capacity even =
      capacity({.produce = 32'000, .per_partition = 4'000, .partitions = 8, .outage = 600});
  EXPECT_FALSE(even.drain);
  EXPECT_FALSE(even.lag_reaches_retention) << "the lag stays what it was";
  const Capacity behind =
      capacity({.produce = 40'000, .per_partition = 4'000, .partitions = 8, .outage = 600});
  EXPECT_FALSE(behind.drain);
  ASSERT_TRUE(behind.lag_reaches_retention);
  EXPECT_NEAR(*behind.lag_reaches_retention, (604'800.0 - 600.0) / 0.2, 1e-6);
  EXPECT_FALSE(capacity({.produce = 1, .per_partition = 0, .partitions = 8, .outage = 1}).drain);
}

TEST(Capacity, counts_what_retention_takes_during_the_outage) {
  const Capacity lost = capacity(
      {.produce = 10, .per_partition = 100, .partitions = 1, .outage = 100, .retention = 60});
  EXPECT_EQ(lost.lost_to_retention, 400U);
  EXPECT_EQ(capacity(example(8)).lost_to_retention, 0U);
}

TEST(Capacity, simulation_of_the_queue_agrees_with_the_formula_within_its_bound) {
  for (const std::uint64_t produce : {1ULL, 7ULL, 999ULL, 30'000ULL})
    for (const std::uint64_t per_partition : {3ULL, 250ULL, 4'000ULL})
      for (const std::uint64_t partitions : {1ULL, 3ULL, 8ULL, 12ULL, 16ULL})
        for (const std::uint64_t outage : {0ULL, 1ULL, 600ULL}) {
          const CapacityInput input{produce, per_partition, partitions, outage};
          const Capacity formula = capacity(input);
          if (!formula.drain) continue;
          const auto simulated = simulate_drain(input);
          ASSERT_TRUE(simulated);
          EXPECT_NEAR(*simulated, *formula.drain, simulation_bound(input))
              << produce << " " << per_partition << " x " << partitions << ", " << outage;
        }
}

TEST(Capacity, simulation_never_drains_where_the_formula_does_not) {
  EXPECT_FALSE(simulate_drain(
      {.produce = 32'000, .per_partition = 4'000, .partitions = 8, .outage = 600}, 1e5));
}

}  // namespace
}  // namespace fencepost::properties
