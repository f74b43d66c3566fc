// SPDX-License-Identifier: Apache-2.0
// The error codes of the wire and what they mean for a command: one table for the codec and the
// manual. The codes and their names are Maelstrom's.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"

namespace fencepost::sut {

struct WireError {
  std::int64_t code;
  std::string_view name;
  /// Surely without effect: *refused*. Otherwise the outcome is *unknown*.
  bool definite;
};

inline constexpr std::int64_t not_supported = 10;
inline constexpr std::int64_t malformed_request = 12;
inline constexpr std::int64_t precondition_failed = 22;

/// In the order of their codes. A code that is not among them leaves the outcome *unknown*.
std::span<const WireError> wire_errors();

/// The code with which a refusal travels.
std::int64_t code_of(std::string_view refusal);

/// What an error reply comes to. `malformed` is code 12, and code 10 if the command's type is
/// unknown. The contract's other refusals share code 22 and are told apart by `text`, which must be
/// or begin with the refusal's word; a 22 without one is refused as `precondition-failed`. Other
/// definite codes are refused by their names.
void read_error(const Contract& contract, bool type_is_known, std::int64_t code,
                std::string_view text, Outcome& outcome);

}  // namespace fencepost::sut
