// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/group_assign.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

std::string answer_to(const Command& command) {
  GroupAssign model{Parameters{}};
  Outcome outcome;
  model.answer(command, outcome);
  return to_text(*find_contract("group-assign"), command, outcome);
}

std::string assign(const std::vector<std::string_view>& members,
                   const std::vector<std::int64_t>& partitions) {
  Command command{0, {}};
  command.fields.list(static_cast<std::uint32_t>(members.size()));
  for (const std::string_view member : members) command.fields.text(member);
  command.fields.list(static_cast<std::uint32_t>(partitions.size()));
  for (const std::int64_t partition : partitions) command.fields.number(partition);
  return answer_to(command);
}

TEST(GroupAssignModel, goes_round_the_sorted_members) {
  EXPECT_EQ(assign({"b", "a"}, {2, 0, 1}), R"(owners=[[0,"a"],[1,"b"],[2,"a"]])");
}

TEST(GroupAssignModel, collapses_doubles) {
  EXPECT_EQ(assign({"a", "b", "a"}, {1, 1, 0}), R"(owners=[[0,"a"],[1,"b"]])");
}

TEST(GroupAssignModel, lists_partitions_without_an_owner) {
  EXPECT_EQ(assign({}, {1, 0}), "owners=[[0,null],[1,null]]");
  EXPECT_EQ(assign({}, {}), "owners=[]");
}

TEST(GroupAssignModel, leaves_extra_members_idle) {
  EXPECT_EQ(assign({"c", "b", "a"}, {7}), R"(owners=[[7,"a"]])");
  EXPECT_EQ(assign({"a"}, {}), "owners=[]");
}

TEST(GroupAssignModel, compares_members_byte_by_byte) {
  EXPECT_EQ(assign({"\xC3\xA9", "c10", "c1", "C3", ""}, {0, 1, 2, 3, 4}),
            "owners=[[0,\"\"],[1,\"C3\"],[2,\"c1\"],[3,\"c10\"],[4,\"\xC3\xA9\"]]");
}

TEST(GroupAssignModel, takes_any_partition_number) {
  EXPECT_EQ(assign({"a"}, {INT64_MAX, std::int64_t{1} << 40}),
            R"(owners=[[1099511627776,"a"],[9223372036854775807,"a"]])");
}

TEST(GroupAssignModel, refuses_what_is_malformed) {
  EXPECT_EQ(assign({"a"}, {-1}), "refused malformed");
  EXPECT_EQ(answer_to({Command::unknown_type, {}}), "refused malformed");
  Command null_member{0, {}};
  null_member.fields.list(1).null().list(0);
  EXPECT_EQ(answer_to(null_member), "refused malformed");
  Command one_field{0, {}};
  one_field.fields.list(0).absent();
  EXPECT_EQ(answer_to(one_field), "refused malformed");
}

}  // namespace
}  // namespace fencepost::model
