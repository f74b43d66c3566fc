// SPDX-License-Identifier: Apache-2.0
// Ctrl-C: the first says so at once and lets the current worlds end, the second leaves at once.
// What comes within a quarter of a second is the same one: `timeout` and some shells send a signal
// to the process and to its group.
#pragma once

#include <atomic>

namespace fencepost::cli {

/// From now on SIGINT and SIGTERM are caught. The flag rises with the first.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace fencepost::cli
