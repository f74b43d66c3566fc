// SPDX-License-Identifier: Apache-2.0
// The checker of txn-rw-register: transactions that write unique values to registers and read them.
// What came after what can be told only in part; docs/checkers.md says which part.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_rw_register_checker(const CheckerOptions& options);

}  // namespace fencepost::properties
