// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/verbs.hpp"
#include "fencepost/properties/strategy_table.hpp"
#include "fencepost/reports/worked_example.hpp"

namespace fencepost::cli {

ExitCode strategies(const Flags& flags, Console& console) {
  const properties::BillingOptions& options = flags.billing;
  const properties::BillingLog log = draw_billing_log(options);
  std::vector<properties::StrategyRow> rows;
  for (const properties::Strategy strategy : properties::all_strategies)
    rows.push_back(run_strategy(strategy, log, options));
  const bool further = options.inbox > 0 || options.random_key || options.replay_after_crash;
  console.out.write(reports::strategies_text(log, options, rows, further));
  return ExitCode::ok;
}

}  // namespace fencepost::cli
