// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/python_random.hpp"

#include <algorithm>
#include <bit>

namespace fencepost::properties {

PythonRandom::PythonRandom(std::uint32_t seed) {
  // The generator's published seeding by an array, here of one word: the seed.
  state_[0] = 19650218U;
  for (std::size_t i = 1; i < size; ++i)
    state_[i] =
        1812433253U * (state_[i - 1] ^ (state_[i - 1] >> 30U)) + static_cast<std::uint32_t>(i);
  std::size_t i = 1;
  const auto step = [&](std::uint32_t factor, std::uint32_t plus) {
    state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30U)) * factor)) + plus;
    if (++i < size) return;
    state_[0] = state_[size - 1];
    i = 1;
  };
  for (std::size_t round = 0; round < size; ++round) step(1664525U, seed);
  for (std::size_t round = 1; round < size; ++round)
    step(1566083941U, 0U - static_cast<std::uint32_t>(i));
  state_[0] = 0x80000000U;
}

void PythonRandom::twist() {
  constexpr std::size_t ahead = 397;
  const auto mix = [](std::uint32_t high, std::uint32_t low) {
    const std::uint32_t joined = (high & 0x80000000U) | (low & 0x7fffffffU);
    return (joined >> 1U) ^ ((joined & 1U) != 0 ? 0x9908b0dfU : 0U);
  };
  std::size_t i = 0;
  for (; i < size - ahead; ++i) state_[i] = state_[i + ahead] ^ mix(state_[i], state_[i + 1]);
  for (; i < size - 1; ++i) state_[i] = state_[i + ahead - size] ^ mix(state_[i], state_[i + 1]);
  state_[size - 1] = state_[ahead - 1] ^ mix(state_[size - 1], state_[0]);
  at_ = 0;
}

std::uint32_t PythonRandom::bits() {
  if (at_ == size) twist();
  std::uint32_t word = state_[at_++];
  word ^= word >> 11U;
  word ^= (word << 7U) & 0x9d2c5680U;
  word ^= (word << 15U) & 0xefc60000U;
  return word ^ (word >> 18U);
}

std::uint32_t PythonRandom::below(std::uint32_t n) {
  const unsigned unused = static_cast<unsigned>(std::countl_zero(n));
  std::uint32_t drawn = bits() >> unused;
  while (drawn >= n) drawn = bits() >> unused;
  return drawn;
}

std::int64_t PythonRandom::between(std::int64_t least, std::int64_t most) {
  return least + below(static_cast<std::uint32_t>(most - least + 1));
}

double PythonRandom::unit() {
  const std::uint32_t high = bits() >> 5U, low = bits() >> 6U;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

}  // namespace fencepost::properties
