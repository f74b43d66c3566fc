// SPDX-License-Identifier: Apache-2.0
// The one history that `replay`, `shrink` and `verify` are about.
#pragma once

#include <string>

#include "fencepost/cli/exit_code.hpp"
#include "fencepost/cli/flags.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/properties/trial.hpp"

namespace fencepost::cli {

struct Subject {
  HistoryFile file;
  /// It was read from a file, which promises something; a seed does not.
  bool is_stored = false;
  /// The path, or the seed.
  std::string name;
  const properties::Workload* workload = nullptr;

  /// The line of a step in the file; its place among the steps if it comes from a seed.
  std::uint32_t line_of(std::uint32_t step) const;
};

/// Reads a history file that can be played. `is_newer`: it cannot, because its format has another
/// version.
Result<Subject> read_subject(const std::string& path, bool& is_newer);
/// A file, or the scenario of a seed (with --workload or --bug). Throws a Refusal.
Subject find_subject(const Flags& flags);

/// The verdict is the one that the file promises (its digest not looked at).
bool is_as_promised(const HistoryFile& file, const properties::Verdict& verdict);
/// What a program ends with that has nothing else to say.
ExitCode code_of(const properties::Verdict& verdict);
/// `violated: offsets_are_dense (read: wrong result)`, `held`, ...
std::string words_of(const properties::Verdict& verdict);
std::string words_of_promise(const HistoryFile& file);

}  // namespace fencepost::cli
