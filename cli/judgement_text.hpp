// SPDX-License-Identifier: Apache-2.0
// What `check` shows: one headline, then each kind of anomaly with its worst example and the
// operations that show it; as text of at most one screen, or as JSON lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fencepost/cli/exit_code.hpp"
#include "fencepost/cli/judging.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::cli {

struct Checked {
  /// The file and its form.
  std::string name;
  recorded::Format format = recorded::Format::json_lines;
  const Judging& judging;
  properties::Judgement judgement;
  bool is_interrupted = false;
  /// Those that an example needs, as far as they can be had.
  std::map<std::uint64_t, recorded::Recorded> operations;

  /// Null if it cannot be had.
  const recorded::Recorded* find(std::uint64_t number) const {
    const auto found = operations.find(number);
    return found == operations.end() ? nullptr : &found->second;
  }
};

struct TextWish {
  reports::Ink ink;
  std::size_t columns = 80;
  /// Every example with all its operations, and the notes.
  bool all = false;
};

/// The anomalies that the text shows: of each name the worst, or all.
std::vector<const properties::Anomaly*> shown_anomalies(const properties::Judgement& judgement,
                                                        bool all);
/// `✓ held  kafka: 40 operations of 3 processes over 12.3 ms`
std::string headline(const Checked& checked, const reports::Ink& ink);
/// What stands below the headline; empty if there is nothing.
std::string details(const Checked& checked, const TextWish& wish);
/// The whole as JSON lines; docs/commands.md lists the keys.
std::string json_of(const Checked& checked, ExitCode code);

}  // namespace fencepost::cli
