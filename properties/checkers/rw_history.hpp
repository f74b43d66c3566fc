// SPDX-License-Identifier: Apache-2.0
// What an rw-register history says, in compact form, as far as it can be told operation by
// operation.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/id_map.hpp"
#include "fencepost/properties/checkers/transactions.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {

/// A value of a key.
struct RwVersion {
  static constexpr std::uint32_t none = IdMap::none;

  std::uint32_t key = 0;
  std::uint32_t value = 0;
  /// The transaction that writes it; `none` if nobody does, as of the initial one.
  std::uint32_t writer = none;
  /// The next one that the same transaction writes to the same key.
  std::uint32_t next_of_writer = none;
  /// The value of a key that was never written: null.
  bool initial = false;
  /// An ok transaction has read it.
  bool read = false;
  /// It was written more than once, so that nobody knows whose it is that is read.
  bool ambiguous = false;
};

/// A read of an ok transaction that it did not explain by its own writes and reads before.
struct RwRead {
  std::uint32_t txn = 0;
  std::uint32_t version = 0;
  /// What it wrote to the key next; `none` if nothing.
  std::uint32_t next_write = RwVersion::none;
  /// It is the first thing that the transaction did with the key.
  bool external = false;
};

class RwHistory {
 public:
  RwHistory();
  /// As Checker::add.
  std::string add(const Operation& operation);

  TxnLog txns;
  std::vector<RwVersion> versions;
  std::vector<RwRead> reads;
  Findings findings;

  std::uint32_t keys() const { return keys_.size(); }
  std::string key_words(std::uint32_t version) const { return keys_.words(versions[version].key); }
  std::string words(std::uint32_t version) const { return values_.words(versions[version].value); }
  /// Whether its writer is known and may have happened: it is ok, or what it wrote was read.
  bool exists(std::uint32_t version) const;
  std::uint64_t bytes() const;

 private:
  std::uint32_t version(std::uint32_t key, const Json& value);
  void invoke();
  void write(std::uint32_t version, std::uint32_t& last_of_txn);
  void answer();
  void read_key(std::span<const std::uint32_t> places);
  void contradicts(std::uint32_t place, std::uint32_t expected);

  ValueTable keys_, values_;
  IdMap version_ids_;
  /// Of each micro-op: its key.
  std::vector<std::uint32_t> key_;
};

}  // namespace fencepost::properties
