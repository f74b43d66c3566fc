// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/configurations.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/properties/checkers/id_map.hpp"

namespace fencepost::properties {

bool Configurations::alike(std::span<const Word> a, std::span<const Word> b) const {
  return std::equal(a.begin(), a.begin() + 1 + static_cast<std::ptrdiff_t>(open_words_), b.begin());
}

bool Configurations::takes_no_more(std::span<const Word> a, std::span<const Word> b) const {
  for (std::size_t i = 1 + open_words_; i < words_; ++i) {
    if (a[i] == b[i]) continue;
    for (unsigned shift = 0; shift < 64; shift += 8)
      if ((a[i] >> shift & 0xffU) > (b[i] >> shift & 0xffU)) return false;
  }
  return true;
}

std::uint32_t& Configurations::first_alike(std::span<const Word> it) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i <= open_words_; ++i) hash = mixed(hash ^ it[i]) + i;
  const std::size_t last = first_.size() - 1;
  std::size_t at = hash & last;
  while (first_[at] != 0 && !alike((*this)[first_[at] - 1], it)) at = (at + 1) & last;
  return first_[at];
}

void Configurations::grow() {
  std::vector<std::uint32_t> old(std::max<std::size_t>(16, first_.size() * 2));
  std::swap(old, first_);
  for (const std::uint32_t first : old)
    if (first != 0) first_alike((*this)[first - 1]) = first;
}

void Configurations::insert(std::span<const Word> it) {
  if ((groups_ + 1) * 4 > first_.size() * 3) grow();
  std::uint32_t& first = first_alike(it);
  std::size_t alike = 0;
  for (std::uint32_t other = first; other != 0; other = next_[other - 1], ++alike)
    if (takes_no_more((*this)[other - 1], it)) return;
  if (alike >= most_alike_) {
    forgot_ = true;
    return;
  }
  if (first == 0) ++groups_;
  next_.push_back(first);
  data_.insert(data_.end(), it.begin(), it.end());
  first = static_cast<std::uint32_t>(size());
}

void Configurations::clear() {
  data_.clear();
  next_.clear();
  std::ranges::fill(first_, 0U);
  groups_ = 0;
}

}  // namespace fencepost::properties
