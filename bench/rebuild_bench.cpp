// SPDX-License-Identifier: Apache-2.0
// A state of 10,000 keys is rebuilt from 10,000,000 records: from a snapshot taken at 90 % of
// them, and from nothing. Both write the whole state as their result.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

constexpr std::int64_t records = 10'000'000;
constexpr std::uint64_t keys = 10'000;
constexpr std::int64_t snapshot_at = records / 10 * 9;

enum Type : std::uint8_t { append, compact, truncate_before, snapshot, lose_node, rebuild };

/// An engine that has appended all records and taken its one snapshot on the way.
class Loaded {
 public:
  Loaded() : home_(sut::make_engine("state-rebuild")) {
    home_->move_in({}, disk_);
    system_ = home_->start().system;
    Command command;
    for (std::int64_t i = 0; i < records; ++i) {
      if (i == snapshot_at) ask({snapshot, {}});
      command.type = append;
      command.fields.clear();
      // Keys in no order that a cache could guess.
      const std::uint64_t key = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ULL % keys;
      command.fields.text("k" + std::to_string(key)).number(i);
      ask(command);
    }
  }
  const Outcome& ask(const Command& command) {
    system_->answer(command, outcome_);
    CHECK(outcome_.is_done());
    return outcome_;
  }

 private:
  faults::SimDisk disk_;
  std::unique_ptr<sut::Home> home_;
  std::unique_ptr<sut::System> system_;
  Outcome outcome_;
};

/// Loaded once, by whichever comes first.
Loaded& loaded() {
  static Loaded engine;
  return engine;
}

void rebuild_from(benchmark::State& state, bool from_snapshot) {
  Loaded& engine = loaded();
  Command command{rebuild, {}};
  from_snapshot ? command.fields.number(0) : command.fields.null();
  for ([[maybe_unused]] const auto _ : state)
    benchmark::DoNotOptimize(engine.ask(command).body.bytes().size());
  state.counters["records"] = static_cast<double>(records);
  state.counters["rebuilds/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

}  // namespace

void register_rebuild() {
  for (const bool from_snapshot : {true, false})
    benchmark::RegisterBenchmark(from_snapshot ? "rebuild/snapshot" : "rebuild/empty", rebuild_from,
                                 from_snapshot)
        ->Iterations(1)
        ->Repetitions(5)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
