// SPDX-License-Identifier: Apache-2.0
// A hash table from 64 bits to 32 bits, with open addressing: what the checkers look things up in,
// millions of times. It is never walked through, so that no result depends on its order.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace fencepost::properties {

/// Spreads what differs little.
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

/// Two ids as one key.
constexpr std::uint64_t pair_of(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32U | low;
}

class IdMap {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// `none` if the key is not there.
  std::uint32_t find(std::uint64_t key) const {
    return slots_.empty() ? none : slots_[place(key)].value;
  }

  /// The value under the key; `initially`, which must not be `none`, if the key was not there. Good
  /// until the next call.
  std::uint32_t& at(std::uint64_t key, std::uint32_t initially) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    Slot& slot = slots_[place(key)];
    if (slot.value == none) {
      slot = {key, initially};
      ++size_;
    }
    return slot.value;
  }

  /// True if the key was not there; then it is.
  bool insert(std::uint64_t key) {
    const std::size_t before = size_;
    at(key, 0);
    return size_ > before;
  }

  std::size_t size() const { return size_; }
  std::uint64_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = none;
  };

  std::size_t place(std::uint64_t key) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t at = mixed(key) & last;
    while (slots_[at].value != none && slots_[at].key != key) at = (at + 1) & last;
    return at;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    std::swap(old, slots_);
    for (const Slot& slot : old)
      if (slot.value != none) slots_[place(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace fencepost::properties
