// SPDX-License-Identifier: Apache-2.0
// Enumerates candidates lazily: only the one asked for is made.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

class Picker {
 public:
  explicit Picker(std::uint32_t wanted) : wanted_(wanted) {}

  /// Offers a candidate that `make` would return; true once the wanted one was made.
  template <class Make>
  bool offer(Make&& make) {
    if (picked_) return true;
    if (wanted_-- != 0) return false;
    picked_ = std::forward<Make>(make)();
    return true;
  }

  std::optional<Scenario> take() { return std::move(picked_); }

 private:
  std::uint32_t wanted_;
  std::optional<Scenario> picked_;
};

}  // namespace fencepost::properties
