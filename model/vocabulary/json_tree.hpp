// SPDX-License-Identifier: Apache-2.0
// A JSON value as it was written: integers of 64 bits are numbers, every other number keeps its
// spelling (1.0 is not 1), objects keep the order of their keys. The only place that parses the
// JSON of others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost {

struct Json {
  enum class Kind : std::uint8_t { null, no, yes, number, odd_number, text, list, object };

  Kind kind = Kind::null;
  std::int64_t number = 0;
  /// text: its bytes. odd_number: its spelling.
  std::string text;
  /// The values of a list or an object.
  std::vector<Json> items;
  /// object: the key of each value.
  std::vector<std::string> keys;

  bool is(Kind wanted) const { return kind == wanted; }
  /// The value under a key; null if this is no object or has no such key.
  const Json* find(std::string_view key) const;
  /// The value is an object, or becomes an empty one; its key is set to the value.
  Json& set(std::string_view key, Json value);

  static Json of(std::int64_t number);
  static Json of(std::string_view text);
  static Json flag(bool on);
  static Json list(std::vector<Json> items = {});

  /// Values nested deeper than this are refused.
  static constexpr std::size_t most_depth = 64;
};

/// A key that the object has more than once; null if there is none.
const std::string* twice(const Json& object);

/// Reads one value, which must be the whole text. Refuses what is not JSON or not UTF-8, an object
/// that has a key twice, nesting beyond the limit, and numbers beyond what a double holds. The
/// reason completes a sentence that begins with "it".
Result<Json> read_json(std::string_view text);

/// Appends the value, compact.
void write_json(const Json& value, std::string& out);
/// The value, compact.
std::string to_text(const Json& value);
/// Compact, the keys of objects sorted, numbers that are no integers as `decimal_text` has them:
/// equal exactly for values that are the same.
std::string canonical_text(const Json& value);
/// Appends a JSON string. Bytes that are not UTF-8 cannot be carried and become U+FFFD.
void write_json_text(std::string_view bytes, std::string& out);

}  // namespace fencepost
