// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/maelstrom.hpp"

#include <algorithm>
#include <iterator>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

bool maelstrom_judges(const Contract& workload, std::string_view property) {
  // Its consumers pay no heed to what is committed, and its checkers none to what nobody wrote.
  constexpr std::string_view ours[] = {"committed-offset-regression",
                                       "committed-beyond-polled",
                                       "assign-skip",
                                       "poll-below-asked",
                                       "poll-past-asked",
                                       "bad-offset",
                                       nodes_come_to_rest};
  if (property == "phantom") return workload.name == "broadcast" || workload.name == "g-set";
  return std::ranges::find(ours, property) == std::end(ours);
}

}  // namespace fencepost::properties
