// SPDX-License-Identifier: Apache-2.0
// Which keys a pass over the log has met, and at which record: open addressing over 32 bits of
// hash, linear probing. The keys stay in the log; whoever asks compares them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::sut {

class OffsetMap {
 public:
  /// Forgets every key and keeps the memory.
  void clear() {
    slots_.assign(least_slots, {});
    used_ = 0;
  }

  /// True if the key is new; then `record` stands for it from now on. `same(other)` says whether
  /// the record `other`, whose hash is equal, has the same key.
  template <class Same>
  bool claim(std::uint32_t hash, std::uint32_t record, Same same) {
    if (used_ * 3 >= slots_.size() * 2) grow();
    Slot& slot = slots_[find(hash, same)];
    if (slot.record != nothing) return false;
    slot = {hash, record};
    ++used_;
    return true;
  }

  /// Some record stands for the key.
  template <class Same>
  bool has(std::uint32_t hash, Same same) const {
    return slots_[find(hash, same)].record != nothing;
  }

 private:
  static constexpr std::size_t least_slots = 64;
  static constexpr std::uint32_t nothing = UINT32_MAX;

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t record = nothing;
  };

  /// The slot of the key, or the free one where it belongs.
  template <class Same>
  std::size_t find(std::uint32_t hash, Same same) const {
    std::size_t place = hash & (slots_.size() - 1);
    while (slots_[place].record != nothing &&
           !(slots_[place].hash == hash && same(slots_[place].record)))
      place = (place + 1) & (slots_.size() - 1);
    return place;
  }

  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(least_slots);
  std::size_t used_ = 0;
};

}  // namespace fencepost::sut
