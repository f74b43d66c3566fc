// SPDX-License-Identifier: Apache-2.0
// The `.history` text form of a scenario and of what is promised of it: line-based, to be read, edited,
// diffed and commented by people. docs/history_format.md is the format; this reads and writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {

struct HistoryFile {
  Scenario scenario;
  /// The property it is about; empty for none.
  std::string property;
  /// Violated: replaying it must break the property, with `kind` as the rest of the fingerprint.
  bool expect_violated = false;
  std::string kind;
  /// The planted bug to run it with; empty for the clean engine.
  std::string bug;
  /// What a person would say happened.
  std::string sentence;
  /// How it was found; informational.
  std::optional<std::uint64_t> seed;
  /// Of the run, if it is promised.
  std::optional<Digest> digest;
  /// Comment lines of the head, without their marks.
  std::vector<std::string> comments;
  /// The line of each step in the text it was read from.
  std::vector<std::uint32_t> lines;
};

/// The canonical text. read(write(file)) equals file but for `lines`.
std::string write_history(const HistoryFile& file);
/// Refuses, with line number and reason, unknown versions, malformed lines, anything missing or doubled,
/// text that is not UTF-8, and a file without its last line. Never returns a part of a file.
Result<HistoryFile> read_history(std::string_view text);

}  // namespace fencepost
