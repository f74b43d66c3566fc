// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/group_assign.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "fencepost/faults/chance.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

using Members = std::vector<std::string>;
using Partitions = std::vector<std::int64_t>;

Command command_of(const Members& members, const Partitions& partitions) {
  Command command{0, {}};
  command.fields.list(static_cast<std::uint32_t>(members.size()));
  for (const std::string& member : members) command.fields.text(member);
  command.fields.list(static_cast<std::uint32_t>(partitions.size()));
  for (const std::int64_t partition : partitions) command.fields.number(partition);
  return command;
}

std::string answer_to(const Command& command, const PlantedBug* bug = nullptr) {
  faults::SimDisk disk;
  const auto home = make_group_assign(bug);
  home->move_in({}, disk);
  const auto system = std::move(home->start().system);
  Outcome outcome;
  system->answer(command, outcome);
  return to_text(*find_contract("group-assign"), command, outcome);
}

std::string assign(const Members& members, const Partitions& partitions,
                   const PlantedBug* bug = nullptr) {
  return answer_to(command_of(members, partitions), bug);
}

std::string naive(const Members& members, const Partitions& partitions) {
  const std::set<std::string> sorted(members.begin(), members.end());
  std::string text = "owners=[";
  auto member = sorted.begin();
  for (const std::int64_t partition :
       std::set<std::int64_t>(partitions.begin(), partitions.end())) {
    text += text.back() == '[' ? "[" : ",[";
    text += std::to_string(partition) + ",\"" + *member + "\"]";
    if (++member == sorted.end()) member = sorted.begin();
  }
  return text + "]";
}

TEST(GroupAssign, goes_round_the_sorted_members) {
  EXPECT_EQ(assign({"b", "a", "b"}, {2, 0, 1, 0}), R"(owners=[[0,"a"],[1,"b"],[2,"a"]])");
  EXPECT_EQ(assign({"a", "b"}, {0, 1, 2}), R"(owners=[[0,"a"],[1,"b"],[2,"a"]])");
}

TEST(GroupAssign, makes_empty_cases_explicit) {
  EXPECT_EQ(assign({}, {1, 0}), "owners=[[0,null],[1,null]]");
  EXPECT_EQ(assign({"a"}, {}), "owners=[]");
  EXPECT_EQ(assign({}, {}), "owners=[]");
}

TEST(GroupAssign, orders_names_that_share_their_beginning) {
  const Members members = {"consumer-10", "consumer-1", "consumer",
                           "consumer-1!", "consumer-2", "consumer-"};
  EXPECT_EQ(assign(members, {0, 1, 2, 3, 4, 5}), naive(members, {0, 1, 2, 3, 4, 5}));
}

TEST(GroupAssign, agrees_with_sets_on_long_lists) {
  const faults::Chance chance(1);
  for (std::uint64_t round = 0; round < 20; ++round) {
    Members members;
    Partitions partitions;
    for (std::uint64_t i = 0; i < 50 * (round + 1); ++i) {
      members.push_back("member-" + std::to_string(chance.below(300, "member", i, round)));
      partitions.push_back(
          chance.between(0, std::int64_t{1} << (3 * round), "partition", i, round));
    }
    EXPECT_EQ(assign(members, partitions), naive(members, partitions));
  }
}

TEST(GroupAssign, refuses_what_is_malformed) {
  EXPECT_EQ(assign({"a"}, {-1}), "refused malformed");
  EXPECT_EQ(answer_to({Command::unknown_type, {}}), "refused malformed");
  EXPECT_EQ(answer_to({0, {}}), "refused malformed");
}

TEST(GroupAssign, has_its_planted_bugs) {
  const auto with = [](GroupAssignBug bug) {
    return &group_assign_bugs[static_cast<std::size_t>(bug)];
  };
  using enum GroupAssignBug;
  EXPECT_EQ(assign({"b", "a", "b"}, {0, 1, 2}, with(leaves_members_unsorted)),
            R"(owners=[[0,"b"],[1,"a"],[2,"b"]])");
  EXPECT_EQ(assign({"a", "b"}, {0, 1, 2}, with(gives_the_remainder_to_the_last)),
            R"(owners=[[0,"a"],[1,"b"],[2,"b"]])");
  EXPECT_EQ(assign({"a", "b"}, {0, 1, 2, 3}, with(gives_the_first_member_the_rest)),
            R"(owners=[[0,"a"],[1,"b"],[2,"a"],[3,"a"]])");
  EXPECT_EQ(assign({}, {0}, with(lists_nothing_without_members)), "owners=[]");
  EXPECT_EQ(assign({"a"}, {0, 0}, with(lists_a_partition_twice)), R"(owners=[[0,"a"],[0,"a"]])");
}

}  // namespace
}  // namespace fencepost::sut
