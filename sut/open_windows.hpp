// SPDX-License-Identifier: Apache-2.0
// The open windows of windowed-aggregation: found by (start, key) in a flat hash table that holds
// the sums themselves, taken out in the order of their starts by a heap. Taking touches only what
// is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fencepost/sut/interned_names.hpp"

namespace fencepost::sut {

class OpenWindows {
 public:
  struct Window {
    std::int64_t start;
    std::string_view key;
    std::int64_t sum;
    std::int64_t count;
  };

  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }

  /// Adds to the window (start, key), which is opened if it is not there. `count` must not be 0.
  void add(std::int64_t start, std::string_view key, std::int64_t sum, std::int64_t count);
  /// Takes out the windows that start at or before `last_start`, sorted by (start, key). The keys
  /// stay readable until the next `add`.
  std::span<const Window> take(std::int64_t last_start);
  /// Window number `i` below `size()`, in an order that only the history of calls decides.
  Window at(std::size_t i) const;
  /// All of them, sorted by (start, key).
  std::vector<Window> sorted() const;
  void clear() { *this = {}; }

 private:
  /// A cell of the table; free if its count is 0.
  struct Cell {
    std::int64_t start = 0;
    std::int64_t sum = 0;
    std::int64_t count = 0;
    std::uint32_t key = 0;
    std::uint32_t hash = 0;
  };
  struct Due {
    std::int64_t start;
    std::uint32_t key;
    friend bool operator>(const Due& a, const Due& b) { return a.start > b.start; }
  };
  struct Ordered {
    std::int64_t start;
    std::uint64_t prefix;
    std::uint32_t key;
  };

  std::size_t find(std::int64_t start, std::uint32_t key, std::uint32_t hash) const;
  Window window(const Cell& cell) const {
    return {cell.start, names_.name(cell.key), cell.sum, cell.count};
  }
  void grow();
  void erase(std::size_t cell);
  void take_due(std::int64_t last_start);
  void sort_due();

  InternedNames names_;
  std::vector<Cell> cells_;
  std::vector<Due> heap_;
  std::vector<Ordered> due_;
  std::vector<Ordered> spare_;
  std::vector<Window> taken_;
};

}  // namespace fencepost::sut
