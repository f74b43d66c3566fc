// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/clients.hpp"

#include <algorithm>
#include <iterator>

namespace fencepost::faults {

bool is_definite(std::int64_t code) {
  static constexpr std::int64_t definite[] = {1, 10, 11, 12, 14, 20, 21, 22, 30};
  return std::ranges::find(definite, code) != std::end(definite);
}

}  // namespace fencepost::faults
