// SPDX-License-Identifier: Apache-2.0
// Lockstep worlds over the same drawn scenarios, faults and all:
//   world     engine on the simulated disk, model, comparison, trouble, history with its digest
//   trial     the same, judged by every property of the workload
//   campaign  the same, and each scenario drawn from its seed just before
//   bare      engine on the simulated disk and model answer the commands, and that is all: what any
//             harness would have to spend
// A command is one delivery to the engine, copies included. Scenarios have up to 60 commands, so
// what starting a world, crashing it and recovering cost is in.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

constexpr std::uint64_t seeds = 500;

std::vector<Scenario> drawn(const properties::Workload& workload) {
  std::vector<Scenario> scenarios;
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    scenarios.push_back(draw_scenario(workload, seed));
  return scenarios;
}

void report(benchmark::State& state, std::uint64_t commands) {
  state.counters["items/s"] =
      benchmark::Counter(static_cast<double>(commands), benchmark::Counter::kIsRate);
}

void world(benchmark::State& state, const properties::Workload& workload) {
  const std::vector<Scenario> scenarios = drawn(workload);
  const auto home = sut::make_engine(workload.contract->name);
  faults::World world;
  properties::Oracle oracle;
  History history;
  std::uint64_t commands = 0;
  for (auto _ : state) {
    for (const Scenario& scenario : scenarios) {
      oracle.begin(scenario, false);
      commands += world.play(scenario, *home, oracle, history).deliveries;
      benchmark::DoNotOptimize(history.digest());
      if (oracle.diverged()) state.SkipWithError("the engine answered otherwise than the model");
    }
  }
  report(state, commands);
}

void trial(benchmark::State& state, const properties::Workload& workload) {
  const std::vector<Scenario> scenarios = drawn(workload);
  const auto home = sut::make_engine(workload.contract->name);
  properties::Trial trial(workload, *home);
  std::uint64_t commands = 0;
  for (auto _ : state) {
    for (const Scenario& scenario : scenarios) {
      if (trial.run(scenario).ruling == properties::Ruling::violated)
        state.SkipWithError("a property was violated");
      commands += trial.end().deliveries;
    }
  }
  report(state, commands);
}

void campaign(benchmark::State& state, const properties::Workload& workload) {
  const auto home = sut::make_engine(workload.contract->name);
  properties::Trial trial(workload, *home);
  std::uint64_t commands = 0;
  for (auto _ : state) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      if (trial.run(draw_scenario(workload, seed)).ruling == properties::Ruling::violated)
        state.SkipWithError("a property was violated");
      commands += trial.end().deliveries;
    }
  }
  report(state, commands);
}

void bare(benchmark::State& state, const properties::Workload& workload) {
  const std::string name(workload.contract->name);
  const std::vector<Scenario> scenarios = drawn(workload);
  const auto home = sut::make_engine(name);
  faults::SimDisk disk;
  Outcome outcome;
  std::uint64_t commands = 0;
  for (auto _ : state) {
    for (const Scenario& scenario : scenarios) {
      disk.clear();
      home->move_in(scenario.parameters, disk);
      const auto system = home->start().system;
      const auto model = model::make_model(name, scenario.parameters);
      for (const Step& step : scenario.steps) {
        if (step.kind != Step::Kind::command) continue;
        system->answer(step.command, outcome);
        model->answer(step.command, outcome);
        ++commands;
      }
    }
  }
  report(state, commands);
}

}  // namespace

void register_lockstep() {
  for (const auto& [family, run] : {std::pair{"world/", &world}, std::pair{"trial/", &trial},
                                    std::pair{"campaign/", &campaign}, std::pair{"bare/", &bare}})
    for (const properties::Workload& workload : properties::workloads())
      benchmark::RegisterBenchmark((family + std::string(workload.contract->name)).c_str(), run,
                                   workload)
          ->MinTime(0.2)
          ->Repetitions(3)
          ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
