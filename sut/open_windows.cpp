// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/open_windows.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "fencepost/sut/radix_sort.hpp"

namespace fencepost::sut {
namespace {

constexpr std::size_t least_cells = 16;
/// Turned, it makes the order of signed numbers that of unsigned ones.
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

/// Starts are multiples of the size of a window; two multiplications spread them.
std::uint32_t hash_of(std::int64_t start, std::uint32_t key) {
  std::uint64_t bits = static_cast<std::uint64_t>(start) * 0x9E3779B97F4A7C15U + key;
  bits = (bits ^ bits >> 32U) * 0xD6E8FEB86659FD93U;
  return static_cast<std::uint32_t>(bits >> 32U);
}

}  // namespace

std::size_t OpenWindows::find(std::int64_t start, std::uint32_t key, std::uint32_t hash) const {
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = hash & mask;
  while (cells_[at].count != 0 && (cells_[at].start != start || cells_[at].key != key))
    at = (at + 1) & mask;
  return at;
}

void OpenWindows::add(std::int64_t start, std::string_view key, std::int64_t sum,
                      std::int64_t count) {
  if (5 * heap_.size() >= 4 * cells_.size()) grow();
  const std::uint32_t number = names_.use(key);
  const std::uint32_t hash = hash_of(start, number);
  Cell& cell = cells_[find(start, number, hash)];
  if (cell.count != 0) {
    names_.release(number);
    cell.sum += sum;
    cell.count += count;
    return;
  }
  cell = {start, sum, count, number, hash};
  heap_.push_back({start, number});
  std::ranges::push_heap(heap_, std::greater<>());
}

std::span<const OpenWindows::Window> OpenWindows::take(std::int64_t last_start) {
  taken_.clear();
  if (empty() || heap_.front().start > last_start) return {};
  take_due(last_start);
  sort_due();
  for (const Ordered& due : due_) {
    const std::size_t cell = find(due.start, due.key, hash_of(due.start, due.key));
    taken_.push_back(window(cells_[cell]));
    names_.release(due.key);
    erase(cell);
  }
  return taken_;
}

void OpenWindows::take_due(std::int64_t last_start) {
  due_.clear();
  const auto take_one = [this](const Due& due) {
    due_.push_back({due.start, names_.prefix(due.key), due.key});
  };
  if (std::ranges::all_of(heap_, [&](const Due& due) { return due.start <= last_start; })) {
    for (const Due& due : heap_) take_one(due);
    heap_.clear();
  }
  while (!empty() && heap_.front().start <= last_start) {
    take_one(heap_.front());
    std::ranges::pop_heap(heap_, std::greater<>());
    heap_.pop_back();
  }
}

void OpenWindows::sort_due() {
  radix_sort(due_, spare_,
             [](const Ordered& one) { return static_cast<std::uint64_t>(one.start) ^ sign_bit; });
  const auto by_key = [this](const Ordered& a, const Ordered& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : names_.name(a.key) < names_.name(b.key);
  };
  for (auto first = due_.begin(); first != due_.end();) {
    const auto last = std::find_if(first, due_.end(),
                                   [&](const Ordered& one) { return one.start != first->start; });
    std::sort(first, last, by_key);
    first = last;
  }
}

OpenWindows::Window OpenWindows::at(std::size_t i) const {
  const Due& due = heap_[i];
  return window(cells_[find(due.start, due.key, hash_of(due.start, due.key))]);
}

std::vector<OpenWindows::Window> OpenWindows::sorted() const {
  std::vector<Window> windows;
  for (std::size_t i = 0; i < size(); ++i) windows.push_back(at(i));
  std::ranges::sort(windows, [](const Window& a, const Window& b) {
    return std::pair(a.start, a.key) < std::pair(b.start, b.key);
  });
  return windows;
}

void OpenWindows::grow() {
  std::vector<Cell> old =
      std::exchange(cells_, std::vector<Cell>(std::max(least_cells, 2 * cells_.size())));
  for (const Cell& cell : old)
    if (cell.count != 0) cells_[find(cell.start, cell.key, cell.hash)] = cell;
}

void OpenWindows::erase(std::size_t hole) {
  const std::size_t mask = cells_.size() - 1;
  // What stands after the hole and could stand in it moves up, so that no search ends too early.
  for (std::size_t at = (hole + 1) & mask; cells_[at].count != 0; at = (at + 1) & mask) {
    const std::size_t home = cells_[at].hash & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    cells_[hole] = cells_[at];
    hole = at;
  }
  cells_[hole].count = 0;
}

}  // namespace fencepost::sut
