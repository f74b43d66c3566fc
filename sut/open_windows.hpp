// SPDX-License-Identifier: Apache-2.0
// The open windows of windowed-aggregation: found by (start, key) in a flat hash table, taken out in the
// order of their starts by a heap. Taking touches only what is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  /// The least start; there must be a window.
  std::int64_t first_start() const { return heap_.front().start; }

  /// Adds to the window (start, key), which is opened if it is not there.
  void add(std::int64_t start, std::string_view key, std::int64_t sum, std::int64_t count);
  /// Takes out the windows that start at or before `last_start`, sorted by (start, key). The keys stay
  /// readable until the next call that is not const.
  std::span<const Window> take(std::int64_t last_start);
  /// All of them, sorted by (start, key).
  std::vector<Window> sorted() const;
  void clear();

 private:
  struct Slot {
    std::int64_t start;
    std::int64_t sum;
    std::int64_t count;
    std::uint64_t key_at;
    std::uint32_t key_size;
    std::uint32_t hash;
  };
  struct Cell {
    std::uint32_t hash = 0;
    /// Index into slots_, plus one; 0 for a free cell.
    std::uint32_t slot = 0;
  };
  struct Due {
    std::int64_t start;
    std::uint32_t slot;
    friend bool operator>(const Due& a, const Due& b) { return a.start > b.start; }
  };

  std::string_view key_of(const Slot& slot) const { return {keys_.data() + slot.key_at, slot.key_size}; }
  Window window(const Slot& slot) const { return {slot.start, key_of(slot), slot.sum, slot.count}; }
  std::uint32_t new_slot();
  void grow_table();
  void erase_cell(std::uint32_t slot);
  /// Moves what is due from the heap to due_.
  void take_due(std::int64_t last_start);
  void forget_dead_keys();

  std::vector<Cell> cells_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Due> heap_;
  /// The greatest start since the table was last empty.
  std::int64_t greatest_start_ = INT64_MIN;
  std::string keys_;
  std::uint64_t dead_key_bytes_ = 0;
  std::vector<Due> due_;
  std::vector<Window> taken_;
};

}  // namespace fencepost::sut
