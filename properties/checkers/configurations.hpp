// SPDX-License-Identifier: Apache-2.0
// Where a register can be in the search for a linearization: its value, which of the open
// operations have had their effect, and how many of each kind of indeterminate ones were taken for
// it. Of two that differ only in the latter, the one that has taken fewer can do all that the other
// can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::properties {

class Configurations {
 public:
  using Word = std::uint64_t;

  /// A bit for each open operation and a count for each kind of indeterminate ones.
  /// `most_alike`: of those that differ only in what they have taken, so many are kept at most.
  Configurations(std::size_t open, std::size_t kinds, std::size_t most_alike)
      : open_words_((open + 63) / 64),
        words_(1 + open_words_ + (kinds + 7) / 8),
        most_alike_(most_alike) {}

  static constexpr std::size_t most_of_a_kind = 255;

  std::size_t size() const { return data_.size() / words_; }
  /// Good until one is inserted.
  std::span<const Word> operator[](std::size_t i) const {
    return std::span(data_).subspan(i * words_, words_);
  }

  static std::uint32_t value(std::span<const Word> it) { return static_cast<std::uint32_t>(it[0]); }
  /// `owes`: an indeterminate operation put the value there, and nothing has made use of it yet.
  static void set_value(std::span<Word> it, std::uint32_t value, bool owes) {
    it[0] = value | Word{owes} << 32U;
  }
  static bool owes(std::span<const Word> it) { return it[0] >> 32U != 0; }
  static bool has_open(std::span<const Word> it, std::size_t i) {
    return (it[1 + i / 64] >> (i % 64) & 1U) != 0;
  }
  static void set_open(std::span<Word> it, std::size_t i, bool on) {
    const Word mask = Word{1} << (i % 64);
    it[1 + i / 64] = on ? it[1 + i / 64] | mask : it[1 + i / 64] & ~mask;
  }
  std::size_t taken(std::span<const Word> it, std::size_t kind) const {
    return it[1 + open_words_ + kind / 8] >> (kind % 8 * 8) & 0xffU;
  }
  /// One more, up to `most_of_a_kind`.
  void take(std::span<Word> it, std::size_t kind) const {
    it[1 + open_words_ + kind / 8] += Word{1} << (kind % 8 * 8);
  }

  std::size_t words() const { return words_; }
  /// Unless one that can do as much is there already, or there are too many alike.
  void insert(std::span<const Word> it);
  /// One was left out because there were too many alike.
  bool forgot() const { return forgot_; }
  void clear();
  std::uint64_t bytes() const {
    return data_.capacity() * 8 + (next_.capacity() + first_.size()) * 4;
  }

 private:
  bool alike(std::span<const Word> a, std::span<const Word> b) const;
  bool takes_no_more(std::span<const Word> a, std::span<const Word> b) const;
  std::uint32_t& first_alike(std::span<const Word> it);
  void grow();

  std::size_t open_words_, words_, most_alike_;
  std::vector<Word> data_;
  /// A hash table of the first of those that are alike but for what they have taken, and of each
  /// the next; 1 + its place, 0 for none.
  std::vector<std::uint32_t> first_, next_;
  std::size_t groups_ = 0;
  bool forgot_ = false;
};

}  // namespace fencepost::properties
