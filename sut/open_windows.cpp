// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/open_windows.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "fencepost/sut/name_order.hpp"

namespace fencepost::sut {
namespace {

constexpr std::size_t least_cells = 16;
/// Key bytes of windows that are gone may be as many as those in use, and this many more.
constexpr std::uint64_t spare_key_bytes = 4096;

std::uint32_t hash_of(std::int64_t start, std::string_view key) {
  return static_cast<std::uint32_t>(
      XXH3_64bits_withSeed(key.data(), key.size(), static_cast<std::uint64_t>(start)) >> 32U);
}

/// Starts are mostly sorted already; within one start it is the keys that need sorting.
void sort_windows(std::vector<OpenWindows::Window>& windows) {
  std::ranges::sort(windows, [](const OpenWindows::Window& a, const OpenWindows::Window& b) {
    if (a.start != b.start) return a.start < b.start;
    const std::uint64_t a_prefix = name_prefix(a.key), b_prefix = name_prefix(b.key);
    return a_prefix != b_prefix ? a_prefix < b_prefix : a.key < b.key;
  });
}

}  // namespace

void OpenWindows::add(std::int64_t start, std::string_view key, std::int64_t sum, std::int64_t count) {
  if (2 * heap_.size() >= cells_.size()) grow_table();
  const std::uint32_t hash = hash_of(start, key);
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = hash & mask;
  for (; cells_[at].slot != 0; at = (at + 1) & mask) {
    if (cells_[at].hash != hash) continue;
    Slot& slot = slots_[cells_[at].slot - 1];
    if (slot.start != start || key_of(slot) != key) continue;
    slot.sum += sum;
    slot.count += count;
    return;
  }
  forget_dead_keys();
  const std::uint32_t slot = new_slot();
  cells_[at] = {hash, slot + 1};
  slots_[slot] = {start, sum, count, keys_.size(), static_cast<std::uint32_t>(key.size()), hash};
  keys_.append(key);
  heap_.push_back({start, slot});
  std::ranges::push_heap(heap_, std::greater<>());
  greatest_start_ = std::max(greatest_start_, start);
}

std::span<const OpenWindows::Window> OpenWindows::take(std::int64_t last_start) {
  taken_.clear();
  if (empty() || first_start() > last_start) return {};
  take_due(last_start);
  for (const Due& due : due_) {
    const Slot& slot = slots_[due.slot];
    taken_.push_back(window(slot));
    dead_key_bytes_ += slot.key_size;
    free_slots_.push_back(due.slot);
  }
  if (empty()) greatest_start_ = INT64_MIN;
  sort_windows(taken_);
  return taken_;
}

void OpenWindows::take_due(std::int64_t last_start) {
  due_.clear();
  if (greatest_start_ <= last_start && 8 * heap_.size() >= cells_.size()) {
    due_.swap(heap_);
    std::ranges::fill(cells_, Cell{});
    return;
  }
  while (!empty() && first_start() <= last_start) {
    due_.push_back(heap_.front());
    std::ranges::pop_heap(heap_, std::greater<>());
    heap_.pop_back();
    erase_cell(due_.back().slot);
  }
}

std::vector<OpenWindows::Window> OpenWindows::sorted() const {
  std::vector<Window> windows;
  for (const Due& due : heap_) windows.push_back(window(slots_[due.slot]));
  sort_windows(windows);
  return windows;
}

void OpenWindows::clear() {
  std::ranges::fill(cells_, Cell{});
  heap_.clear();
  greatest_start_ = INT64_MIN;
}

std::uint32_t OpenWindows::new_slot() {
  if (!free_slots_.empty()) {
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }
  slots_.emplace_back();
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

void OpenWindows::grow_table() {
  cells_.assign(std::max(least_cells, 2 * cells_.size()), {});
  const std::size_t mask = cells_.size() - 1;
  for (const Due& due : heap_) {
    const std::uint32_t hash = slots_[due.slot].hash;
    std::size_t at = hash & mask;
    while (cells_[at].slot != 0) at = (at + 1) & mask;
    cells_[at] = {hash, due.slot + 1};
  }
}

void OpenWindows::erase_cell(std::uint32_t slot) {
  const std::size_t mask = cells_.size() - 1;
  std::size_t hole = slots_[slot].hash & mask;
  while (cells_[hole].slot != slot + 1) hole = (hole + 1) & mask;
  // What stands after the hole and could stand in it moves up, so that no search ends too early.
  for (std::size_t at = (hole + 1) & mask; cells_[at].slot != 0; at = (at + 1) & mask) {
    const std::size_t home = cells_[at].hash & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    cells_[hole] = cells_[at];
    hole = at;
  }
  cells_[hole] = {};
}

void OpenWindows::forget_dead_keys() {
  if (heap_.empty()) {
    keys_.clear();
    slots_.clear();
    free_slots_.clear();
    dead_key_bytes_ = 0;
  }
  if (2 * dead_key_bytes_ <= keys_.size() + spare_key_bytes) return;
  std::string live;
  for (const Due& due : heap_) {
    Slot& slot = slots_[due.slot];
    const std::string_view key = key_of(slot);
    slot.key_at = live.size();
    live.append(key);
  }
  keys_ = std::move(live);
  dead_key_bytes_ = 0;
}

}  // namespace fencepost::sut
