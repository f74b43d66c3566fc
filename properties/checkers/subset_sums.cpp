// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/subset_sums.hpp"

#include <algorithm>
#include <numeric>

namespace fencepost::properties {
namespace {

/// Words of the table that may be touched in all.
constexpr std::uint64_t most_work = std::uint64_t{1} << 24U;

std::uint64_t size_of(std::int64_t summand) {
  return summand < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(summand)
                     : static_cast<std::uint64_t>(summand);
}

/// In how many pieces a count is taken: 1, 2, 4, ... and what is left.
std::uint64_t pieces(std::uint64_t count) {
  std::uint64_t result = 0;
  for (std::uint64_t piece = 1; count > 0; piece *= 2, ++result) count -= std::min(piece, count);
  return result;
}

}  // namespace

SubsetSums::SubsetSums(const Summands& summands) {
  std::uint64_t steps = 0;
  for (const auto& [summand, count] : summands) {
    if (summand == 0) continue;
    (summand < 0 ? least_ : greatest_) += summand * static_cast<std::int64_t>(count);
    unit_ = std::gcd(unit_, size_of(summand));
    steps += pieces(count);
  }
  if (unit_ == 0) return;
  const std::uint64_t range =
      (static_cast<std::uint64_t>(greatest_) - static_cast<std::uint64_t>(least_)) / unit_ + 1;
  if (range > most_range || steps * (range / 64 + 1) > most_work) return;
  bits_.assign(range / 64 + 1, 0);
  fill(summands);
}

/// Taking a negative summand or not is the same as taking the least sum and then not taking it.
void SubsetSums::fill(const Summands& summands) {
  bits_[0] = 1;
  for (auto [summand, count] : summands) {
    const std::uint64_t units = size_of(summand) / unit_;
    if (units == 0) continue;
    for (std::uint64_t piece = 1; count > 0; piece *= 2) {
      const std::uint64_t taken = std::min(piece, count);
      add(taken * units);
      count -= taken;
    }
  }
}

/// bits |= bits << units
void SubsetSums::add(std::uint64_t units) {
  const std::uint64_t words = units / 64, rest = units % 64;
  for (std::size_t to = bits_.size(); to-- > words;) {
    const std::size_t from = to - words;
    std::uint64_t moved = bits_[from] << rest;
    if (rest > 0 && from > 0) moved |= bits_[from - 1] >> (64 - rest);
    bits_[to] |= moved;
  }
}

SubsetSums::Answer SubsetSums::has(std::int64_t sum) const {
  if (sum == 0) return Answer::yes;
  if (sum < least_ || sum > greatest_) return Answer::no;
  if (size_of(sum) % unit_ != 0) return Answer::no;
  if (bits_.empty()) return Answer::unknown;
  const std::uint64_t bit =
      (static_cast<std::uint64_t>(sum) - static_cast<std::uint64_t>(least_)) / unit_;
  return (bits_[bit / 64] >> (bit % 64) & 1U) != 0 ? Answer::yes : Answer::no;
}

}  // namespace fencepost::properties
