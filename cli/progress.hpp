// SPDX-License-Identifier: Apache-2.0
// Whether and how a sign of life is given, for the verbs that may take long.
#pragma once

#include <cstdint>

#include "fencepost/cli/console.hpp"
#include "fencepost/reports/live_line.hpp"

namespace fencepost::cli {

/// By --progress; otherwise by what stderr is.
reports::Progress progress_for(const Flags& flags, const Console& console);
/// A clock for it.
std::int64_t milliseconds_now();

}  // namespace fencepost::cli
