// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/group_assign.hpp"

#include <array>

#include "fencepost/properties/group_assign_reading.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Reading = GroupAssignReading;

template <Reading::Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).broken(rule);
}

template <Reading::Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).reached(mark);
}

template <Reading::Rule rule>
constexpr Property always(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence, check<rule>};
}

template <Reading::Mark mark>
constexpr Property sometimes(std::string_view name, std::string_view sentence) {
  return {name, Mode::sometimes, sentence, nullptr, reached<mark>};
}

constexpr std::array properties{
    always<Reading::one_owner>(
        "every_partition_has_exactly_one_owner",
        "Each partition is listed once, in order, with a member as its owner, or "
        "null in a group without "
        "members."),
    always<Reading::even_loads>("loads_differ_by_at_most_one",
                                "No member has two partitions more than another."),
    always<Reading::input_order>(
        "input_order_does_not_matter",
        "Equal sets of members and partitions get equal answers, however they are listed."),
    always<Reading::remainder>("the_remainder_goes_to_the_first_members",
                               "No member has more partitions than one before it."),
    always<Reading::idle_extras>(
        "extra_members_stay_idle",
        "With more members than partitions, the first members have one each and the others none."),
    sometimes<Reading::no_member>("a_group_without_members_was_assigned",
                                  "Partitions, and nobody to own them."),
    sometimes<Reading::no_partition>("a_group_without_partitions_was_assigned",
                                     "Members, and nothing to own."),
    sometimes<Reading::nothing>("an_empty_group_was_assigned", "Neither members nor partitions."),
    sometimes<Reading::more_members>("more_members_than_partitions_came",
                                     "Some members stay idle."),
    sometimes<Reading::a_remainder>("partitions_left_a_remainder",
                                    "More partitions than members, and not a multiple."),
    sometimes<Reading::member_twice>("a_member_was_named_twice", "A double collapses."),
    sometimes<Reading::huge_partition>("a_huge_partition_was_assigned",
                                       "A partition number of at least 2^40."),
    sometimes<Reading::another_order>("the_same_sets_came_in_another_order",
                                      "Two different commands had the same answer."),
    sometimes<Reading::duplicate>("a_duplicate_was_delivered", "A message arrived twice."),
    sometimes<Reading::malformed>("a_malformed_command_was_refused",
                                  "A command that the contract does not allow."),
};

}  // namespace

Workload group_assign() { return {find_contract("group-assign"), draw_group_assign, properties}; }

}  // namespace fencepost::properties
