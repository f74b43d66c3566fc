// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class GroupAssignBug : std::uint8_t {
  leaves_members_unsorted,
  gives_the_remainder_to_the_last,
  gives_the_first_member_the_rest,
  lists_nothing_without_members,
  lists_a_partition_twice,
};

inline constexpr PlantedBug group_assign_bugs[] = {
    {"assign-unsorted-members", "group-assign",
     "members take their turns in the order in which they were listed",
     "checklist: inputs sorted where required", "input_order_does_not_matter", 1},
    {"assign-remainder-last", "group-assign",
     "partitions that do not divide evenly go to the last members instead of the first", "REB-15",
     "the_remainder_goes_to_the_first_members", 1},
    {"assign-over-quota", "group-assign",
     "a member that has its share stays in the list of those to be filled and takes the rest",
     "REB-02", "loads_differ_by_at_most_one", 1},
    {"assign-empty-group", "group-assign",
     "a group without members is answered with no partitions at all",
     "checklist: empty-consumer case explicit", "every_partition_has_exactly_one_owner", 1},
    {"assign-partition-twice", "group-assign", "a partition that is listed twice is assigned twice",
     "checklist: inputs sorted where required", "every_partition_has_exactly_one_owner", 1},
};

}  // namespace fencepost::sut
