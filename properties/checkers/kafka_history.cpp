// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_history.hpp"

#include <algorithm>

namespace fencepost::properties::kafka {

std::span<const Item> History::items_of(OpId id) const {
  const std::size_t first = ops[id].first_item;
  const std::size_t end = id + std::size_t{1} < ops.size() ? ops[id + 1].first_item : items.size();
  return std::span(items).subspan(first, end - first);
}

bool History::is_committed(OpId id) const {
  if (ops[id].type == Operation::Type::ok) return true;
  if (ops[id].type != Operation::Type::info) return false;
  return std::ranges::any_of(items_of(id), [&](const Item& item) {
    return item.what() == Item::What::sent && messages[item.id()].reader != none;
  });
}

void History::place(MessageId id, std::int64_t offset, OpId by) {
  Message& message = messages[id];
  if (message.offset == unknown_offset) {
    message.offset = offset;
    message.placed_by = by;
  } else if (message.offset != offset) {
    more_offsets.try_emplace({id, offset}, by);
  }
}

void History::settle() {
  for (const Doubtful& told : doubtful)
    if (is_committed(told.op)) place(told.message, told.offset, told.op);
  doubtful.clear();
}

std::uint64_t History::bytes() const {
  // Of a map; of a process and its client.
  constexpr std::uint64_t node = 80, process = 400;
  return messages.bytes() + ops.capacity() * sizeof(Op) + items.capacity() * sizeof(Item) +
         starts.capacity() * sizeof(Start) + doubtful.capacity() * sizeof(Doubtful) +
         processes.size() * process + more_offsets.size() * node;
}

}  // namespace fencepost::properties::kafka
