// SPDX-License-Identifier: Apache-2.0
// Reads what clients did and saw from a recorded file, one operation at a time. docs/checkers.md
// describes the forms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/properties/recorded/window.hpp"

namespace fencepost::recorded {

struct Recorded {
  Operation operation;
  /// The number that the record gives it; -1 if it gives none.
  std::int64_t index = -1;
  /// Where it begins, from 1.
  std::uint64_t line = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  /// The next operation of a client; those of a nemesis are passed over. False after the last.
  /// A Failure begins with the line; after it nothing more can be read.
  virtual Result<bool> next(Recorded& to) = 0;
};

/// `history`: the operations in the comments of a .history file of a cluster.
enum class Format : std::uint8_t { json_lines, edn, jepsen_text, history };

/// `jsonl`, `edn`, `text`, `history`; nothing for another name.
std::optional<Format> format_from(std::string_view name);
const char* to_text(Format format);

struct Opened {
  Format format = Format::json_lines;
  std::unique_ptr<Reader> reader;
  /// What the file says that it is of; empty for those that do not say.
  std::string workload;
};

/// What a line of a .history file begins with that holds an operation as JSON.
inline constexpr std::string_view operation_mark = "# operation ";

/// The form is told from the first bytes unless it is given. Refuses what is none of them: a
/// scenario, Jepsen's binary store, something compressed, nothing at all. The reason completes a
/// sentence that begins with "it".
Result<Opened> open_history(Refill refill, std::optional<Format> format = {});

}  // namespace fencepost::recorded
