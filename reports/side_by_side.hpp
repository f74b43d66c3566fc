// SPDX-License-Identifier: Apache-2.0
// Two states, a fact a line, beside each other: what the model believes and what the system says.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// Equal lines stand on one row; a row that differs is marked. A system that cannot tell is said to.
std::string side_by_side(std::string_view model, std::string_view system, const Ink& ink);

}  // namespace fencepost::reports
