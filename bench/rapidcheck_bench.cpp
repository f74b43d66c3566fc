// SPDX-License-Identifier: Apache-2.0
// The peer: RapidCheck's own stateful testing over the same model and the same engine, as its
// manual tells one to write it, in two ways.
//   rapidcheck         commands come from RapidCheck's generators, as in any program that uses it;
//   they are
//                      about as long as those of our scenarios
//   rapidcheck_handed  commands are those of our scenarios, drawn beforehand and handed out: what
//   remains is
//                      the machinery alone
// What each side does for a command:
//   RapidCheck  makes it and applies it to the model; then for the run compares the engine's answer
//   with that
//               of `nextState`, which copies the model, and applies the command to the model again.
//               No faults, no history, no digest. The disk is emptied and an engine started for
//               each case.
//   our world   applies it to model and engine once, compares, lets the planned faults strike,
//   recovers, and
//               writes the history with its digest. Its commands were drawn beforehand; `campaign`
//               draws them.
// Cases have up to 101 commands (RapidCheck's defaults), on average about as many as our scenarios.
#include <benchmark/benchmark.h>
#include <rapidcheck.h>
#include <rapidcheck/state.h>

#include <memory>
#include <string>
#include <vector>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/properties/workload.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

struct Running {
  std::unique_ptr<sut::System> system;
  Outcome outcome;
  std::uint64_t commands = 0;
};

struct Modelled;
using Sent = rc::state::Command<Modelled, Running>;
using Drawn = std::vector<std::shared_ptr<const Sent>>;

/// RapidCheck's model state: our model, and which drawn command comes next.
struct Modelled {
  Modelled(const Drawn& commands, std::unique_ptr<model::Model> initial)
      : drawn(&commands), model(std::move(initial)) {}
  Modelled(const Modelled& other)
      : drawn(other.drawn), next(other.next), model(other.model->clone()) {}
  Modelled(Modelled&&) = default;
  Modelled& operator=(Modelled&&) = default;

  const Drawn* drawn;
  std::size_t next = 0;
  std::unique_ptr<model::Model> model;
  Outcome answer;
};

/// Commands out of RapidCheck's own generators, field by field as the contract has them.
class Generator {
 public:
  Generator(const Contract& contract, const Parameters& parameters)
      : contract_(contract), partitions_(parameters.get("partitions", 4)) {}

  fencepost::Command command() const {
    fencepost::Command command;
    command.type =
        static_cast<std::uint8_t>(*rc::gen::inRange<std::size_t>(0, contract_.commands.size()));
    for (const Field& field : contract_.commands[command.type].fields) write(field, command.fields);
    return command;
  }

 private:
  void write(const Field& field, Tape& tape) const {
    switch (field.kind) {
      case Kind::partition: tape.number(*rc::gen::inRange<std::int64_t>(0, partitions_)); break;
      case Kind::epoch: tape.number(*rc::gen::inRange<std::int64_t>(0, 3)); break;
      case Kind::value: tape.number(*rc::gen::arbitrary<std::int32_t>()); break;
      case Kind::time: tape.number(*rc::gen::inRange<std::int64_t>(-20, 100)); break;
      case Kind::name:
      case Kind::owner: tape.text(name(*rc::gen::inRange<std::size_t>(0, 4))); break;
      case Kind::payload:
        *rc::gen::inRange(0, 4) == 0 ? tape.null() : tape.number(*rc::gen::inRange(0, 9));
        break;
      case Kind::list: write_list(field.parts.front(), tape); break;
      case Kind::tuples: write_ownership(tape); break;
      default: tape.number(*rc::gen::inRange<std::int64_t>(0, 20));
    }
  }
  static void write_list(const Field& part, Tape& tape) {
    const auto items = *rc::gen::container<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(0, list_end), rc::gen::inRange(0U, 12U));
    tape.list(static_cast<std::uint32_t>(items.size()));
    for (const std::uint32_t item : items)
      part.kind == Kind::name ? tape.text(name(item)) : tape.number(item);
  }
  /// Partitions with their members; none twice.
  static void write_ownership(Tape& tape) {
    const auto members = *rc::gen::container<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(0, list_end), rc::gen::inRange(0U, 12U));
    tape.list(static_cast<std::uint32_t>(members.size()));
    for (std::uint32_t i = 0; i < members.size(); ++i)
      tape.list(2).number(i).text(name(members[i]));
  }
  static std::string name(std::size_t number) { return "m" + std::to_string(number); }

  static constexpr std::size_t list_end = 8;
  const Contract& contract_;
  std::int64_t partitions_;
};

class SentCommand final : public Sent {
 public:
  explicit SentCommand(fencepost::Command command) : command_(std::move(command)) {}
  /// As RapidCheck makes commands: the constructor draws.
  explicit SentCommand(const Generator& generator) : command_(generator.command()) {}

  void apply(Modelled& state) const override {
    state.model->answer(command_, state.answer);
    ++state.next;
  }
  void run(const Modelled& before, Running& sut) const override {
    sut.system->answer(command_, sut.outcome);
    ++sut.commands;
    if (!(nextState(before).answer == sut.outcome)) RC_FAIL("answered otherwise than the model");
  }
  void show(std::ostream&) const override {}

 private:
  fencepost::Command command_;
};

struct Case {
  Parameters parameters;
  Drawn commands;
};

std::vector<Case> drawn(const properties::Workload& workload) {
  std::vector<Case> cases;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Scenario scenario = draw_scenario(workload, seed);
    Case& one = cases.emplace_back();
    one.parameters = scenario.parameters;
    for (const Step& step : scenario.steps)
      if (step.kind == Step::Kind::command)
        one.commands.push_back(std::make_shared<SentCommand>(step.command));
  }
  return cases;
}

/// What one case is about: an engine just started on an empty disk.
struct Bed {
  const Case& one;
  const Contract& contract;
  Running& sut;

  Modelled initial() const {
    return {one.commands, model::make_model(contract.name, one.parameters)};
  }
};

void check_generated(const Bed& bed) {
  const Generator generator(bed.contract, bed.one.parameters);
  rc::state::check([&] { return bed.initial(); }, bed.sut,
                   [generator](const Modelled&) {
                     return rc::state::gen::execOneOfWithArgs<SentCommand>()(generator);
                   });
}

void check_handed(const Bed& bed) {
  rc::state::check([&] { return bed.initial(); }, bed.sut,
                   [](const Modelled& state) {
                     return rc::gen::just((*state.drawn)[state.next % state.drawn->size()]);
                   });
}

void state_check(benchmark::State& state, const properties::Workload& workload,
                 void (*check)(const Bed&)) {
  const std::vector<Case> cases = drawn(workload);
  const auto home = sut::make_engine(workload.contract->name);
  faults::SimDisk disk;
  Running sut;
  rc::detail::TestParams params;
  params.seed = 20;
  params.maxSuccess = static_cast<int>(cases.size());
  for (auto _ : state) {
    std::size_t next = 0;
    const auto result = rc::detail::checkTestable(
        [&] {
          const Case& one = cases[next++ % cases.size()];
          disk.clear();
          home->move_in(one.parameters, disk);
          sut.system = home->start().system;
          check({one, *workload.contract, sut});
        },
        rc::detail::TestMetadata(), params);
    if (!result.is<rc::detail::SuccessResult>()) state.SkipWithError("RapidCheck did not succeed");
  }
  state.counters["items/s"] =
      benchmark::Counter(static_cast<double>(sut.commands), benchmark::Counter::kIsRate);
}

}  // namespace

void register_rapidcheck() {
  for (const auto& [family, check] :
       {std::pair{"rapidcheck/", &check_generated}, std::pair{"rapidcheck_handed/", &check_handed}})
    for (const properties::Workload& workload : properties::workloads())
      benchmark::RegisterBenchmark((family + std::string(workload.contract->name)).c_str(),
                                   state_check, workload, check)
          ->MinTime(0.2)
          ->Repetitions(3)
          ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
