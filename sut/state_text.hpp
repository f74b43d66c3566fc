// SPDX-License-Identifier: Apache-2.0
// A fact of an engine's state as a line of text for a person, and lists of plain items in a
// checkpoint.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {

inline void add_line(std::string& text, std::string_view what,
                     std::initializer_list<std::int64_t> numbers) {
  text.append(what);
  for (const std::int64_t number : numbers) text.append(" ").append(std::to_string(number));
  text += "\n";
}

template <class Item>
void pack_items(std::string& state, const std::vector<Item>& items) {
  pack(state, static_cast<std::uint64_t>(items.size()));
  for (const Item& item : items) pack(state, item);
}

/// Replaces `items`; stops where the bytes end.
template <class Item>
void unpack_items(Unpacker& fields, std::vector<Item>& items) {
  items.clear();
  for (auto left = fields.number<std::uint64_t>(); left > 0 && fields.good(); --left)
    items.push_back(fields.number<Item>());
}

}  // namespace fencepost::sut
