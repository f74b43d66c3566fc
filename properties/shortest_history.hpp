// SPDX-License-Identifier: Apache-2.0
// The history that stands for a planted bug: of the minimal histories that the first seeds lead to,
// the first that is as short as the shortest known.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fencepost/properties/campaign.hpp"

namespace fencepost::properties {

/// Tries seeds 0, 1, 2 ..., shrinks each scenario that breaks `property`, and returns the first
/// finding of `lines` lines or fewer; the shortest found if there is none within `seeds`. Nothing
/// if the property held.
std::optional<Finding> find_shortest(const Workload& workload, sut::Home& home,
                                     std::string_view property, std::size_t lines,
                                     std::uint64_t seeds);

}  // namespace fencepost::properties
