// SPDX-License-Identifier: Apache-2.0
// Whether one register with read, write and compare-and-set is linearizable: Wing and Gong's search
// in Lowe's form (an operation takes effect no sooner than the completion that needs it), over
// remembered configurations. Linear in the number of operations, exponential only in how many of
// them are open at once.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fencepost/properties/checkers/configurations.hpp"

namespace fencepost::properties {

/// What happened or may have happened to a register. Values are numbers; `absent` is that of a
/// register that was not written.
struct RegisterCall {
  enum class Kind : std::uint8_t { read, write, cas };
  static constexpr std::uint32_t absent = 0;

  Kind kind = Kind::read;
  /// Nobody knows whether it had an effect, and when. Never a read.
  bool indeterminate = false;
  /// Of a cas.
  std::uint32_t from = 0;
  /// Read, or written.
  std::uint32_t value = 0;
  std::uint64_t invoked_at = 0;
  /// Unless indeterminate.
  std::uint64_t completed_at = 0;
};

struct RegisterAnswer {
  enum class Kind : std::uint8_t { linearizable, impossible, gave_up };
  Kind kind = Kind::linearizable;
  /// The call at whose completion no order was left, or the search ended.
  std::size_t call = 0;
  /// impossible: the values that the register can have had while the call was open; empty if there
  /// was not enough time to find them.
  std::vector<std::uint32_t> values;
};

/// `calls` in the order of their invocations. Gives up beyond about `most_memory` bytes or some ten
/// million configurations, or when `enough`, which may be empty, says so.
RegisterAnswer search_register(const std::vector<RegisterCall>& calls, std::uint64_t most_memory,
                               const std::function<bool()>& enough);

}  // namespace fencepost::properties
