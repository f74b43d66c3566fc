// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/strategy_table.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/python_random.hpp"

namespace fencepost::properties {
namespace {

TEST(PythonRandom, draws_what_cpython_draws) {
  PythonRandom one(1);
  EXPECT_EQ(one.below(50), 8U);
  EXPECT_EQ(one.between(50, 4'000), 2381);
  PythonRandom zero(0);
  EXPECT_DOUBLE_EQ(zero.unit(), 0.8444218515250481);
  EXPECT_DOUBLE_EQ(zero.unit(), 0.7579544029403025);
}

struct Expected {
  Strategy strategy;
  std::uint64_t least, most;
  double error_least, error_most;
  std::uint32_t wrong;
  std::uint64_t ids;
};

TEST(StrategyTable, is_the_one_of_the_worked_example) {
  const BillingOptions options;
  const BillingLog log = draw_billing_log(options);
  EXPECT_EQ(log.total, 40'298'184);
  const Expected table[] = {
      {Strategy::commit_first, 19'516, 20'000, -2.42, 0.00, 50, 0},
      {Strategy::commit_after, 20'000, 20'491, 0.00, 2.58, 50, 0},
      {Strategy::commit_after_dedupe, 20'000, 20'000, 0.00, 0.00, 0, 20'000},
      {Strategy::transactional, 20'000, 20'000, 0.00, 0.00, 0, 0},
  };
  for (const Expected& expected : table) {
    const StrategyRow row = run_strategy(expected.strategy, log, options);
    const auto percent = [&](std::int64_t error) {
      return 100.0 * static_cast<double>(error) / static_cast<double>(log.total);
    };
    EXPECT_EQ(row.applied_least, expected.least) << to_text(expected.strategy);
    EXPECT_EQ(row.applied_most, expected.most) << to_text(expected.strategy);
    EXPECT_NEAR(percent(row.error_least), expected.error_least, 0.005)
        << to_text(expected.strategy);
    EXPECT_NEAR(percent(row.error_most), expected.error_most, 0.005) << to_text(expected.strategy);
    EXPECT_EQ(row.tenants_wrong, expected.wrong) << to_text(expected.strategy);
    EXPECT_EQ(row.ids_kept, expected.ids) << to_text(expected.strategy);
  }
}

TEST(StrategyTable, exact_strategies_stay_exact_when_crashes_are_frequent) {
  BillingOptions options;
  options.crash_probability = 0.10;
  options.runs = 20;
  const BillingLog log = draw_billing_log(options);
  EXPECT_LT(run_strategy(Strategy::commit_first, log, options).error_least, -log.total / 20);
  EXPECT_GT(run_strategy(Strategy::commit_after, log, options).error_most, log.total / 20);
  for (const Strategy strategy : {Strategy::commit_after_dedupe, Strategy::transactional}) {
    const StrategyRow row = run_strategy(strategy, log, options);
    EXPECT_EQ(row.error_least, 0) << to_text(strategy);
    EXPECT_EQ(row.error_most, 0) << to_text(strategy);
  }
}

TEST(StrategyTable, a_bounded_inbox_lets_duplicates_through_once_a_replay_reaches_beyond_it) {
  BillingOptions options;
  options.inbox = 5'000;
  options.runs = 20;
  const BillingLog log = draw_billing_log(options);
  EXPECT_EQ(run_strategy(Strategy::commit_after_dedupe, log, options).duplicates_most, 0U)
      << "ordinary replays are shorter than the inbox";
  options.replay_after_crash = true;
  EXPECT_GT(run_strategy(Strategy::commit_after_dedupe, log, options).duplicates_most, 5'000U);
  EXPECT_EQ(run_strategy(Strategy::transactional, log, options).duplicates_most, 0U)
      << "the transactional consumer reads its offset from the sink, not from the broker";
}

TEST(StrategyTable, a_random_key_keeps_the_totals_and_loses_the_order_of_a_tenant) {
  BillingOptions options;
  options.runs = 5;
  EXPECT_EQ(run_strategy(Strategy::transactional, draw_billing_log(options), options)
                .tenants_out_of_order,
            0U);
  options.random_key = true;
  const StrategyRow row = run_strategy(Strategy::transactional, draw_billing_log(options), options);
  EXPECT_EQ(row.error_most, 0);
  EXPECT_EQ(row.tenants_out_of_order, BillingOptions::tenants);
}

}  // namespace
}  // namespace fencepost::properties
