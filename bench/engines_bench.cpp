// SPDX-License-Identifier: Apache-2.0
// The optimised engine and the model under the same production-sized commands, through the same
// call `answer(command, outcome)`. The engine pays for its journal on the simulated disk (frames,
// checksums, checkpoints); the model stores nothing. Both pay for writing the command.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <climits>
#include <map>
#include <memory>
#include <string>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/bench/loads.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/model.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::bench {
namespace {

class Engine {
 public:
  explicit Engine(const Load& load) : home_(sut::make_engine(load.workload)) {
    if (home_ == nullptr) return;
    home_->move_in(load.parameters, disk_);
    system_ = home_->start().system;
  }
  bool there() const { return system_ != nullptr; }
  void answer(const Command& command, Outcome& outcome) { system_->answer(command, outcome); }
  void leave() { system_.reset(); }

 private:
  faults::SimDisk disk_;
  std::unique_ptr<sut::Home> home_;
  std::unique_ptr<sut::System> system_;
};

class Model {
 public:
  explicit Model(const Load& load) : model_(model::make_model(load.workload, load.parameters)) {}
  bool there() const { return model_ != nullptr; }
  void answer(const Command& command, Outcome& outcome) { model_->answer(command, outcome); }
  void leave() { model_.reset(); }

 private:
  std::unique_ptr<model::Model> model_;
};

/// Freed memory is kept for the next repetition, so that the kernel's zeroing of fresh pages, most
/// of them the simulated disk's, is not measured again and again.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

double bytes_allocated() {
  const auto heap = mallinfo2();
  return static_cast<double>(heap.uordblks + heap.hblkhd);
}

/// Sends commands first .. last-1 and returns the bytes answered.
template <class Party>
std::uint64_t send(const Load& load, Party& party, std::uint64_t first, std::uint64_t last) {
  Command command;
  Outcome outcome;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = first; i < last; ++i) {
    load.write(i, command);
    party.answer(command, outcome);
    bytes += outcome.body.bytes().size() + static_cast<std::uint64_t>(outcome.status);
  }
  return bytes;
}

/// What the party's memory comes to when its state is largest; what is on the disk does not count.
template <class Party>
double bytes_of_state(const NamedLoad& named) {
  const Load load = named.make();
  Party party(load);
  send(load, party, 0, load.largest_after);
  const double with_it = bytes_allocated();
  party.leave();
  return with_it - bytes_allocated();
}

template <class Party>
void answer_load(benchmark::State& state, const NamedLoad& named) {
  // Engine and model must have answered alike.
  static std::map<std::string, std::uint64_t> answered;
  keep_freed_memory();
  const Load load = named.make();
  {
    Party party(load);
    if (!party.there()) return state.SkipWithError("there is none");
    std::uint64_t bytes = send(load, party, 0, load.before);
    for (auto _ : state) bytes += send(load, party, load.before, load.before + load.timed);
    const auto [other, first] = answered.emplace(named.name, bytes);
    if (!first && other->second != bytes)
      return state.SkipWithError("engine and model answered differently");
  }
  const std::uint64_t items = load.items == 0 ? load.timed : load.items;
  state.counters["items/s"] =
      benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsRate);
  if (load.entries != 0)
    state.counters["bytes/entry"] =
        bytes_of_state<Party>(named) / static_cast<double>(load.entries);
}

}  // namespace

void register_engines() {
  for (const NamedLoad& named : loads()) {
    const auto add = [&named](const std::string& family, auto run) {
      benchmark::RegisterBenchmark((family + named.name).c_str(), run, named)
          ->Iterations(1)
          ->Repetitions(named.repetitions)
          ->Unit(benchmark::kMillisecond);
    };
    add("engine/", answer_load<Engine>);
    add("model/", answer_load<Model>);
  }
}

}  // namespace fencepost::bench
