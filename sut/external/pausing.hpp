// SPDX-License-Identifier: Apache-2.0
// Stops a program and all that it started, and lets it go on.
#pragma once

#include <sys/types.h>

namespace fencepost::sut {

/// SIGSTOP to every process below this one. Returns when all of them stand still, or after 200 ms:
/// one that waits for a disk stops when it comes back.
void stop_below(pid_t root);
/// SIGCONT to every process below this one.
void let_go_below(pid_t root);

}  // namespace fencepost::sut
