// SPDX-License-Identifier: Apache-2.0
// What the clients of a cluster did and saw, as text that `check` reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost::cli {

/// JSON lines as docs/checkers.md describes them, each behind the mark.
std::string json_lines(const std::vector<Operation>& operations, std::string_view mark = {});

}  // namespace fencepost::cli
