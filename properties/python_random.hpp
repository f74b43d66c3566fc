// SPDX-License-Identifier: Apache-2.0
// The random numbers of the worked example: the 32-bit Mersenne Twister, seeded from an integer and
// read through CPython's integer-range and float rules, so that its table comes out to the digit.
// For that table only; scenarios are drawn by faults::Chance.
#pragma once

#include <array>
#include <cstdint>

namespace fencepost::properties {

class PythonRandom {
 public:
  /// Like `random.Random(seed)` with a non-negative integer below 2^32.
  explicit PythonRandom(std::uint32_t seed);

  /// 32 even bits.
  std::uint32_t bits();
  /// `randrange(n)`: as many leading bits as n has, drawn again until below n; 1 <= n < 2^32.
  std::uint32_t below(std::uint32_t n);
  /// `randint(least, most)`.
  std::int64_t between(std::int64_t least, std::int64_t most);
  /// `random()`: 53 bits over [0, 1).
  double unit();

 private:
  static constexpr std::size_t size = 624;
  void twist();

  std::array<std::uint32_t, size> state_;
  std::size_t at_ = size;
};

}  // namespace fencepost::properties
