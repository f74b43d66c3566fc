// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class RebalancePlanBug : std::uint8_t {
  forgets_lost_partitions,
  lists_gained_partitions_last,
  moves_from_nobody_to_nobody,
  compares_owners_by_prefix,
  takes_a_partition_named_twice,
};

inline constexpr PlantedBug rebalance_plan_bugs[] = {
    {"plan-forgets-lost", "rebalance-plan",
     "a partition that the new assignment does not name is not given up",
     "checklist: empty cases explicit", "applying_the_moves_to_before_gives_after", 1},
    {"plan-unsorted", "rebalance-plan", "partitions that are new come after all others",
     "checklist: move outputs sorted by partition", "moves_are_sorted_by_partition", 1},
    {"plan-null-is-not-missing", "rebalance-plan",
     "an owner of null on one side and a missing partition on the other count as a change",
     "checklist: empty cases explicit", "no_move_without_a_change", 1},
    {"plan-compares-prefix", "rebalance-plan",
     "owners of one length that agree in their first eight bytes count as equal", "CMP-18",
     "applying_the_moves_to_before_gives_after", 1},
    {"plan-partition-twice", "rebalance-plan",
     "a partition named twice in one assignment is taken as last named",
     "checklist: inputs sorted where required", "a_partition_named_twice_is_refused", 1},
};

}  // namespace fencepost::sut
