// SPDX-License-Identifier: Apache-2.0
// Names sort byte by byte. Most comparisons are decided by their first eight bytes, held as one number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fencepost::sut {

/// The first eight bytes, the first one highest, zeros after the end: numbers order as the bytes do,
/// but different names may have equal numbers.
inline std::uint64_t name_prefix(std::string_view name) {
  std::uint64_t prefix = 0;
  const std::size_t size = std::min<std::size_t>(name.size(), sizeof prefix);
  if (size != 0) std::memcpy(&prefix, name.data(), size);
  return __builtin_bswap64(prefix);
}

/// A name with its prefix at hand.
struct OrderedName {
  std::uint64_t prefix = 0;
  std::string_view name;

  OrderedName() = default;
  explicit OrderedName(std::string_view name_) : prefix(name_prefix(name_)), name(name_) {}

  friend bool operator<(const OrderedName& a, const OrderedName& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : a.name < b.name;
  }
  friend bool operator==(const OrderedName& a, const OrderedName& b) {
    return a.prefix == b.prefix && a.name == b.name;
  }
};

}  // namespace fencepost::sut
