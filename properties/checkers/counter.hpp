// SPDX-License-Identifier: Apache-2.0
// The checker of g-counter and pn-counter: a final read is what was acknowledged plus some of what
// nobody knows of.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

/// `only_grows`: a g-counter, to which nothing negative is added.
std::unique_ptr<Checker> make_counter_checker(bool only_grows, const CheckerOptions& options);

}  // namespace fencepost::properties
