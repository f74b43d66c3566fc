// SPDX-License-Identifier: Apache-2.0
// What a map must hold to be an operation, whatever it was written in: `type`, `process`, `f`; and
// what it may hold: `value`, `time`, `index`, and anything else.
#pragma once

#include <cstdint>

#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

class OperationForm {
 public:
  /// False if it is an operation of a nemesis, whose process has a name instead of a number. The
  /// reason completes a sentence that begins with "it".
  Result<bool> take(Json map, Recorded& to);

 private:
  std::string put(std::string_view key, Json& value, Recorded& to);
  std::string put_index(const Json& value, Recorded& to);

  std::int64_t last_index_ = -1;
};

/// `invoke`, `ok`, `fail`, `info`.
std::optional<Operation::Type> type_from(std::string_view word);

}  // namespace fencepost::recorded
