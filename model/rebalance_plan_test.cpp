// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/rebalance_plan.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

using Owned = RebalancePlan::Owned;
using Assignment = RebalancePlan::Assignment;
constexpr std::nullopt_t nobody = std::nullopt;

std::string answer_to(const Command& command) {
  RebalancePlan model{Parameters{}};
  Outcome outcome;
  model.answer(command, outcome);
  return to_text(*find_contract("rebalance-plan"), command, outcome);
}

void write(Tape& tape, const Assignment& assignment) {
  tape.list(static_cast<std::uint32_t>(assignment.size()));
  for (const auto& [partition, owner] : assignment) {
    tape.list(2).number(partition);
    owner ? tape.text(*owner) : tape.null();
  }
}

std::string plan(const Assignment& before, const Assignment& after) {
  Command command{0, {}};
  write(command.fields, before);
  write(command.fields, after);
  return answer_to(command);
}

TEST(RebalancePlanModel, lists_exactly_the_owners_that_differ) {
  EXPECT_EQ(plan({{0, "a"}, {1, "b"}}, {{0, "a"}, {1, "c"}}), R"(moves=[[1,"b","c"]])");
}

TEST(RebalancePlanModel, sorts_moves_by_partition) {
  EXPECT_EQ(plan({{9, "a"}, {2, "b"}}, {{5, "c"}, {2, "d"}}),
            R"(moves=[[2,"b","d"],[5,null,"c"],[9,"a",null]])");
}

TEST(RebalancePlanModel, takes_a_missing_partition_for_one_of_nobody) {
  EXPECT_EQ(plan({{0, nobody}}, {}), "moves=[]");
  EXPECT_EQ(plan({}, {{0, nobody}}), "moves=[]");
  EXPECT_EQ(plan({{0, nobody}}, {{0, ""}}), R"(moves=[[0,null,""]])");
}

TEST(RebalancePlanModel, has_no_plan_for_equal_assignments) {
  EXPECT_EQ(plan({{1, "b"}, {0, "a"}}, {{0, "a"}, {1, "b"}}), "moves=[]");
  EXPECT_EQ(plan({}, {}), "moves=[]");
}

TEST(RebalancePlanModel, refuses_a_partition_named_twice) {
  EXPECT_EQ(plan({{0, "a"}, {0, "a"}}, {}), "refused malformed");
  EXPECT_EQ(plan({}, {{3, "a"}, {0, "b"}, {3, nobody}}), "refused malformed");
}

TEST(RebalancePlanModel, refuses_what_is_malformed) {
  EXPECT_EQ(plan({{-1, "a"}}, {}), "refused malformed");
  EXPECT_EQ(answer_to({Command::unknown_type, {}}), "refused malformed");
  Command three_parts{0, {}};
  three_parts.fields.list(1).list(3).number(0).text("a").null().list(0);
  EXPECT_EQ(answer_to(three_parts), "refused malformed");
  Command one_part{0, {}};
  one_part.fields.list(1).list(1).number(0).list(0);
  EXPECT_EQ(answer_to(one_part), "refused malformed");
}

}  // namespace
}  // namespace fencepost::model
