// SPDX-License-Identifier: Apache-2.0
// The table of commit strategies: 4 strategies, 100 runs each of 20,000 events, some 8 million
// applications. `strategies/fencepost` is ours; `strategies/cpython` is an equal program in CPython
// (bench/billing.py), which takes its own CPU time. Both must come to the same range of events.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/strategy_table.hpp"

namespace fencepost::bench {
namespace {

struct Range {
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
};

Range bill_all() {
  properties::BillingOptions options;
  options.watch = false;
  const properties::BillingLog log = draw_billing_log(options);
  Range range;
  for (const properties::Strategy strategy : properties::all_strategies) {
    const properties::StrategyRow row = run_strategy(strategy, log, options);
    range.least = std::min(range.least, row.applied_least);
    range.most = std::max(range.most, row.applied_most);
  }
  return range;
}

void ours(benchmark::State& state) {
  for ([[maybe_unused]] const auto _ : state) benchmark::DoNotOptimize(bill_all());
  state.counters["tables/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// Counts the CPU time that the program itself reports; starting it is left out.
void cpython(benchmark::State& state) {
  const Range expected = bill_all();
  for ([[maybe_unused]] const auto _ : state) {
    FILE* const pipe =
        ::popen("python3 '" FENCEPOST_SOURCE_DIR "/bench/billing.py' 20000 100", "r");
    CHECK(pipe != nullptr);
    double seconds = 0;
    unsigned long long least = 0, most = 0;
    const int read = std::fscanf(pipe, "%lf %llu %llu", &seconds, &least, &most);
    ::pclose(pipe);
    if (read != 3) return state.SkipWithError("python3 bench/billing.py gave no answer");
    if (least != expected.least || most != expected.most)
      return state.SkipWithError("bench/billing.py came to another result");
    state.SetIterationTime(seconds);
    state.counters["tables/s"] = 1 / seconds;
  }
}

}  // namespace

void register_strategies() {
  benchmark::RegisterBenchmark("strategies/fencepost", ours)
      ->Repetitions(5)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("strategies/cpython", cpython)
      ->UseManualTime()
      ->Iterations(1)
      ->Repetitions(3)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
