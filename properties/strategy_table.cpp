// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/strategy_table.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "fencepost/properties/python_random.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint32_t partitions = BillingOptions::partitions;
constexpr std::uint32_t tenants = BillingOptions::tenants;
constexpr std::uint32_t no_crash = UINT32_MAX;

std::uint32_t partition_of_tenant(std::uint32_t tenant) {
  const std::string name = {'t', static_cast<char>('0' + tenant / 10),
                            static_cast<char>('0' + tenant % 10)};
  const auto* bytes = reinterpret_cast<const unsigned char*>(name.data());
  return static_cast<std::uint32_t>(crc32(0, bytes, static_cast<unsigned>(name.size()))) %
         partitions;
}

/// The billing database of one run.
class Sink {
 public:
  Sink(const BillingLog& log, const BillingOptions& options, bool dedupes)
      : log_(log),
        inbox_(options.inbox),
        dedupes_(dedupes),
        watches_(options.watch),
        times_(options.watch ? options.events : 0),
        last_(tenants),
        kept_(dedupes ? options.events : 0) {}

  /// Bills a run of events in order.
  void apply(std::span<const BillingLog::Event> events) {
    if (!dedupes_ && !watches_) {
      for (const BillingLog::Event& event : events) totals_[event.tenant] += event.tokens;
      applied += events.size();
      return;
    }
    for (const BillingLog::Event& event : events) {
      if (dedupes_ && !admit(event.id)) continue;
      totals_[event.tenant] += event.tokens;
      ++applied;
      if (watches_) watch(event);
    }
  }

  void watch(const BillingLog::Event& event) {
    std::uint8_t& times = times_[event.id];
    if (times > 0) {
      ++duplicates;
    } else if (event.id < last_[event.tenant]) {
      out_of_order |= std::uint64_t{1} << event.tenant;
    } else {
      last_[event.tenant] = event.id;
    }
    times = 1;
  }

  std::uint32_t wrong() const {
    std::uint32_t count = 0;
    for (std::uint32_t tenant = 0; tenant < tenants; ++tenant)
      count += totals_[tenant] != log_.truth[tenant];
    return count;
  }
  std::int64_t error() const {
    std::int64_t sum = -log_.total;
    for (const std::int64_t total : totals_) sum += total;
    return sum;
  }
  std::uint64_t ids_kept() const { return most_kept_; }

  std::uint64_t applied = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t out_of_order = 0;

 private:
  /// False for an id that the inbox still has.
  bool admit(std::uint32_t id) {
    if (kept_[id]) return false;
    kept_[id] = true;
    if (inbox_ == 0) {
      ++most_kept_;
      return true;
    }
    if (order_.size() < inbox_) {
      order_.push_back(id);
      most_kept_ = std::max<std::uint64_t>(most_kept_, order_.size());
      return true;
    }
    kept_[order_[oldest_]] = false;
    order_[oldest_] = id;
    oldest_ = (oldest_ + 1) % inbox_;
    return true;
  }

  const BillingLog& log_;
  std::uint32_t inbox_;
  bool dedupes_;
  bool watches_;
  std::array<std::int64_t, tenants> totals_{};
  std::vector<std::uint8_t> times_;
  std::vector<std::uint32_t> last_;
  std::vector<std::uint8_t> kept_;
  std::vector<std::uint32_t> order_;
  std::size_t oldest_ = 0;
  std::uint64_t most_kept_ = 0;
};

/// One run: the consumer starts, works until it crashes or is through, and starts again.
class Consumer {
 public:
  Consumer(Strategy strategy, const BillingLog& log, const BillingOptions& options,
           std::uint32_t run)
      : strategy_(strategy),
        log_(log),
        options_(options),
        random_(run),
        sink(log, options, strategy == Strategy::commit_after_dedupe) {}

  void consume() {
    while (!finished()) {
      if (work()) continue;
      // The broker's offset is set back; the transactional consumer reads its own from the sink.
      if (!options_.replay_after_crash || replayed_ || strategy_ == Strategy::transactional)
        continue;
      committed_ = {};
      replayed_ = true;
    }
  }

 private:
  bool finished() const {
    for (std::uint32_t p = 0; p < partitions; ++p)
      if (committed_[p] < log_.partitions[p].size()) return false;
    return true;
  }

  /// False if it crashed.
  bool work() {
    for (std::uint32_t p = 0; p < partitions; ++p) {
      const auto end = static_cast<std::uint32_t>(log_.partitions[p].size());
      for (std::uint32_t at = committed_[p]; at < end;) {
        const std::uint32_t size = std::min(BillingOptions::batch, end - at);
        const bool crashes = random_.unit() < options_.crash_probability;
        const std::uint32_t crash_after = crashes ? random_.below(size + 1) : no_crash;
        if (!take_batch(p, at, size, crash_after)) return false;
        at += size;
      }
    }
    return true;
  }

  bool take_batch(std::uint32_t p, std::uint32_t at, std::uint32_t size,
                  std::uint32_t crash_after) {
    if (strategy_ == Strategy::commit_first) committed_[p] = at + size;
    // What a transaction did before the crash is rolled back.
    if (strategy_ == Strategy::transactional && crash_after != no_crash) return false;
    const std::uint32_t done = std::min(size, crash_after);
    const BillingLog::Event* const events = log_.partitions[p].data() + at;
    sink.apply({events, done});
    if (crash_after != no_crash) return false;
    committed_[p] = at + size;
    return true;
  }

  Strategy strategy_;
  const BillingLog& log_;
  const BillingOptions& options_;
  PythonRandom random_;
  std::array<std::uint32_t, partitions> committed_{};
  bool replayed_ = false;

 public:
  Sink sink;
};

}  // namespace

std::string_view to_text(Strategy strategy) {
  static constexpr std::string_view names[] = {"commit-first", "commit-after",
                                               "commit-after+dedupe", "transactional"};
  return names[static_cast<std::size_t>(strategy)];
}

BillingLog draw_billing_log(const BillingOptions& options) {
  PythonRandom random(1);
  PythonRandom keys(2);
  BillingLog log;
  for (std::uint32_t id = 0; id < options.events; ++id) {
    const std::uint32_t tenant = random.below(tenants);
    const std::int64_t tokens = random.between(50, 4'000);
    const std::uint32_t partition =
        options.random_key ? keys.below(partitions) : partition_of_tenant(tenant);
    log.partitions[partition].push_back(
        {id, static_cast<std::uint16_t>(tenant), static_cast<std::uint16_t>(tokens)});
    log.truth[tenant] += tokens;
    log.total += tokens;
  }
  return log;
}

std::optional<StrategyRow> run_strategy(Strategy strategy, const BillingLog& log,
                                        const BillingOptions& options,
                                        const std::function<bool()>& stopped) {
  StrategyRow row;
  row.strategy = strategy;
  std::uint64_t out_of_order = 0;
  for (std::uint32_t run = 0; run < options.runs; ++run) {
    if (stopped()) return std::nullopt;
    Consumer consumer(strategy, log, options, run);
    consumer.consume();
    const Sink& sink = consumer.sink;
    const std::int64_t error = sink.error();
    row.applied_least = run == 0 ? sink.applied : std::min(row.applied_least, sink.applied);
    row.applied_most = std::max(row.applied_most, sink.applied);
    row.error_least = run == 0 ? error : std::min(row.error_least, error);
    row.error_most = run == 0 ? error : std::max(row.error_most, error);
    row.tenants_wrong = std::max(row.tenants_wrong, sink.wrong());
    row.ids_kept = std::max(row.ids_kept, sink.ids_kept());
    row.duplicates_most = std::max(row.duplicates_most, sink.duplicates);
    out_of_order |= sink.out_of_order;
  }
  row.tenants_out_of_order = static_cast<std::uint32_t>(std::popcount(out_of_order));
  return row;
}

StrategyRow run_strategy(Strategy strategy, const BillingLog& log, const BillingOptions& options) {
  return *run_strategy(strategy, log, options, [] { return false; });
}

}  // namespace fencepost::properties
