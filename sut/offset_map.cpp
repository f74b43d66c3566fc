// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/offset_map.hpp"

#include <utility>

namespace fencepost::sut {

void OffsetMap::grow() {
  std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (const Slot& slot : old)
    if (slot.record != nothing) slots_[find(slot.hash, [](std::uint32_t) { return false; })] = slot;
}

}  // namespace fencepost::sut
