// SPDX-License-Identifier: Apache-2.0
// What a client may ask of a system: a type from the workload's contract and the fields in its
// order.
#pragma once

#include <cstdint>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost {

struct Command {
  /// The type of a command that the contract does not have; always malformed.
  static constexpr std::uint8_t unknown_type = 255;

  /// Index into Contract::commands.
  std::uint8_t type = unknown_type;
  /// The fields in the order of the contract; a field that was not given is `absent`.
  Tape fields;

  friend bool operator==(const Command&, const Command&) = default;
};

}  // namespace fencepost
