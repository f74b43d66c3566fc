// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/maelstrom.hpp"

#include <algorithm>
#include <iterator>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

bool maelstrom_judges(std::string_view property) {
  // Its consumers pay no heed to what is committed, and its checkers none to what nobody wrote:
  // set-full only follows what was added.
  constexpr std::string_view ours[] = {"committed-offset-regression",
                                       "committed-beyond-polled",
                                       "assign-skip",
                                       "poll-below-asked",
                                       "poll-past-asked",
                                       "bad-offset",
                                       "phantom",
                                       nodes_come_to_rest};
  return std::ranges::find(ours, property) == std::end(ours);
}

}  // namespace fencepost::properties
