// SPDX-License-Identifier: Apache-2.0
// Which reads must show everything: those that a history flags with `"final?": true`, made after
// the calm. In a history without flags, the last read of each client, if it was invoked when all
// that is ever added had been added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost::properties {

/// An ok read, without its value.
struct ReadCall {
  std::uint64_t invoked_at = 0;
  std::uint64_t completed_at = 0;
  std::int64_t client = 0;
  bool flagged = false;
};

/// Either the invocation or the completion may carry the flag.
bool is_flagged_final(const Operation& operation);

/// Places in `reads`, in the order of their invocations. `added_at`: the place after the last
/// invocation or completion of an add. `any_flagged`: some read, even one that failed, carries the
/// flag.
std::vector<std::size_t> final_reads(const std::vector<ReadCall>& reads, std::uint64_t added_at,
                                     bool any_flagged);

/// Why nothing can be said about what became of what was added.
std::string no_final_reads();

}  // namespace fencepost::properties
