// SPDX-License-Identifier: Apache-2.0
// One planted problem, two shrinkers, the same start and the same question. The engine of
// offset-commit stands behind a table that holds 25 offsets: the 26th distinct offset it is told of
// is answered wrong, so the shortest history has 26 commands. The start has about a hundred:
// acknowledgements, some twice, and questions.
//   fencepost    properties::shrink over the scenario
//   rapidcheck   what gen::container shrinks a vector by: removeChunks, then eachElement, each
//                element towards smaller numbers; walked as RapidCheck walks it, by findLocalMin
// A run is one question "does it still fail in the same way?", answered by a whole trial.
#include <benchmark/benchmark.h>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/properties/shrinker.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

constexpr std::size_t minimum = 26;
constexpr std::uint8_t processed = 0, committed = 1;

class SmallTable final : public sut::System {
 public:
  explicit SmallTable(std::unique_ptr<sut::System> engine) : engine_(std::move(engine)) {}

  void answer(const Command& command, Outcome& outcome) override {
    engine_->answer(command, outcome);
    if (command.type != processed || !outcome.is_done()) return;
    offsets_.insert(std::string(command.fields.bytes()));
    if (offsets_.size() >= minimum) outcome.done().number(-2);
  }

 private:
  std::unique_ptr<sut::System> engine_;
  std::set<std::string> offsets_;
};

class SmallTableHome final : public sut::Home {
 public:
  void move_in(const Parameters& parameters, sut::Disk& disk) override {
    engine_->move_in(parameters, disk);
  }
  sut::Start start() override {
    sut::Start start = engine_->start();
    start.system = std::make_unique<SmallTable>(std::move(start.system));
    return start;
  }

 private:
  std::unique_ptr<sut::Home> engine_ = sut::make_engine("offset-commit");
};

/// A command as a value of RapidCheck.
struct Sent {
  bool asks = false;
  std::uint32_t partition = 0;
  std::uint32_t offset = 0;
};

std::vector<Sent> draw(std::uint64_t seed) {
  const faults::Chance chance(seed);
  std::vector<Sent> all;
  for (std::uint64_t i = 0; i < 100; ++i)
    all.push_back({chance.percent(25, "shrink: asks", i),
                   static_cast<std::uint32_t>(chance.below(4, "shrink: partition", i)),
                   static_cast<std::uint32_t>(chance.below(40, "shrink: offset", i))});
  return all;
}

Scenario scenario_of(const std::vector<Sent>& all) {
  Scenario scenario;
  scenario.workload = find_contract("offset-commit");
  for (const Sent& sent : all) {
    Tape& fields =
        properties::send(scenario, "C1", sent.asks ? committed : processed).number(sent.partition);
    if (!sent.asks) fields.number(sent.offset);
  }
  return scenario;
}

/// Runs trials and counts them, and how many it took until the smallest failing scenario was there.
class Questions {
 public:
  std::optional<properties::Fingerprint> fingerprint(const Scenario& scenario) {
    ++runs_;
    const properties::Verdict& verdict = trial_.run(scenario);
    if (verdict.ruling != properties::Ruling::violated) return std::nullopt;
    if (runs_to_minimum_ == 0 && scenario.steps.size() == minimum) runs_to_minimum_ = runs_;
    return verdict.fingerprint;
  }
  void report(benchmark::State& state, std::size_t commands) const {
    state.counters["runs_to_26"] = static_cast<double>(runs_to_minimum_);
    state.counters["runs"] = static_cast<double>(runs_);
    state.counters["commands_left"] = static_cast<double>(commands);
    if (commands != minimum) state.SkipWithError("it did not end at the minimum");
  }

 private:
  properties::Workload workload_{find_contract("offset-commit"), nullptr, {}};
  SmallTableHome home_;
  properties::Trial trial_{workload_, home_};
  std::uint64_t runs_ = 0;
  std::uint64_t runs_to_minimum_ = 0;
};

void ours(benchmark::State& state, std::uint64_t seed) {
  for (auto _ : state) {
    Questions questions;
    const Scenario start = scenario_of(draw(seed));
    const auto wanted = questions.fingerprint(start);
    if (!wanted) return state.SkipWithError("the start does not fail");
    const properties::Shrunk shrunk = properties::shrink(
        start, *wanted, [&](const Scenario& scenario) { return questions.fingerprint(scenario); },
        UINT32_MAX);
    questions.report(state, shrunk.scenario.steps.size());
  }
}

rc::Seq<Sent> smaller(const Sent& sent) {
  return rc::seq::concat(rc::seq::map(rc::shrink::integral(sent.partition),
                                      [sent](std::uint32_t n) {
                                        return Sent{sent.asks, n, sent.offset};
                                      }),
                         rc::seq::map(rc::shrink::integral(sent.offset), [sent](std::uint32_t n) {
                           return Sent{sent.asks, sent.partition, n};
                         }));
}

rc::Seq<std::vector<Sent>> smaller_lists(const std::vector<Sent>& all) {
  return rc::seq::concat(rc::shrink::removeChunks(all), rc::shrink::eachElement(all, smaller));
}

void theirs(benchmark::State& state, std::uint64_t seed) {
  for (auto _ : state) {
    Questions questions;
    const auto wanted = questions.fingerprint(scenario_of(draw(seed)));
    const auto minimal = rc::shrinkable::findLocalMin(
        rc::shrinkable::shrinkRecur(
            draw(seed), [](const std::vector<Sent>& all) { return smaller_lists(all); }),
        [&](const std::vector<Sent>& all) {
          return questions.fingerprint(scenario_of(all)) == wanted;
        });
    questions.report(state, minimal.first.size());
  }
}

}  // namespace

void register_shrinking() {
  for (const auto& [family, run] :
       {std::pair{"shrink/fencepost/", &ours}, std::pair{"shrink/rapidcheck/", &theirs}})
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      benchmark::RegisterBenchmark((family + std::to_string(seed)).c_str(), run, seed)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
