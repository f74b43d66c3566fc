// SPDX-License-Identifier: Apache-2.0
// The processed offsets of one partition that wait behind a gap: a ring of bits over
// [next, next + capacity), searched a 64-bit word at a time. It grows by doubling as long as that
// is paid for by the offsets it holds; offsets hopelessly far ahead wait in a sorted set, so that
// one offset of 2^62 costs a node and not a gigabyte.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <vector>

namespace fencepost::sut {

template <class Bugs, class Bug>
class OffsetWindow {
 public:
  /// The least offset that has not been processed. Nothing below it is held.
  std::int64_t next() const { return next_; }
  /// How many offsets wait.
  std::int64_t held() const { return held_; }

  /// Takes in an offset at or above `next`; false if it was there already.
  bool add(std::int64_t offset, Bugs bugs) {
    if (!fits(offset) && !grow(offset, bugs) && !bugs.has(Bug::far_offset_wraps)) {
      const bool fresh = far_.insert(offset).second;
      held_ += fresh;
      return fresh;
    }
    std::uint64_t& word = word_of(offset);
    const std::uint64_t bit = std::uint64_t{1} << (offset & 63);
    const bool fresh = (word & bit) == 0;
    bugs.has(Bug::duplicate_clears_its_bit) ? word ^= bit : word |= bit;
    held_ += fresh;
    return fresh;
  }

  /// Undoes an `add` that was fresh.
  void take_back(std::int64_t offset) {
    if (far_.erase(offset) == 0) word_of(offset) &= ~(std::uint64_t{1} << (offset & 63));
    --held_;
  }

  /// The first offset from `next` on that is not held.
  std::int64_t reach(Bugs bugs) const {
    const std::int64_t end = next_ + capacity();
    std::int64_t at = next_;
    for (bool whole = true; whole && at < end;) {
      const int skip = static_cast<int>(at & 63);
      const int run = std::countr_one(word_of(at) >> skip);
      at += run;
      whole = run == 64 - skip && !bugs.has(Bug::run_ends_with_its_word);
    }
    // In the ring's last word the bits from `next` on may follow directly.
    at = std::min(at, end);
    for (auto far = far_.begin(); far != far_.end() && *far == at; ++far) ++at;
    return at;
  }

  /// Moves `next` on to `to`, a value that `reach` gave.
  void advance(std::int64_t to) {
    const std::int64_t end = std::min(to, next_ + capacity());
    for (std::int64_t at = next_; at < end;) {
      const auto skip = static_cast<int>(at & 63);
      const auto bits = static_cast<int>(std::min<std::int64_t>(64 - skip, end - at));
      word_of(at) &= ~(~std::uint64_t{0} >> (64 - bits) << skip);
      at += bits;
    }
    held_ -= to - next_;
    next_ = to;
    if (!far_.empty()) draw_in();
  }

  /// Stands at `next` with nothing waiting.
  void restart_at(std::int64_t next) {
    *this = OffsetWindow();
    next_ = next;
  }

  /// Calls `see(offset)` for every offset that waits, in order.
  template <class See>
  void for_each(See see) const {
    for (std::int64_t at = next_; at < next_ + capacity(); ++at)
      if ((word_of(at) >> (at & 63) & 1U) != 0) see(at);
    for (const std::int64_t offset : far_) see(offset);
  }

 private:
  /// Bits that the ring may have whatever it holds, and bits for each offset held.
  static constexpr std::int64_t free_bits = std::int64_t{1} << 17;
  static constexpr std::int64_t bits_per_offset = 256;

  std::int64_t capacity() const {
    return ring_.empty() ? 64 : static_cast<std::int64_t>(ring_.size()) * 64;
  }

  std::uint64_t& word_of(std::int64_t offset) {
    return ring_.empty() ? only_word_
                         : ring_[static_cast<std::size_t>(offset >> 6) & (ring_.size() - 1)];
  }
  std::uint64_t word_of(std::int64_t offset) const {
    return const_cast<OffsetWindow*>(this)->word_of(offset);
  }

  bool fits(std::int64_t offset) const { return offset - next_ < capacity(); }

  /// Makes room for `offset` in the ring if that is worth it.
  bool grow(std::int64_t offset, Bugs bugs) {
    const std::int64_t distance = offset - next_;
    if (distance >= std::max(free_bits, held_ * bits_per_offset)) return false;
    const auto words = std::bit_ceil(static_cast<std::size_t>(distance / 64 + 1));
    OffsetWindow wider;
    wider.ring_.resize(std::max<std::size_t>(words, 2));
    wider.next_ = next_;
    if (!bugs.has(Bug::growth_forgets_what_waits)) carry_over(wider);
    wider.held_ = held_;
    wider.far_.swap(far_);
    *this = std::move(wider);
    draw_in();
    return true;
  }

  void carry_over(OffsetWindow& wider) const {
    const std::int64_t end = next_ + capacity();
    for (std::int64_t at = next_; at < end;) {
      const auto skip = static_cast<int>(at & 63);
      const auto bits = static_cast<int>(std::min<std::int64_t>(64 - skip, end - at));
      wider.word_of(at) |= word_of(at) & (~std::uint64_t{0} >> (64 - bits) << skip);
      at += bits;
    }
  }

  /// Far offsets that the window has come near to move into the ring; what is below it is gone.
  void draw_in() {
    auto far = far_.begin();
    for (; far != far_.end() && fits(*far); ++far)
      if (*far >= next_) word_of(*far) |= std::uint64_t{1} << (*far & 63);
    far_.erase(far_.begin(), far);
  }

  std::int64_t next_ = 0;
  std::int64_t held_ = 0;
  /// The ring of a window that has not grown.
  std::uint64_t only_word_ = 0;
  std::vector<std::uint64_t> ring_;
  std::set<std::int64_t> far_;
};

}  // namespace fencepost::sut
