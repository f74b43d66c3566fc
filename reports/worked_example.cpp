// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/worked_example.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fencepost::reports {
namespace {

using properties::BillingOptions;
using properties::Capacity;
using properties::CapacityInput;
using properties::Strategy;
using properties::StrategyRow;

/// 20,000
std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

/// Two decimals, but no more zeros than needed: 2%, 0.5%.
std::string percent(double share) { return fmt::format("{:g}%", share * 100); }

std::string extra_state(const StrategyRow& row) {
  if (row.ids_kept > 0) return with_commas(row.ids_kept) + " ids kept";
  return row.strategy == Strategy::transactional ? "offsets in sink" : "-";
}

std::string strategy_line(const StrategyRow& row, std::int64_t total, bool further) {
  const auto share = [total](std::int64_t error) {
    return 100.0 * static_cast<double>(error) / static_cast<double>(total);
  };
  std::string line = fmt::format("{:<21} {:>6}-{:<7} {:+6.2f}% to {:+6.2f}%   {:>6}/{}     ",
                                 to_text(row.strategy), with_commas(row.applied_least),
                                 with_commas(row.applied_most), share(row.error_least),
                                 share(row.error_most), row.tenants_wrong, BillingOptions::tenants);
  if (!further) return line + extra_state(row) + '\n';
  return line +
         fmt::format("{:<17} {:>12}   {:>12}\n", extra_state(row), with_commas(row.duplicates_most),
                     fmt::format("{}/{}", row.tenants_out_of_order, BillingOptions::tenants));
}

std::string minutes(double seconds) { return fmt::format("{:5.1f} min", seconds / 60); }

std::string outage_words(std::uint64_t seconds) {
  return seconds % 60 == 0 ? fmt::format("{}-minute", seconds / 60)
                           : fmt::format("{}-second", seconds);
}

std::string span_words(double seconds) {
  if (seconds >= 2 * 86400) return fmt::format("{:.1f} days", seconds / 86400);
  if (seconds >= 2 * 3600) return fmt::format("{:.1f} hours", seconds / 3600);
  return seconds >= 120 ? fmt::format("{:.1f} min", seconds / 60)
                        : fmt::format("{:.0f} s", seconds);
}

std::string drained_line(const CapacityInput& input, const Capacity& result) {
  std::string line = fmt::format(
      "oldest unprocessed record {} old at worst, {:.2g}% of the retention",
      span_words(result.peak_lag), 100 * result.peak_lag / static_cast<double>(input.retention));
  const double bound = simulation_bound(input);
  const auto simulated = simulate_drain(input, *result.drain + 10 * bound);
  if (simulated)
    line += fmt::format("; simulated drain {:.1f} s, formula {:.1f} s, bound {:.2f} s", *simulated,
                        *result.drain, bound);
  const bool is_near = result.peak_lag > 0.8 * static_cast<double>(input.retention);
  return line + (is_near ? "; alert" : "");
}

std::string lag_words(const CapacityInput& input, const Capacity& result) {
  if (result.drain) return drained_line(input, result);
  if (!result.lag_reaches_retention)
    return "lag stays at " + span_words(result.peak_lag) + " for ever";
  return fmt::format("lag grows from {} and reaches the retention {} after the outage",
                     span_words(result.peak_lag), span_words(*result.lag_reaches_retention));
}

std::string lag_line(const CapacityInput& input, const Capacity& result) {
  std::string line =
      fmt::format("  {:>2} partitions: ", input.partitions) + lag_words(input, result);
  if (result.lost_to_retention > 0)
    line += "; " + with_commas(result.lost_to_retention) + " records are deleted unread";
  return line + '\n';
}

}  // namespace

std::string strategies_text(const properties::BillingLog& log, const BillingOptions& options,
                            std::span<const StrategyRow> rows, bool further) {
  std::string text = fmt::format(
      "{} usage events, {} partitions, {} tokens; consumer crashes in {} of batches; {} runs per "
      "strategy\n\n",
      with_commas(options.events), BillingOptions::partitions,
      with_commas(static_cast<std::uint64_t>(log.total)), percent(options.crash_probability),
      options.runs);
  text +=
      "strategy              events applied   tokens billed vs true   tenants wrong   extra state";
  text += further ? "       billed twice   out of order\n" : "\n";
  for (const StrategyRow& row : rows) text += strategy_line(row, log.total, further);
  return text;
}

std::string real_bill_text(const properties::BillingLog& log, std::uint32_t kills,
                           std::uint64_t events, std::int64_t tokens, std::uint32_t tenants_wrong,
                           std::string_view journal_mode) {
  return fmt::format(
      "SQLite, journal mode {}: the consumer was killed {} times and began again\n"
      "{} events billed, {} tokens of {}, {}/{} tenants wrong\n",
      journal_mode, kills, with_commas(events), with_commas(static_cast<std::uint64_t>(tokens)),
      with_commas(static_cast<std::uint64_t>(log.total)), tenants_wrong, BillingOptions::tenants);
}

std::string capacity_text(std::span<const CapacityInput> inputs) {
  if (inputs.empty()) return {};
  std::string text =
      fmt::format("sizing: {} events/s produced; one consumer handles {} events/s per partition\n",
                  with_commas(inputs.front().produce), with_commas(inputs.front().per_partition));
  std::string lag = fmt::format("\nlag in time, against a retention of {}:\n",
                                span_words(static_cast<double>(inputs.front().retention)));
  for (const CapacityInput& input : inputs) {
    const Capacity result = capacity(input);
    text += fmt::format(
        "  {:>2} partitions: capacity {:>6}/s, utilization {:4.1f}%, {} outage drains in {}\n",
        input.partitions, with_commas(result.consume), 100 * result.utilization,
        outage_words(input.outage), result.drain ? minutes(*result.drain) : "never");
    lag += lag_line(input, result);
  }
  return text + lag;
}

}  // namespace fencepost::reports
