// SPDX-License-Identifier: Apache-2.0
// Ctrl-C: the first says so at once and lets the current worlds end, the second leaves at once.
#pragma once

#include <atomic>

namespace fencepost::cli {

/// From now on SIGINT and SIGTERM are caught. The flag rises with the first.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace fencepost::cli
