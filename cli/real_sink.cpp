// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/real_sink.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "fencepost/properties/python_random.hpp"
#include "fencepost/sut/external/killed_worker.hpp"
#include "fencepost/sut/external/sqlite_sink.hpp"

namespace fencepost::cli {
namespace {

using properties::BillingLog;
using properties::BillingOptions;
using sut::SqliteSink;

constexpr std::uint32_t most_lives = 100'000;

/// One life: reads its offsets from the sink and works until it is through or dies.
void consume(const BillingLog& log, const BillingOptions& options, const std::string& path,
             std::uint32_t life) {
  Result<SqliteSink> sink = SqliteSink::open(path);
  if (!sink) std::_Exit(1);
  properties::PythonRandom random(life);
  for (std::uint32_t p = 0; p < BillingOptions::partitions; ++p) {
    const auto& events = log.partitions[p];
    for (std::size_t at = sink->next(p); at < events.size();) {
      const auto size = static_cast<std::uint32_t>(
          std::min<std::size_t>(BillingOptions::batch, events.size() - at));
      const bool crashes = random.unit() < options.crash_probability;
      const std::uint32_t crash_after = crashes ? random.below(size + 1) : UINT32_MAX;
      sink->begin();
      for (std::uint32_t i = 0; i < size; ++i) {
        if (i == crash_after) sut::die();
        sink->charge({events[at + i].tenant, events[at + i].tokens});
      }
      if (size == crash_after) sut::die();
      at += size;
      sink->commit(p, at);
    }
  }
}

}  // namespace

Result<RealBill> bill_through_kills(const BillingLog& log, const BillingOptions& options,
                                    const std::string& path, const std::function<bool()>& stopped) {
  if (std::filesystem::exists(path))
    return Failure{path + " is there already; name a file that is not"};
  if (const auto fresh = SqliteSink::open(path); !fresh) return Failure{fresh.why()};
  const auto kills = sut::work_through_kills(
      [&](std::uint32_t life) { consume(log, options, path, life); }, most_lives, stopped);
  if (!kills) return Failure{kills.why()};
  Result<SqliteSink> sink = SqliteSink::open(path);
  if (!sink) return Failure{sink.why()};
  RealBill bill;
  bill.kills = *kills;
  bill.journal_mode = sink->journal_mode();
  std::array<std::int64_t, BillingOptions::tenants> billed{};
  for (const SqliteSink::Total& total : sink->totals()) {
    bill.events += total.events;
    bill.tokens += total.tokens;
    billed[total.tenant] = total.tokens;
  }
  for (std::uint32_t tenant = 0; tenant < BillingOptions::tenants; ++tenant)
    bill.tenants_wrong += billed[tenant] != log.truth[tenant];
  return bill;
}

}  // namespace fencepost::cli
