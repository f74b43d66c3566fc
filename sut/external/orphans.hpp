// SPDX-License-Identifier: Apache-2.0
// The last resort, when a child has killed its keeper: finds what is left of it by its session and
// folder.
#pragma once

#include <sys/types.h>

#include <string>

namespace fencepost::sut {

/// SIGKILL to every process of this session and to every process that works in this folder or below
/// it, until none is found, for at most two seconds.
void kill_orphans(pid_t session, const std::string& folder);

}  // namespace fencepost::sut
