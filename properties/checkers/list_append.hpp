// SPDX-License-Identifier: Apache-2.0
// The checker of txn-list-append: transactions that append unique values to lists and read whole
// lists, from which the order of all writes can be told. docs/checkers.md has the anomalies.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_list_append_checker(const CheckerOptions& options);

}  // namespace fencepost::properties
