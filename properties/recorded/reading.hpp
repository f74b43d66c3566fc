// SPDX-License-Identifier: Apache-2.0
// Reads a whole text as a recorded history. For tests.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

/// Hands the text out in pieces.
inline Refill from_text(std::string text, std::size_t piece = SIZE_MAX) {
  return [text = std::move(text), piece, at = std::size_t{0}](
             char* to, std::size_t room) mutable -> Result<std::size_t> {
    const std::size_t count = std::min({room, piece, text.size() - at});
    std::memcpy(to, text.data() + at, count);
    at += count;
    return count;
  };
}

/// As `0 ok send [["send","x",1]] @12 #3 {"error":"x"}`: process, type, f, value, time, index, the
/// rest.
inline std::string words_of(const Recorded& recorded) {
  const Operation& operation = recorded.operation;
  std::string words =
      std::to_string(operation.process) + ' ' + to_text(operation.type) + ' ' + operation.f + ' ';
  write_json(operation.value, words);
  if (operation.time >= 0) words += " @" + std::to_string(operation.time);
  if (recorded.index >= 0) words += " #" + std::to_string(recorded.index);
  if (!operation.more.is(Json::Kind::null)) write_json(operation.more, words += ' ');
  return words;
}

struct Reading {
  std::vector<std::string> operations;
  std::vector<std::uint64_t> lines;
  std::string why;
};

inline Reading read_all(const std::string& text, std::size_t piece = SIZE_MAX,
                        std::optional<Format> format = {}) {
  Reading reading;
  Result<Opened> opened = open_history(from_text(text, piece), format);
  if (!opened) return {{}, {}, opened.why()};
  Recorded recorded;
  for (;;) {
    const Result<bool> next = opened->reader->next(recorded);
    if (!next) reading.why = next.why();
    if (!next || !*next) return reading;
    reading.operations.push_back(words_of(recorded));
    reading.lines.push_back(recorded.line);
  }
}

}  // namespace fencepost::recorded
