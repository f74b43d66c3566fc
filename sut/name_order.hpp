// SPDX-License-Identifier: Apache-2.0
// Names sort byte by byte. Most comparisons are decided by their first eight bytes, held as one
// number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fencepost::sut {

/// The first eight bytes, the first one highest, zeros after the end: numbers order as the bytes
/// do, but different names may have equal numbers.
inline std::uint64_t name_prefix(std::string_view name) {
  std::uint64_t prefix = 0;
  const std::size_t size = std::min<std::size_t>(name.size(), sizeof prefix);
  if (size != 0) std::memcpy(&prefix, name.data(), size);
  return __builtin_bswap64(prefix);
}

/// A name with eight of its bytes at hand: those that follow what it shares with the others.
struct OrderedName {
  std::uint64_t prefix;
  std::string_view name;

  friend bool operator<(const OrderedName& a, const OrderedName& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : a.name < b.name;
  }
};

/// How many bytes two names have in common at their beginning, at most `most`.
inline std::size_t common_bytes(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t size = std::min({a.size(), b.size(), most});
  std::size_t same = 0;
  while (same < size && a[same] == b[same]) ++same;
  return same;
}

}  // namespace fencepost::sut
