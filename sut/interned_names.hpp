// SPDX-License-Identifier: Apache-2.0
// Names as small numbers: each distinct name is stored once, however many windows use it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::sut {

class InternedNames {
 public:
  /// The number of this name. Every call is one use of it, to be given back by `release`.
  std::uint32_t use(std::string_view name);
  /// A number without a use left may stand for another name after the next `use`; until then it can
  /// still be asked for its name.
  void release(std::uint32_t number) {
    if (--entries_[number].uses == 0) ++unused_;
  }

  std::string_view name(std::uint32_t number) const {
    return {bytes_.data() + entries_[number].at, entries_[number].size};
  }
  /// See name_prefix.
  std::uint64_t prefix(std::uint32_t number) const { return entries_[number].prefix; }

 private:
  struct Entry {
    std::uint64_t prefix = 0;
    std::uint64_t at = 0;
    std::uint32_t size = 0;
    std::uint32_t hash = 0;
    std::uint32_t uses = 0;
  };
  struct Cell {
    std::uint32_t hash = 0;
    /// A number, plus one; 0 for a free cell.
    std::uint32_t number = 0;
  };

  /// The cell of the name, or the free one where it belongs.
  std::size_t find(std::uint32_t hash, std::string_view name) const;
  std::uint32_t insert(std::uint32_t hash, std::string_view name);
  /// Forgets the names that are not used and makes room for more.
  void rebuild();

  std::vector<Cell> cells_;
  std::vector<Entry> entries_;
  /// Numbers that stand for no name.
  std::vector<std::uint32_t> free_;
  std::string bytes_;
  /// Names in the table without a use.
  std::uint32_t unused_ = 0;
};

}  // namespace fencepost::sut
