// SPDX-License-Identifier: Apache-2.0
// A stored history of a cluster, played again: shown, or compared with what it promises. Programs
// may not do the same every time; how often they do is part of the answer.
#pragma once

#include <string>

#include "fencepost/cli/console.hpp"
#include "fencepost/cli/exit_code.hpp"
#include "fencepost/cli/subject.hpp"
#include "fencepost/cli/system_on_trial.hpp"

namespace fencepost::cli {

ExitCode replay_cluster(const Subject& subject, const SystemOnTrial& system, const Flags& flags,
                        Console& console);

struct ClusterStanding {
  ExitCode code = ExitCode::ok;
  /// Why, if it is not as promised: in how many of the replays it was.
  std::string why;
  Digest digest;
};
ClusterStanding verify_cluster(const Subject& subject, const SystemOnTrial& system);

}  // namespace fencepost::cli
