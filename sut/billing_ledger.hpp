// SPDX-License-Identifier: Apache-2.0
// What a sink has billed: tokens and events by window and tenant, in one flat table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/sut/interned_names.hpp"
#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {

class BillingLedger {
 public:
  struct Account {
    std::int64_t window = 0;
    /// A number of the names.
    std::int64_t tenant = 0;
    std::int64_t tokens = 0;
    /// 0: the cell is free.
    std::int64_t events = 0;
  };

  void add(std::int64_t window, std::uint32_t tenant, std::int64_t tokens);
  /// Sorted by window, then by the tenant's name.
  std::vector<Account> accounts(const InternedNames& names) const;

  void clear() { *this = {}; }
  void save(std::string& state) const;
  bool load(Unpacker& fields);

 private:
  Account& find(std::int64_t window, std::int64_t tenant);
  void grow();

  /// A power of two of them, at most half in use.
  std::vector<Account> cells_;
  std::size_t used_ = 0;
};

}  // namespace fencepost::sut
