// SPDX-License-Identifier: Apache-2.0
// The least of many numbers that change one at a time: a tree of least halves, so that a change
// costs the height of the tree and often less, and asking costs nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::sut {

class LeastOf {
 public:
  /// `count` numbers, at least one, all `none`.
  explicit LeastOf(std::size_t count) : count_(count), nodes_(2 * count, none) {}

  /// Greater than all that is to count.
  static constexpr std::int64_t none = INT64_MAX;

  std::int64_t least() const { return nodes_[1]; }

  void set(std::size_t place, std::int64_t number) {
    std::size_t node = count_ + place;
    nodes_[node] = number;
    while (node > 1) {
      node /= 2;
      const std::int64_t least = std::min(nodes_[2 * node], nodes_[2 * node + 1]);
      if (nodes_[node] == least) return;
      nodes_[node] = least;
    }
  }

 private:
  std::size_t count_;
  /// The root is 1, the children of n are 2n and 2n + 1, the leaves stand from `count_` on.
  std::vector<std::int64_t> nodes_;
};

}  // namespace fencepost::sut
