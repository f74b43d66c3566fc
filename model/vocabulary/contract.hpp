// SPDX-License-Identifier: Apache-2.0
// The contract of a workload as data: its parameters, its commands with their fields, its results.
// One table, many faces: the history format, the wire protocol, its manual, the generators'
// malformed commands and every printed value are derived from it. The rules themselves stand in the
// model.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost {

/// What a field may hold. The ranges are those of TapeReader.
enum class Kind : std::uint8_t {
  partition,    ///< below the parameter `partitions` where the contract has it, else any
  offset,       ///< 63 bits
  last_offset,  ///< an offset, or -1 before the first
  sequence,     ///< 63 bits
  epoch,        ///< 31 bits
  value,        ///< 32 bits, signed
  sum,          ///< 64 bits, signed
  count,        ///< 63 bits
  time,         ///< milliseconds, 64 bits, signed
  watermark,    ///< a time, null for minus infinity, "inf" for plus infinity
  name,         ///< a member, producer or key
  owner,        ///< a name, or null for nobody
  payload,      ///< null (a tombstone), a value, or text
  latest,       ///< of a key: a sum, or text
  snapshot,     ///< the id of a snapshot, 63 bits; null or absent for none
  failures,     ///< a count, or null for always
  flag,         ///< true or false
  node,         ///< the number of a node, below the parameter `nodes`
  json,         ///< any value
  list,         ///< a list of the single kind in `parts`
  tuples,       ///< a list of lists, each with the parts in their order
  objects,      ///< a list of objects with the parts as keys
};

struct Field {
  std::string_view name;
  Kind kind;
  std::span<const Field> parts = {};
  /// In results: left out where it does not apply.
  bool optional = false;
};

struct CommandContract {
  std::string_view name;
  /// One line for the manual.
  std::string_view sentence;
  std::span<const Field> fields;
  std::span<const Field> results;
};

struct Parameter {
  std::string_view name;
  std::int64_t least;
  std::int64_t most;
  std::string_view sentence;
  /// Used when the parameter is not given and `required` is false; `none` means that absence has a
  /// meaning.
  std::int64_t standard;
  bool required;

  static constexpr std::int64_t none = INT64_MIN;
};

struct Contract {
  std::string_view name;
  /// Its number on the workloads page.
  int number;
  std::string_view sentence;
  std::span<const Parameter> parameters;
  std::span<const CommandContract> commands;
  /// Refusal codes besides `malformed`.
  std::span<const std::string_view> refusals;
  /// No command changes anything, so nothing is lost with the memory.
  bool stateless = false;
  /// Of several nodes that send each other messages; its commands are what clients do, and a
  /// checker judges what they saw.
  bool cluster = false;
};

/// Every contract of a lockstep world, in the order of the workloads page.
std::span<const Contract> contracts();
/// Every contract of a cluster, in the order of docs/clusters.md.
std::span<const Contract> cluster_contracts();
/// The contract with this name, of either kind, or null.
const Contract* find_contract(std::string_view name);
/// The index of a command in its contract, or Command::unknown_type.
std::uint8_t find_command(const Contract& contract, std::string_view name);

/// The parameters of one world, in the order of the contract.
struct Parameters {
  std::vector<std::pair<std::string, std::int64_t>> values;

  /// The value given, else the contract's standard, else `otherwise`.
  std::int64_t get(std::string_view name, std::int64_t otherwise = Parameter::none) const;
  void set(std::string_view name, std::int64_t value);

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

}  // namespace fencepost
