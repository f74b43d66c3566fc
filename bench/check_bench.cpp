// SPDX-License-Identifier: Apache-2.0
// Recorded histories: a million operations of a partitioned log, eight keys, ten clients, nothing
// wrong. `check/jsonl` and `check/edn` read and judge them from a file; `check/reading` only reads
// the JSON lines; `check/cpython` hands the same lines to CPython's json module, whose inner loop
// is in C, and only counts what comes out.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::bench {
namespace {

using recorded::Format;

constexpr std::uint64_t operations = 1'000'000;
constexpr std::size_t keys = 8;
constexpr std::size_t clients = 10;

/// Writes operations as JSON lines or as EDN.
class Recording {
 public:
  Recording(const std::string& path, Format format) : file_(path), format_(format) {}

  void put(const char* type, std::size_t process, const char* f, const std::string& value) {
    const std::uint64_t number = count_++;
    if (format_ == Format::json_lines)
      file_ << "{\"index\":" << number << ",\"type\":\"" << type << "\",\"process\":" << process
            << ",\"f\":\"" << f << "\",\"value\":" << value << ",\"time\":" << number * 1000
            << "}\n";
    else
      file_ << "{:index " << number << ", :time " << number * 1000 << ", :type :" << type
            << ", :process " << process << ", :f :" << f << ", :value " << value << "}\n";
  }
  std::string word(const char* name) const {
    return format_ == Format::json_lines ? '"' + std::string(name) + '"' : ':' + std::string(name);
  }
  std::string map(std::size_t key, const std::string& value) const {
    return format_ == Format::json_lines ? "{\"" + std::to_string(key) + "\":" + value + '}'
                                         : '{' + std::to_string(key) + ' ' + value + '}';
  }
  const char* comma() const { return format_ == Format::json_lines ? "," : " "; }
  std::uint64_t count() const { return count_; }

 private:
  std::ofstream file_;
  Format format_;
  std::uint64_t count_ = 0;
};

/// One client writes, the others read from the beginning, four at a time.
class Clients {
 public:
  explicit Clients(Recording& to) : to_(to) {}

  void send(std::size_t key) {
    const std::string step =
        '[' + to_.word("send") + to_.comma() + std::to_string(key) + to_.comma();
    const std::string value = std::to_string(sent_[key]);
    to_.put("invoke", 0, "send", '[' + step + value + "]]");
    to_.put("ok", 0, "send", '[' + step + '[' + value + to_.comma() + value + "]]]");
    ++sent_[key];
  }
  /// False if there was nothing to read.
  bool poll(std::size_t client, std::size_t key) {
    std::uint64_t& next = next_[client][key];
    if (next == sent_[key]) return false;
    std::string records;
    for (int i = 0; i < 4 && next < sent_[key]; ++i, ++next)
      records += (records.empty() ? "[" : std::string(to_.comma()) + '[') + std::to_string(next) +
                 to_.comma() + std::to_string(next) + ']';
    const std::string poll = "[[" + to_.word("poll");
    to_.put("invoke", client, "poll", poll + "]]");
    to_.put("ok", client, "poll", poll + to_.comma() + to_.map(key, '[' + records + ']') + "]]");
    return true;
  }

 private:
  Recording& to_;
  std::array<std::uint64_t, keys> sent_{};
  std::array<std::array<std::uint64_t, keys>, clients> next_{};
};

void record(const std::string& path, Format format) {
  Recording recording(path, format);
  Clients all(recording);
  for (std::uint64_t turn = 0; recording.count() + 1000 < operations; ++turn) {
    all.send(turn % keys);
    all.send(turn * 5 % keys);
    all.poll(1 + turn % (clients - 1), turn * 3 % keys);
  }
  // The last consumer catches up, so that nothing acknowledged stays unseen.
  for (std::size_t key = 0; key < keys; ++key)
    while (all.poll(clients - 1, key)) continue;
}

/// Written once and removed at the end.
const std::string& stored(Format format) {
  struct Stored {
    explicit Stored(Format of)
        : path((std::filesystem::temp_directory_path() / "fencepost_bench.").string() +
               to_text(of)) {
      record(path, of);
    }
    ~Stored() { std::filesystem::remove(path); }
    std::string path;
  };
  static const Stored lines(Format::json_lines), edn(Format::edn);
  return format == Format::edn ? edn.path : lines.path;
}

std::uint64_t read_through(const std::string& path, properties::Checker* checker) {
  std::ifstream file(path, std::ios::binary);
  auto opened = recorded::open_history([&](char* to, std::size_t room) -> Result<std::size_t> {
    return static_cast<std::size_t>(file.read(to, static_cast<std::streamsize>(room)).gcount());
  });
  CHECK(opened);
  recorded::Recorded recorded;
  std::uint64_t count = 0;
  for (auto next = opened->reader->next(recorded); *next; next = opened->reader->next(recorded)) {
    if (checker != nullptr) CHECK(checker->add(recorded.operation).empty());
    ++count;
  }
  return count;
}

void count(benchmark::State& state, std::uint64_t done) {
  state.counters["operations/s"] =
      benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
}

void check(benchmark::State& state, Format format) {
  const std::string& path = stored(format);
  std::uint64_t done = 0;
  for ([[maybe_unused]] const auto _ : state) {
    const auto checker = properties::make_checker("kafka");
    done += read_through(path, checker.get());
    CHECK(checker->finish().verdict == properties::Judgement::Verdict::held);
  }
  count(state, done);
}

void read(benchmark::State& state) {
  const std::string& path = stored(Format::json_lines);
  std::uint64_t done = 0;
  for ([[maybe_unused]] const auto _ : state) done += read_through(path, nullptr);
  count(state, done);
}

/// Counts the CPU time that the program itself reports; starting it is left out.
void cpython(benchmark::State& state) {
  const std::string& path = stored(Format::json_lines);
  const std::uint64_t expected = read_through(path, nullptr);
  const std::string call = "python3 '" FENCEPOST_SOURCE_DIR "/bench/read_json.py' '" + path + "'";
  for ([[maybe_unused]] const auto _ : state) {
    FILE* const pipe = ::popen(call.c_str(), "r");
    CHECK(pipe != nullptr);
    double seconds = 0;
    unsigned long long lines = 0;
    const int read = std::fscanf(pipe, "%lf %llu", &seconds, &lines);
    ::pclose(pipe);
    if (read != 2) return state.SkipWithError("python3 bench/read_json.py gave no answer");
    if (lines != expected) return state.SkipWithError("bench/read_json.py read something else");
    state.SetIterationTime(seconds);
    state.counters["operations/s"] = static_cast<double>(lines) / seconds;
  }
}

}  // namespace

void register_checking() {
  for (const Format format : {Format::json_lines, Format::edn})
    benchmark::RegisterBenchmark((std::string("check/") + to_text(format)).c_str(), check, format)
        ->Repetitions(3)
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("check/reading", read)
      ->Repetitions(3)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("check/cpython", cpython)
      ->UseManualTime()
      ->Iterations(1)
      ->Repetitions(3)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace fencepost::bench
