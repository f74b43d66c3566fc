// SPDX-License-Identifier: Apache-2.0
// Where a register can be in the search for a linearization: its value, which of the open
// operations have had their effect, and which of the indeterminate ones were taken for it. Of two
// that differ only in the latter, the one that has taken fewer can do all that the other can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::properties {

class Configurations {
 public:
  using Word = std::uint64_t;

  /// A bit for each open operation and for each indeterminate one.
  Configurations(std::size_t open, std::size_t indeterminate)
      : open_words_((open + 63) / 64), words_(1 + open_words_ + (indeterminate + 63) / 64) {}

  std::size_t size() const { return data_.size() / words_; }
  /// Good until one is inserted.
  std::span<const Word> operator[](std::size_t i) const {
    return std::span(data_).subspan(i * words_, words_);
  }

  static std::uint32_t value(std::span<const Word> it) { return static_cast<std::uint32_t>(it[0]); }
  static void set_value(std::span<Word> it, std::uint32_t value) { it[0] = value; }
  bool has_open(std::span<const Word> it, std::size_t i) const { return bit(it, 1, i); }
  bool has_taken(std::span<const Word> it, std::size_t i) const {
    return bit(it, 1 + open_words_, i);
  }
  void set_open(std::span<Word> it, std::size_t i, bool on) const { set(it, 1, i, on); }
  void set_taken(std::span<Word> it, std::size_t i) const { set(it, 1 + open_words_, i, true); }

  std::size_t words() const { return words_; }
  /// False if one that can do as much is there already.
  bool insert(std::span<const Word> it);
  void clear();
  std::uint64_t bytes() const {
    return data_.capacity() * 8 + (next_.capacity() + first_.size()) * 4;
  }

 private:
  static bool bit(std::span<const Word> it, std::size_t from, std::size_t i) {
    return (it[from + i / 64] >> (i % 64) & 1U) != 0;
  }
  static void set(std::span<Word> it, std::size_t from, std::size_t i, bool on) {
    const Word mask = Word{1} << (i % 64);
    it[from + i / 64] = on ? it[from + i / 64] | mask : it[from + i / 64] & ~mask;
  }
  bool alike(std::span<const Word> a, std::span<const Word> b) const;
  bool takes_no_more(std::span<const Word> a, std::span<const Word> b) const;
  std::uint32_t& first_alike(std::span<const Word> it);
  void grow();

  std::size_t open_words_, words_;
  std::vector<Word> data_;
  /// A hash table of the first of those that are alike but for what they have taken, and of each
  /// the next; 1 + its place, 0 for none.
  std::vector<std::uint32_t> first_, next_;
  std::size_t groups_ = 0;
};

}  // namespace fencepost::properties
