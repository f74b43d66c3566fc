// SPDX-License-Identifier: Apache-2.0
// Sorts by a key that is never negative. Long lists go digit by digit from the lowest, skipping the
// digits that all keys share; short ones are cheaper to insert one by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fencepost::sut {

/// Sorts `items` by `key(item)`; equal keys stay in their order. `spare` is overwritten.
template <class Item, class Key>
void radix_sort(std::vector<Item>& items, std::vector<Item>& spare, Key key) {
  constexpr std::size_t short_list = 32;
  constexpr unsigned digit_bits = 11;
  constexpr std::uint64_t digit_mask = (1U << digit_bits) - 1;
  const auto bits_of = [&key](const Item& item) { return static_cast<std::uint64_t>(key(item)); };
  if (items.size() <= short_list) {
    for (std::size_t i = 1; i < items.size(); ++i)
      for (std::size_t j = i; j > 0 && bits_of(items[j]) < bits_of(items[j - 1]); --j)
        std::swap(items[j], items[j - 1]);
    return;
  }
  std::uint64_t varying = 0;
  for (const Item& item : items) varying |= bits_of(item) ^ bits_of(items.front());
  spare.resize(items.size());
  for (unsigned shift = 0; shift < 64 && varying >> shift != 0; shift += digit_bits) {
    if ((varying >> shift & digit_mask) == 0) continue;
    std::array<std::uint32_t, digit_mask + 1> places{};
    for (const Item& item : items) ++places[bits_of(item) >> shift & digit_mask];
    std::uint32_t place = 0;
    for (std::uint32_t& count : places) {
      const std::uint32_t size = count;
      count = place;
      place += size;
    }
    for (const Item& item : items) spare[places[bits_of(item) >> shift & digit_mask]++] = item;
    items.swap(spare);
  }
}

}  // namespace fencepost::sut
