// SPDX-License-Identifier: Apache-2.0
// What becomes of a violation: it is played once more, written to a file, and made into a screen.
#pragma once

#include <string>

#include "fencepost/cli/system_on_trial.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/reports/failing_screen.hpp"

namespace fencepost::cli {

struct Counterexample {
  reports::Saved saved;
  /// Without colour; for a terminal.
  std::string plain;
  std::string screen;
  /// The command that replays it, to be copied.
  std::string replay;
};

/// What a file of this finding holds.
HistoryFile history_file(const properties::Finding& finding, const SystemOnTrial& system);

/// Writes the finding to `path`, or to a name of its own if `path` is a folder's (ends with a
/// slash). `flags` tell how the program was called and what its seeds depend on.
Counterexample keep(const properties::Workload& workload, const properties::Finding& finding,
                    const SystemOnTrial& system, const std::string& path, const Flags& flags,
                    const reports::Ink& ink);

}  // namespace fencepost::cli
