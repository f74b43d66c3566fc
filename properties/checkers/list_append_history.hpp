// SPDX-License-Identifier: Apache-2.0
// What a list-append history says, in compact form, as far as it can be told operation by
// operation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/list_versions.hpp"
#include "fencepost/properties/checkers/transactions.hpp"

namespace fencepost::properties {

/// One list that an ok transaction read.
struct ListRead {
  std::uint32_t txn = 0;
  std::uint32_t key = 0;
  Version version;
  /// The transaction has appended to the key before, will append to it later.
  bool after_append = false, before_append = false;
};

class ListAppendHistory {
 public:
  ListAppendHistory();
  /// As Checker::add.
  std::string add(const Operation& operation);

  TxnLog txns;
  ListVersions versions;
  std::vector<ListRead> reads;
  Findings findings;
  std::uint64_t bytes() const;

 private:
  using MicroOps = std::vector<MicroOp>;
  void invoke();
  void append(std::uint32_t element, std::uint32_t& last_of_txn);
  void answer();
  void read_key(std::span<const std::uint32_t> places);
  void check_internal(std::span<const std::uint32_t> places);
  void check_future(std::span<const std::uint32_t> places);

  std::vector<std::uint32_t> keys_;
};

}  // namespace fencepost::properties
