// SPDX-License-Identifier: Apache-2.0
// The checker of broadcast and g-set: what was acknowledged, or read once, is in every final read.
#pragma once

#include <memory>
#include <string_view>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

/// `add`: the operation that adds an element, `broadcast` or `add`.
std::unique_ptr<Checker> make_set_checker(std::string_view add, const CheckerOptions& options);

}  // namespace fencepost::properties
