// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/interned_names.hpp"

#include <xxhash.h>

#include <utility>

#include "fencepost/sut/name_order.hpp"

namespace fencepost::sut {
namespace {

constexpr std::size_t least_cells = 16;

}  // namespace

std::uint32_t InternedNames::use(std::string_view name) {
  const auto hash = static_cast<std::uint32_t>(XXH3_64bits(name.data(), name.size()) >> 32U);
  if (!cells_.empty()) {
    if (const std::uint32_t found = cells_[find(hash, name)].number; found != 0) {
      Entry& entry = entries_[found - 1];
      if (entry.uses++ == 0) --unused_;
      return found - 1;
    }
  }
  return insert(hash, name);
}

std::size_t InternedNames::find(std::uint32_t hash, std::string_view name) const {
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = hash & mask;
  for (; cells_[at].number != 0; at = (at + 1) & mask)
    if (cells_[at].hash == hash && this->name(cells_[at].number - 1) == name) break;
  return at;
}

std::uint32_t InternedNames::insert(std::uint32_t hash, std::string_view name) {
  if (2 * (entries_.size() - free_.size()) >= cells_.size()) rebuild();
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  entries_[number] = {name_prefix(name), bytes_.size(), static_cast<std::uint32_t>(name.size()),
                      hash, 1};
  bytes_.append(name);
  cells_[find(hash, name)] = {hash, number + 1};
  return number;
}

void InternedNames::rebuild() {
  const std::size_t used = entries_.size() - free_.size() - unused_;
  std::size_t size = least_cells;
  while (size < 4 * used) size *= 2;
  cells_.assign(size, {});
  free_.clear();
  unused_ = 0;
  std::string bytes;
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    Entry& entry = entries_[number];
    if (entry.uses == 0) {
      free_.push_back(number);
      continue;
    }
    const std::string_view kept = name(number);
    entry.at = bytes.size();
    bytes.append(kept);
    std::size_t at = entry.hash & (size - 1);
    while (cells_[at].number != 0) at = (at + 1) & (size - 1);
    cells_[at] = {entry.hash, number + 1};
  }
  bytes_ = std::move(bytes);
}

}  // namespace fencepost::sut
