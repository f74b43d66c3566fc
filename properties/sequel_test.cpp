// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/sequel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/properties/value_tree.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

Scenario draw(const Workload& workload, std::uint64_t seed, Parameters given) {
  given.set("nodes", 3);
  return draw_scenario(workload, seed, faults::Families::all(), 20, given);
}

/// All numbers of a kind in the commands from `first` on.
std::set<std::int64_t> numbers(const Scenario& story, Kind kind, std::uint32_t first,
                               std::uint32_t last) {
  std::set<std::int64_t> found;
  for (std::uint32_t i = first; i < last; ++i) {
    const Step& step = story.steps[i];
    if (step.kind != Step::Kind::command) continue;
    std::vector<Value> values = grow(step.command.fields);
    visit_values(story.workload->commands[step.command.type].fields, values,
                 [&](Kind is, const Value& value) {
                   if (is == kind && value.tag == Tag::number) found.insert(value.number);
                   return false;
                 });
  }
  return found;
}

std::set<std::string> actors(const Scenario& story, std::uint32_t first, std::uint32_t last) {
  std::set<std::string> found;
  for (std::uint32_t i = first; i < last; ++i)
    if (!story.steps[i].actor.empty()) found.insert(story.steps[i].actor);
  return found;
}

template <typename T>
bool meet(const std::set<T>& a, const std::set<T>& b) {
  return std::ranges::any_of(a, [&](const T& one) { return b.contains(one); });
}

class Sequel : public testing::TestWithParam<const char*> {};

TEST_P(Sequel, makes_one_playable_story_whose_parts_share_no_names) {
  const Workload& workload = *find_workload(GetParam());
  for (std::uint64_t seed = 0; seed < 200; seed += 4) {
    Scenario story = draw(workload, seed, {});
    for (std::uint64_t more = 1; more < 4; ++more) {
      const Scenario next = draw(workload, seed + more, story.parameters);
      const std::uint32_t first = append_sequel(next, story);
      const auto size = static_cast<std::uint32_t>(story.steps.size());
      ASSERT_EQ(size - first, next.steps.size());
      ASSERT_EQ(why_unplayable(story), "") << seed;
      ASSERT_EQ(std::ranges::count(story.steps, Step::Kind::calm, &Step::kind), 1);
      EXPECT_FALSE(meet(actors(story, 0, first), actors(story, first, size)));
      for (const Kind kind : {Kind::count, Kind::value})
        EXPECT_FALSE(meet(numbers(story, kind, 0, first), numbers(story, kind, first, size)));
      EXPECT_EQ(numbers(story, Kind::sum, first, size),
                numbers(next, Kind::sum, 0, static_cast<std::uint32_t>(next.steps.size())));
      EXPECT_EQ(actors(story, first, size).size(),
                actors(next, 0, static_cast<std::uint32_t>(next.steps.size())).size());
    }
    HistoryFile file;
    file.scenario = story;
    const Result<HistoryFile> again = read_history(write_history(file));
    ASSERT_TRUE(again) << again.why();
    EXPECT_EQ(again->scenario, story);
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, Sequel,
                         testing::Values("echo", "unique-ids", "broadcast", "g-set", "g-counter",
                                         "pn-counter", "kafka", "lin-kv", "txn-list-append",
                                         "txn-rw-register"),
                         [](const auto& at) {
                           std::string name = at.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Sequels, name_messages_of_their_own_commands) {
  Scenario story;
  story.workload = find_workload("kafka")->contract;
  story.parameters.set("nodes", 1);
  send(story, "c1", 0).number(0).number(2).number(5);
  calm(story);
  send(story, "r0", 1).number(0);
  Scenario next = story;
  next.steps.insert(next.steps.begin() + 1, exception(Step::Kind::late, 1));
  EXPECT_EQ(append_sequel(next, story), 2U);
  ASSERT_EQ(story.steps.size(), 6U);
  EXPECT_EQ(story.steps[2].id, 3U);
  EXPECT_EQ(story.steps[2].actor, "c3");
  TapeReader fields(story.steps[2].command.fields);
  EXPECT_EQ(fields.number(0, 9), 0);
  EXPECT_EQ(fields.number(0, 9), 5) << "key 2 behind key 2";
  EXPECT_EQ(fields.number(0, 99), 11) << "message 5 behind message 5";
  EXPECT_EQ(story.steps[3].id, 3U);
  EXPECT_EQ(story.steps[4].kind, Step::Kind::calm);
  EXPECT_EQ(story.steps[5].actor, "r2");
}

}  // namespace
}  // namespace fencepost::properties
