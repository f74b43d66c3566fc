// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/rebalance_plan.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "fencepost/faults/chance.hpp"
#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

using Owner = std::optional<std::string>;
using Assignment = std::vector<std::pair<std::int64_t, Owner>>;
constexpr std::nullopt_t nobody = std::nullopt;

void write(Tape& tape, const Owner& owner) { owner ? tape.text(*owner) : tape.null(); }

void write(Tape& tape, const Assignment& assignment) {
  tape.list(static_cast<std::uint32_t>(assignment.size()));
  for (const auto& [partition, owner] : assignment) write(tape.list(2).number(partition), owner);
}

Outcome answer_to(const Command& command, const PlantedBug* bug = nullptr) {
  faults::SimDisk disk;
  const auto home = make_rebalance_plan(bug);
  home->move_in({}, disk);
  const auto system = std::move(home->start().system);
  Outcome outcome;
  system->answer(command, outcome);
  return outcome;
}

Outcome outcome_of(const Assignment& before, const Assignment& after,
                   const PlantedBug* bug = nullptr) {
  Command command{0, {}};
  write(command.fields, before);
  write(command.fields, after);
  return answer_to(command, bug);
}

std::string plan(const Assignment& before, const Assignment& after,
                 const PlantedBug* bug = nullptr) {
  return to_text(*find_contract("rebalance-plan"), Command{0, {}}, outcome_of(before, after, bug));
}

/// Each partition once, in any order.
Assignment draw(const faults::Chance& chance, std::uint64_t size, std::uint64_t side) {
  Assignment assignment;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (chance.percent(10, "missing", i, side)) continue;
    const std::uint64_t owner = chance.below(5, "owner", i, side);
    assignment.emplace_back(static_cast<std::int64_t>(i * 7919 % size),
                            owner == 0 ? Owner() : "consumer-" + std::to_string(owner));
  }
  return assignment;
}

Outcome naive(const Assignment& before, const Assignment& after) {
  std::map<std::int64_t, std::pair<Owner, Owner>> owners;
  for (const auto& [partition, owner] : before) owners[partition].first = owner;
  for (const auto& [partition, owner] : after) owners[partition].second = owner;
  Outcome outcome;
  Tape& moves = outcome.done();
  const std::size_t list = moves.open();
  std::uint32_t count = 0;
  for (const auto& [partition, change] : owners) {
    if (change.first == change.second) continue;
    write(moves.list(3).number(partition), change.first);
    write(moves, change.second);
    ++count;
  }
  moves.close(list, count);
  return outcome;
}

TEST(RebalancePlan, lists_exactly_the_owners_that_differ) {
  EXPECT_EQ(plan({{9, "a"}, {2, "b"}, {3, "c"}}, {{5, "c"}, {2, "d"}, {3, "c"}}),
            R"(moves=[[2,"b","d"],[5,null,"c"],[9,"a",null]])");
  EXPECT_EQ(plan({{0, "a"}}, {{0, "a"}}), "moves=[]");
}

TEST(RebalancePlan, takes_a_missing_partition_for_one_of_nobody) {
  EXPECT_EQ(plan({{0, nobody}, {1, nobody}}, {{1, nobody}, {2, nobody}}), "moves=[]");
  EXPECT_EQ(plan({{0, nobody}}, {{0, ""}}), R"(moves=[[0,null,""]])");
}

TEST(RebalancePlan, agrees_with_a_map_on_long_lists) {
  const faults::Chance chance(1);
  for (std::uint64_t size = 1; size < 2000; size += 97) {
    if (size % 7919 == 0) continue;
    const Assignment before = draw(chance, size, 0);
    const Assignment after = draw(chance, size, size % 2);
    EXPECT_EQ(outcome_of(before, after), naive(before, after)) << size;
  }
}

TEST(RebalancePlan, refuses_a_partition_named_twice) {
  EXPECT_EQ(plan({{0, "a"}, {0, "a"}}, {}), "refused malformed");
  EXPECT_EQ(plan({}, {{3, "a"}, {0, "b"}, {3, nobody}}), "refused malformed");
}

TEST(RebalancePlan, refuses_what_is_malformed) {
  EXPECT_EQ(plan({{-1, "a"}}, {}), "refused malformed");
  EXPECT_TRUE(answer_to({Command::unknown_type, {}}).is_refused(refusal::malformed));
  EXPECT_TRUE(answer_to({0, {}}).is_refused(refusal::malformed));
  Command three_parts{0, {}};
  three_parts.fields.list(1).list(3).number(0).text("a").null().list(0);
  EXPECT_TRUE(answer_to(three_parts).is_refused(refusal::malformed));
}

TEST(RebalancePlan, has_its_planted_bugs) {
  const auto with = [](RebalancePlanBug bug) {
    return &rebalance_plan_bugs[static_cast<std::size_t>(bug)];
  };
  using enum RebalancePlanBug;
  EXPECT_EQ(plan({{0, "a"}}, {}, with(forgets_lost_partitions)), "moves=[]");
  EXPECT_EQ(plan({{1, "a"}}, {{0, "a"}}, with(lists_gained_partitions_last)),
            R"(moves=[[1,"a",null],[0,null,"a"]])");
  EXPECT_EQ(plan({}, {{0, nobody}}, with(moves_from_nobody_to_nobody)), "moves=[[0,null,null]]");
  EXPECT_EQ(plan({{0, "consumer-1"}}, {{0, "consumer-2"}}, with(compares_owners_by_prefix)),
            "moves=[]");
  EXPECT_EQ(plan({{0, "a"}, {0, "b"}}, {}, with(takes_a_partition_named_twice)),
            R"(moves=[[0,"b",null]])");
}

}  // namespace
}  // namespace fencepost::sut
