// SPDX-License-Identifier: Apache-2.0
// A campaign must run in constant memory: the peak after a tenth of its scenarios is the peak at
// its end.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <string>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

double peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss);
}

class Watch final : public properties::Listener {
 public:
  void progress(const properties::Workload&, std::uint64_t scenarios, std::uint64_t of) override {
    if (at_tenth == 0 && scenarios * 10 >= of) at_tenth = peak_kilobytes();
    if (at_half == 0 && scenarios * 2 >= of) at_half = peak_kilobytes();
  }
  double at_tenth = 0;
  double at_half = 0;
};

void campaign(benchmark::State& state, const properties::Workload& workload,
              std::uint64_t scenarios) {
  for (auto _ : state) {
    properties::Plan plan;
    plan.seeds = scenarios;
    Watch watch;
    const auto summary = run_campaign(
        workload, [&workload] { return sut::make_engine(workload.contract->name); }, plan, watch);
    if (summary.scenarios != scenarios) state.SkipWithError("the campaign found something");
    const double at_end = peak_kilobytes();
    state.counters["scenarios"] = static_cast<double>(summary.scenarios);
    state.counters["peak_kB_at_10%"] = watch.at_tenth;
    state.counters["peak_kB_at_50%"] = watch.at_half;
    state.counters["peak_kB_at_100%"] = at_end;
    state.counters["growth_kB"] = at_end - watch.at_tenth;
    state.counters["scenarios/s"] =
        benchmark::Counter(static_cast<double>(scenarios), benchmark::Counter::kIsRate);
  }
}

}  // namespace

void register_memory() {
  const auto add = [](const properties::Workload& workload, std::uint64_t scenarios) {
    benchmark::RegisterBenchmark(("memory/" + std::string(workload.contract->name)).c_str(),
                                 campaign, workload, scenarios)
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  // The longest first, in a process that has done nothing else.
  constexpr std::string_view longest = "idempotent-producer";
  add(*properties::find_workload(longest), 1'000'000);
  for (const properties::Workload& workload : properties::workloads())
    if (workload.contract->name != longest) add(workload, 50'000);
}

}  // namespace fencepost::bench
