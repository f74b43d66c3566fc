// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/group_assign.hpp"

#include <gtest/gtest.h>

#include <set>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/group_assign_bugs.hpp"

namespace fencepost::properties {
namespace {

using Members = std::vector<std::string_view>;
using Partitions = std::vector<std::int64_t>;
using Owners = std::vector<std::pair<std::int64_t, std::string_view>>;

/// Assignments asked for, and what was said to them.
struct Story {
  Story() { scenario.workload = find_contract("group-assign"); }

  Story& assign(const Members& members, const Partitions& partitions) {
    Tape& fields = send(scenario, "g", 0).list(static_cast<std::uint32_t>(members.size()));
    for (const std::string_view member : members) fields.text(member);
    fields.list(static_cast<std::uint32_t>(partitions.size()));
    for (const std::int64_t partition : partitions) fields.number(partition);
    return *this;
  }
  Story& said(const Owners& owners) {
    Event& event = history.add();
    event.step = event.message = static_cast<std::uint32_t>(scenario.steps.size() - 1);
    Tape& body = event.outcome.done().list(static_cast<std::uint32_t>(owners.size()));
    for (const auto& [partition, owner] : owners) body.list(2).number(partition).text(owner);
    return *this;
  }
  /// The first property that the history breaks, or "held".
  std::string_view judged() const {
    for (const Property& property : group_assign().properties)
      if (property.check != nullptr && property.check(scenario, history)) return property.name;
    return "held";
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string tried(const sut::PlantedBug* bug) const {
    const auto home = sut::make_engine("group-assign", bug);
    const Workload workload = group_assign();
    Trial trial(workload, *home);
    const Verdict& verdict = trial.run(scenario);
    return verdict.ruling == Ruling::held ? "held" : verdict.fingerprint.property;
  }

  Scenario scenario;
  History history;
};

TEST(GroupAssignProperties, the_shortest_history_of_each_bug_convicts_it) {
  const Story stories[] = {
      Story().assign({"b", "a"}, {0}),
      Story().assign({"a", "b"}, {0, 1, 2}),
      Story().assign({"a", "b"}, {0, 1, 2, 3}),
      Story().assign({}, {0}),
      Story().assign({}, {0, 0}),
  };
  for (std::size_t i = 0; i < std::size(stories); ++i) {
    const sut::PlantedBug& bug = sut::group_assign_bugs[i];
    EXPECT_EQ(stories[i].tried(&bug), bug.property) << bug.id;
    EXPECT_EQ(stories[i].tried(nullptr), "held") << bug.id;
    EXPECT_EQ(stories[i].scenario.steps.size(), static_cast<std::size_t>(bug.shortest)) << bug.id;
  }
}

TEST(GroupAssignProperties, an_owner_must_be_a_member) {
  EXPECT_EQ(Story().assign({"a"}, {0}).said({{0, "b"}}).judged(),
            "every_partition_has_exactly_one_owner");
  EXPECT_EQ(Story().assign({}, {0}).said({{0, "b"}}).judged(),
            "every_partition_has_exactly_one_owner");
  EXPECT_EQ(Story().assign({"a"}, {0, 1}).said({{1, "a"}, {0, "a"}}).judged(),
            "every_partition_has_exactly_one_owner");
  EXPECT_EQ(Story().assign({"a"}, {1, 0}).said({{0, "a"}, {1, "a"}}).judged(), "held");
}

TEST(GroupAssignProperties, equal_sets_get_equal_answers) {
  Story story;
  story.assign({"a", "b"}, {0, 1}).said({{0, "a"}, {1, "b"}});
  EXPECT_EQ(story.judged(), "held");
  story.assign({"b", "a", "a"}, {1, 0}).said({{0, "b"}, {1, "a"}});
  EXPECT_EQ(story.judged(), "input_order_does_not_matter");
}

TEST(GroupAssignProperties, the_first_members_are_those_that_work) {
  EXPECT_EQ(Story().assign({"a", "b", "c"}, {0}).said({{0, "c"}}).judged(),
            "the_remainder_goes_to_the_first_members");
  EXPECT_EQ(Story().assign({"a", "b", "c"}, {0}).said({{0, "a"}}).judged(), "held");
}

TEST(GroupAssignProperties, drawn_scenarios_reach_every_mark_and_hold) {
  expect_drawn_scenarios_hold("group-assign", 200);
}

}  // namespace
}  // namespace fencepost::properties
