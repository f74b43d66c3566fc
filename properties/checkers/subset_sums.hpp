// SPDX-License-Identifier: Apache-2.0
// Which sums some of several integers can have.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::properties {

/// How often each summand may be taken. All sums must fit into 64 bits.
using Summands = std::map<std::int64_t, std::uint64_t>;

class SubsetSums {
 public:
  explicit SubsetSums(const Summands& summands);

  enum class Answer : std::uint8_t { no, yes, unknown };
  /// Whether some of the summands, or none, sum up to this. Exact as long as the greatest and the
  /// least sum are less than `most_range` greatest common divisors apart, and a table of that size
  /// times the number of summands is not too much work; otherwise only what is out of range or no
  /// multiple of the greatest common divisor is known not to be a sum.
  Answer has(std::int64_t sum) const;
  std::int64_t least() const { return least_; }
  std::int64_t greatest() const { return greatest_; }

  static constexpr std::uint64_t most_range = std::uint64_t{1} << 24U;

 private:
  void fill(const Summands& summands);
  void add(std::uint64_t units);

  std::int64_t least_ = 0, greatest_ = 0;
  std::uint64_t unit_ = 0;
  /// Bit i: least + i units is a sum. Empty if it would be too large.
  std::vector<std::uint64_t> bits_;
};

}  // namespace fencepost::properties
