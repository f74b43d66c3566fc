// SPDX-License-Identifier: Apache-2.0
// The `.history` text form of a scenario and of what is promised of it: line-based, to be read,
// edited, diffed and commented by people. docs/history_format.md is the format; this reads and
// writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {

/// The version of the format that is written, and the only one that is read.
inline constexpr int history_version = 1;
/// A longer text, a longer line and more lines are refused, so that reading takes bounded time and
/// memory; who reads a file need not load more than `longest_history` + 1 bytes of it.
inline constexpr std::size_t longest_history = 64U << 20U;
inline constexpr std::size_t longest_history_line = 1U << 20U;
inline constexpr std::uint32_t most_history_lines = 1'000'000;

/// How often a scenario did the same again.
struct Repeats {
  std::uint32_t of = 0;
  std::uint32_t same_verdict = 0;
  std::uint32_t same_history = 0;

  bool is_certain() const { return same_verdict == of && same_history == of; }
  friend bool operator==(const Repeats&, const Repeats&) = default;
};

struct HistoryFile {
  Scenario scenario;
  /// The property it is about (names_property); empty for none.
  std::string property;
  /// Violated: replaying it must break the property, with `kind` as the rest of the fingerprint.
  bool expect_violated = false;
  std::string kind;
  /// The planted bug to run it with (names_bug); empty for the clean engine.
  std::string bug;
  /// What a person would say happened.
  std::string sentence;
  /// How it was found; informational.
  std::optional<std::uint64_t> seed;
  /// Of the run, if it is promised.
  std::optional<Digest> digest;
  /// How often a run of a program that does not do the same every time did the same again;
  /// informational.
  std::optional<Repeats> repeats;
  /// Comment lines of the head, without their marks; a line end within one is written as two lines.
  std::vector<std::string> comments;
  /// The line of each step in the text it was read from.
  std::vector<std::uint32_t> lines;
};

/// May this name an actor: letters, digits and `_` `-` `.` `:` `/` `@` `+`? A property: letters,
/// digits, `_` and `-`? A bug: a-z, digits and `-`? Each has 1 to 64 characters.
bool names_actor(std::string_view name);
bool names_property(std::string_view name);
bool names_bug(std::string_view name);

/// The canonical text. read(write(file)) equals file but for `lines`, and write(read(text)) is the
/// same for all texts that mean the same. CHECKs what only a program can get wrong: the scenario
/// names a workload, its actors, property and bug may be names, a violation has a property.
std::string write_history(const HistoryFile& file);
/// Refuses, with line number, reason and remedy, unknown versions, malformed lines, anything
/// missing or doubled, text that is not UTF-8, scenarios that are not playable, and a file without
/// its last line. Never returns a part of a file. Neither a file that is refused nor one that is
/// read costs more than a small multiple of its size.
Result<HistoryFile> read_history(std::string_view text);

}  // namespace fencepost
