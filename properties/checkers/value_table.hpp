// SPDX-License-Identifier: Apache-2.0
// Numbers the JSON values of a history, so that checkers compare integers of 32 bits. Values are
// the same if their canonical texts are: 1, 1.0 and "1" are three values, 1.5 and 15e-1 are one;
// the order of an object's keys does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/json_tree.hpp"
#include "fencepost/properties/checkers/id_map.hpp"

namespace fencepost::properties {

class ValueTable {
 public:
  static constexpr std::uint32_t none = IdMap::none;

  /// The number of the value: 0, 1, ... in the order of appearance.
  std::uint32_t id(const Json& value);
  /// `none` if the value has not been seen.
  std::uint32_t find(const Json& value) const;
  /// Whether this is the value with that number; quicker than to look it up.
  bool is(std::uint32_t id, const Json& value) const;
  /// For a sentence.
  std::string words(std::uint32_t id) const;
  /// A list: `[1, 2, 3]`; of a long one the first and the last: `[1, 2, ..., 99]`.
  std::string words(std::span<const std::uint32_t> ids) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
  std::uint64_t bytes() const;

 private:
  struct Entry {
    /// The integer itself, or where its canonical text begins in `texts_`.
    std::int64_t number = 0;
    std::uint32_t size = 0;
    /// The next entry whose text has the same hash.
    std::uint32_t next = none;
    bool is_number = false;
  };
  std::string_view text(const Entry& entry) const;
  std::uint32_t find_text(std::string_view text, std::uint32_t first) const;

  std::vector<Entry> entries_;
  std::string texts_;
  /// By the integer; by the hash of the text, the last entry.
  IdMap numbers_, hashes_;
};

/// Whether they are the same, as above.
bool is_same(const Json& a, const Json& b);

/// A value as sentences show it: compact JSON that steers no terminal, shortened if it is long.
std::string in_words(const Json& value);

}  // namespace fencepost::properties
