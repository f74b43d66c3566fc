// SPDX-License-Identifier: Apache-2.0
// What a log folds to: one value of every key that has one, brought up to date record by record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::sut {

class FoldedState {
 public:
  void clear();
  std::size_t size() const { return keys_.size() - without_value_; }

  /// The key's value is this tape value from now on; a null takes it away.
  void put(std::string_view key, std::string_view value);
  /// Adds to the key's value, which must be a number if there is one.
  void add(std::string_view key, std::int64_t value);

  /// Appends the list of [key, value], sorted by key.
  void write(Tape& tape) const;
  /// Takes over what `write` wrote; false, and then nothing is certain, if it is something else.
  bool read(TapeReader& tape);

 private:
  struct Key {
    std::string name;
    /// One tape value; empty for none.
    std::string value;
    std::uint32_t hash = 0;
  };
  struct Cell {
    std::uint32_t hash = 0;
    /// Number of a key, plus one; 0 for a free cell.
    std::uint32_t key = 0;
  };

  Key& claim(std::string_view name);
  /// The cell of the key, or the free one where it belongs.
  std::size_t find(std::uint32_t hash, std::string_view name) const;
  /// Makes room for `more` keys, and forgets those without a value.
  void grow(std::size_t more);

  std::vector<Key> keys_;
  std::vector<Cell> cells_;
  std::size_t without_value_ = 0;
};

}  // namespace fencepost::sut
