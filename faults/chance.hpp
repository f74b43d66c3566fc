// SPDX-License-Identifier: Apache-2.0
// The only door for luck. Every decision is a hash of (seed, place, identity), never the next draw
// of a stream: removing a message or adding a kind of fault moves no other decision.
#pragma once

#include <cstdint>

namespace fencepost::faults {

/// Names the purpose of a decision. Different purposes must have different names.
struct Place {
  std::uint64_t id = 0;

  consteval Place(const char* name) : id(14695981039346656037ULL) {
    for (; *name != '\0'; ++name) id = (id ^ static_cast<std::uint64_t>(*name)) * 1099511628211ULL;
  }
};

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const { return seed_; }
  /// 64 even bits for this place and identity (a message id, a link and a number, ...).
  std::uint64_t bits(Place place, std::uint64_t identity = 0, std::uint64_t part = 0) const;
  /// An even choice from 0 .. n-1; n must not be 0.
  std::uint64_t below(std::uint64_t n, Place place, std::uint64_t identity = 0,
                      std::uint64_t part = 0) const;
  /// An even choice from least .. most, both included.
  std::int64_t between(std::int64_t least, std::int64_t most, Place place,
                       std::uint64_t identity = 0, std::uint64_t part = 0) const;
  /// True in `percent` of 100 cases.
  bool percent(std::uint64_t percent, Place place, std::uint64_t identity = 0,
               std::uint64_t part = 0) const {
    return below(100, place, identity, part) < percent;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace fencepost::faults
