// SPDX-License-Identifier: Apache-2.0
// The checker of echo: what comes back is what was sent.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_echo_checker();

}  // namespace fencepost::properties
