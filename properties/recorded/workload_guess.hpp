// SPDX-License-Identifier: Apache-2.0
// Which workload a history is of, as far as its operations tell: `append` in a `txn` is only of
// txn-list-append, `cas` only of lin-kv. `add` is of three, so it never tells.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost::recorded {

/// Every workload whose operations can be recorded.
std::span<const std::string_view> recorded_workloads();

/// Empty if the operation could be of several; then the next is to be asked.
std::string_view workload_of(const Operation& operation);

/// The workloads that an operation of this name can be of, for a person: `g-set, g-counter or
/// pn-counter`; empty if there is none.
std::string_view workloads_with(std::string_view f);

/// Maelstrom and Jepsen record some workloads a little differently; makes it as docs/checkers.md
/// says. An answer of echo that is a whole reply becomes what was echoed; operations of one
/// register become those of key 0 of lin-kv.
void fit(std::string_view workload, Operation& operation);

}  // namespace fencepost::recorded
