// SPDX-License-Identifier: Apache-2.0
// Two states, a fact a line, beside each other: what the model believes and what the system says.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// Equal lines stand on one row; a row that differs is marked.
std::string side_by_side(std::string_view model, std::string_view system, const Ink& ink);
/// The same for a system that cannot tell its state.
std::string model_alone(std::string_view model, const Ink& ink);

}  // namespace fencepost::reports
