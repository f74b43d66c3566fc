// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/digest.hpp"

#include <xxhash.h>

#include <cstring>

namespace fencepost {

std::string to_text(const Digest& digest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t half : {digest.high, digest.low})
    for (int shift = 60; shift >= 0; shift -= 4) text.push_back(digits[(half >> shift) & 15U]);
  return text;
}

bool from_text(std::string_view text, Digest& digest) {
  if (text.size() != 32) return false;
  std::uint64_t halves[2] = {0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::uint64_t digit = 0;
    if (c >= '0' && c <= '9')
      digit = static_cast<std::uint64_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<std::uint64_t>(c - 'a' + 10);
    else
      return false;
    halves[i / 16] = halves[i / 16] << 4U | digit;
  }
  digest = {halves[0], halves[1]};
  return true;
}

DigestChain::DigestChain() { reset(); }

void DigestChain::reset() {
  value_ = {};
  scratch_.assign(sizeof(Digest), '\0');
}

const Digest& DigestChain::fold() {
  std::memcpy(scratch_.data(), &value_, sizeof value_);
  const XXH128_hash_t hash = XXH3_128bits(scratch_.data(), scratch_.size());
  value_ = {hash.high64, hash.low64};
  return value_;
}

}  // namespace fencepost
