// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/chance.hpp"

#include <xxhash.h>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::faults {

std::uint64_t Chance::bits(Place place, std::uint64_t identity, std::uint64_t part) const {
  const std::uint64_t key[3] = {place.id, identity, part};
  return XXH3_64bits_withSeed(key, sizeof key, seed_);
}

std::uint64_t Chance::below(std::uint64_t n, Place place, std::uint64_t identity,
                            std::uint64_t part) const {
  CHECK(n > 0);
  // The high half of a 64 x 64 bit product: even to within n / 2^64, and the same on every machine.
  const std::uint64_t x = bits(place, identity, part);
  const std::uint64_t x_low = x & 0xffffffffU, x_high = x >> 32U, n_low = n & 0xffffffffU,
                      n_high = n >> 32U;
  const std::uint64_t middle = x_high * n_low + (x_low * n_low >> 32U);
  const std::uint64_t carry = x_low * n_high + (middle & 0xffffffffU);
  return x_high * n_high + (middle >> 32U) + (carry >> 32U);
}

std::int64_t Chance::between(std::int64_t least, std::int64_t most, Place place,
                             std::uint64_t identity, std::uint64_t part) const {
  CHECK(least <= most);
  const std::uint64_t span =
      static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) + 1;
  const std::uint64_t step =
      span == 0 ? bits(place, identity, part) : below(span, place, identity, part);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + step);
}

}  // namespace fencepost::faults
