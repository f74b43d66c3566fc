// SPDX-License-Identifier: Apache-2.0
// What clients of a cluster did and saw, as a list of operations: each begins with an `invoke` and
// ends with `ok` (it happened), `fail` (it certainly did not) or `info` (nobody knows). The
// checkers read it, whether it comes from a world of ours or from a recorded file. docs/checkers.md
// gives the value of each operation of each workload.
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost {

struct Operation {
  enum class Type : std::uint8_t { invoke, ok, fail, info };

  Type type = Type::invoke;
  /// The client, from 0. It has one operation open at a time; after an `info` it is used no more.
  std::int64_t process = 0;
  /// `send`, `poll`, `txn`, `read`, `write`, ...
  std::string f;
  /// What was asked (invoke) or seen (ok; of fail and info as far as it is known).
  Json value;
  /// Nanoseconds since the history began; -1 if it was not recorded. The order of the list is the
  /// order of time in any case.
  std::int64_t time = -1;
  /// Whatever else was recorded (`error`, `seek-to-beginning?`, `rebalance-log`, `final?`): an
  /// object, or null for nothing.
  Json more;
};

/// `invoke`, `ok`, `fail`, `info`.
const char* to_text(Operation::Type type);

}  // namespace fencepost
