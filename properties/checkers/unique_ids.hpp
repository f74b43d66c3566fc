// SPDX-License-Identifier: Apache-2.0
// The checker of unique-ids: no two ids that were given out are the same, whatever JSON they are.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_unique_ids_checker(const CheckerOptions& options);

}  // namespace fencepost::properties
