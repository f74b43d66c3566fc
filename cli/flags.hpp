// SPDX-License-Identifier: Apache-2.0
// The command line as one table: verbs, flags, what they take, whom they belong to, one line of
// help each. The parser and every help text are derived from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/capacity.hpp"
#include "fencepost/properties/recorded/reader.hpp"
#include "fencepost/properties/strategy_table.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::cli {

enum class Verb : std::uint8_t {
  run,
  replay,
  shrink,
  verify,
  check,
  explain,
  list,
  bugs,
  strategies,
  capacity,
  help
};

enum class ProgressWish : std::uint8_t { automatic, line, plain, none };

/// What was asked for. An optional that is empty was not given.
struct Flags {
  Verb verb = Verb::help;
  /// Empty: the program was called without a verb.
  std::string verb_name;
  /// Workloads, files, names.
  std::vector<std::string> operands;
  /// What stands behind `--`.
  std::vector<std::string> command;
  /// How the program itself was called, for commands to be copied.
  std::string program = "fencepost";

  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> seeds;
  std::optional<std::chrono::milliseconds> time;
  std::optional<unsigned> jobs;
  std::string bug;
  std::vector<Family> without;
  std::optional<std::uint32_t> longest;
  std::optional<std::uint32_t> budget;
  std::optional<std::uint32_t> timeout_ms;
  /// Of clusters.
  std::optional<std::uint32_t> nodes;
  std::string faults;
  bool pipeline = false;
  bool fresh = false;
  std::string workload;
  std::string until;
  std::string out;
  std::string junit;
  std::string operations;
  reports::When colour = reports::When::automatic;
  ProgressWish progress = ProgressWish::automatic;
  bool json = false;
  bool strict = false;
  bool quiet = false;
  bool protocol = false;
  bool markdown = false;
  /// What transactions promise.
  std::string model;
  /// check
  std::optional<recorded::Format> format;
  std::optional<std::uint64_t> memory;
  bool subscribe = false;
  bool ww_edges = false;
  bool all = false;
  /// strategies: what is run. capacity: all but the partitions, which stand in a list.
  properties::BillingOptions billing;
  std::string sqlite;
  properties::CapacityInput sizing{.produce = 30'000, .per_partition = 4'000, .outage = 600};
  std::vector<std::uint64_t> partition_counts = {8, 12, 16};
  bool help = false;
  bool version = false;
};

struct FlagText {
  std::string_view name;
  std::string_view letter;
  /// What its value is called; empty if it takes none.
  std::string_view value;
  /// The verbs that have it, by name, with spaces between; `*` for all.
  std::string_view verbs;
  std::string_view sentence;
  /// Takes the value over; says why not, otherwise empty.
  std::string (*apply)(Flags& flags, std::string_view value);
};

struct VerbText {
  Verb verb;
  std::string_view name;
  std::string_view operands;
  std::string_view sentence;
  std::string_view example;
};

std::span<const FlagText> flag_texts();
std::span<const VerbText> verb_texts();
/// The verb has this flag.
bool belongs(const FlagText& flag, std::string_view verb);

/// Flags may stand before and after the verb; everything behind `--` is the command of a program.
/// Throws a Refusal that names the flag and the value.
Flags read_flags(int argc, const char* const* argv);

}  // namespace fencepost::cli
