// SPDX-License-Identifier: Apache-2.0
// Writes the corpus of planted bugs: for each the shortest history that convicts it.
#pragma once

#include <string>
#include <vector>

#include "fencepost/cli/console.hpp"
#include "fencepost/cli/flags.hpp"
#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::cli {

/// One file a bug, `folder/ID.history`. Throws a Refusal if a file cannot be written. Violated
/// (exit code 1) if a bug was not convicted.
ExitCode write_planted_histories(const std::vector<const sut::PlantedBug*>& bugs,
                                 const std::string& folder, const Flags& flags, Console& console);

}  // namespace fencepost::cli
