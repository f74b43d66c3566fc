// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/real_sink.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/properties/strategy_table.hpp"
#include "fencepost/reports/worked_example.hpp"

namespace fencepost::cli {
namespace {

void check_new_file(const std::string& path) {
  check_output_file("--sqlite", path);
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    throw Refusal{ExitCode::usage,
                  "--sqlite: '" + path + "' is there already; name a file that is not"};
}

ExitCode bill_for_real(const Flags& flags, const properties::BillingLog& log, Console& console) {
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  const auto bill = bill_through_kills(log, flags.billing, flags.sqlite,
                                       [&interrupted] { return interrupted.load(); });
  if (!bill && interrupted)
    throw Refusal{ExitCode::interrupted, "interrupted before all was billed; '" + flags.sqlite +
                                             "' holds what was. To bill anew, name another file"};
  if (!bill) throw Refusal{ExitCode::usage, bill.why()};
  console.out.write(reports::real_bill_text(log, bill->kills, bill->events, bill->tokens,
                                            bill->tenants_wrong, bill->journal_mode));
  return bill->tenants_wrong == 0 ? ExitCode::ok : ExitCode::violated;
}

}  // namespace

ExitCode strategies(const Flags& flags, Console& console) {
  if (!flags.sqlite.empty()) check_new_file(flags.sqlite);
  properties::BillingOptions options = flags.billing;
  options.watch = options.inbox > 0 || options.random_key || options.replay_after_crash;
  const properties::BillingLog log = draw_billing_log(options);
  if (!flags.sqlite.empty()) return bill_for_real(flags, log, console);
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  std::vector<properties::StrategyRow> rows;
  for (const properties::Strategy strategy : properties::all_strategies)
    if (const auto row = run_strategy(strategy, log, options, [&] { return interrupted.load(); }))
      rows.push_back(*row);
  if (!rows.empty()) console.out.write(reports::strategies_text(log, options, rows, options.watch));
  if (rows.size() == properties::all_strategies.size()) return ExitCode::ok;
  console.warn("interrupted before all strategies had their runs; lower --runs or --events");
  return ExitCode::interrupted;
}

}  // namespace fencepost::cli
