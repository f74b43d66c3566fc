// SPDX-License-Identifier: Apache-2.0
// Where the consumer commits its offset decides what a crash costs: a log of usage events is billed
// by a consumer that works in batches and crashes at random places, under four strategies, many
// times each.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace fencepost::properties {

enum class Strategy : std::uint8_t {
  commit_first,
  commit_after,
  commit_after_dedupe,
  transactional
};
inline constexpr std::array all_strategies = {Strategy::commit_first, Strategy::commit_after,
                                              Strategy::commit_after_dedupe,
                                              Strategy::transactional};
/// `commit-first`, `commit-after`, `commit-after+dedupe`, `transactional`.
std::string_view to_text(Strategy strategy);

struct BillingOptions {
  std::uint32_t events = 20'000;
  std::uint32_t runs = 100;
  /// Of every batch, at a random one of its records or just before the commit.
  double crash_probability = 0.02;
  /// The inbox of the dedupe strategy forgets the oldest ids beyond this many; 0 for never.
  std::uint32_t inbox = 0;
  /// The key of each event is random instead of its tenant.
  bool random_key = false;
  /// The first crash of a run sets the broker's offsets back to the start of the log. (The
  /// transactional consumer reads its offsets from the sink and does not notice.)
  bool replay_after_crash = false;

  /// Counts who is billed twice or out of order, which takes several times as long.
  bool watch = true;

  static constexpr std::uint32_t partitions = 4;
  static constexpr std::uint32_t batch = 100;
  static constexpr std::uint32_t tenants = 50;
};

/// A log of events: partition by partition, in order.
struct BillingLog {
  struct Event {
    std::uint32_t id;
    std::uint16_t tenant;
    /// 50 .. 4,000
    std::uint16_t tokens;
  };
  std::array<std::vector<Event>, BillingOptions::partitions> partitions;
  std::array<std::int64_t, BillingOptions::tenants> truth{};
  std::int64_t total = 0;
};

/// The log that the worked example draws from seed 1.
BillingLog draw_billing_log(const BillingOptions& options);

/// What the runs of one strategy came to; errors in tokens, billed minus true.
struct StrategyRow {
  Strategy strategy = Strategy::commit_first;
  std::uint64_t applied_least = 0, applied_most = 0;
  std::int64_t error_least = 0, error_most = 0;
  /// In the worst run.
  std::uint32_t tenants_wrong = 0;
  /// Ids kept at most; 0 for none.
  std::uint64_t ids_kept = 0;
  /// Events applied that had been applied before, in the worst run; 0 if not watched.
  std::uint64_t duplicates_most = 0;
  /// Tenants of whom some run applied an event for the first time after a later one; 0 if not
  /// watched.
  std::uint32_t tenants_out_of_order = 0;
};

/// Asks `stopped` before every run; nothing if it says so.
std::optional<StrategyRow> run_strategy(Strategy strategy, const BillingLog& log,
                                        const BillingOptions& options,
                                        const std::function<bool()>& stopped);
StrategyRow run_strategy(Strategy strategy, const BillingLog& log, const BillingOptions& options);

}  // namespace fencepost::properties
