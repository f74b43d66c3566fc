// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/exactly_once_stream.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

const Contract& contract() { return *find_contract("exactly-once-stream"); }

/// A scenario written by hand: commands and exceptions in words.
class Story {
 public:
  Story(std::initializer_list<std::string_view> lines) {
    scenario.workload = &contract();
    scenario.parameters.set("partitions", 2);
    for (const std::string_view line : lines) add_in_words(scenario, "p/0", line);
  }

  /// What the engine with this bug is convicted of, or "held".
  std::string verdict(std::string_view bug = {}) const { return convicted_of(scenario, bug); }

  Scenario scenario;
};

constexpr std::string_view begin = R"(begin producer="p" epoch=0)";
constexpr std::string_view begin_1 = R"(begin producer="p" epoch=1)";
constexpr std::string_view send_0 = R"(send producer="p" epoch=0 partition=0 sequence=0 value=7)";
constexpr std::string_view send_1 = R"(send producer="p" epoch=1 partition=0 sequence=0 value=7)";
constexpr std::string_view offset_5 = R"(offsets producer="p" epoch=0 partition=1 offset=5)";
constexpr std::string_view offset_3 = R"(offsets producer="p" epoch=0 partition=1 offset=3)";
constexpr std::string_view commit = R"(commit producer="p" epoch=0)";
constexpr std::string_view commit_1 = R"(commit producer="p" epoch=1)";
constexpr std::string_view abort_0 = R"(abort producer="p" epoch=0)";

struct Planted {
  const char* bug;
  Story story;
};

std::vector<Planted> shortest_histories() {
  return {
      {"zombie-decides", {begin_1, commit}},
      {"bump-keeps-transaction", {begin, commit_1}},
      {"bump-keeps-sequences", {begin, send_0, commit, begin_1, send_1, commit_1}},
      {"filtered-when-sent", {begin, send_0, "again 2", commit}},
      {"newest-offset-wins", {begin, offset_5, commit, begin, offset_3, commit}},
      {"commit-stays-open", {begin, commit, "again 2"}},
      {"buffer-reused-uncleared", {begin, send_0, abort_0, begin, commit}},
      {"begin-not-stored", {begin_1, "crash", begin}},
      {"replay-forgets-sequences", {begin, send_0, commit, "crash", begin, "again 2", commit}},
      {"commit-in-two-records", {begin, send_0, offset_5, commit, "crash-in 4 at=3", "output"}},
      {"committed-before-synced", {begin, send_0, commit, "crash", "output"}},
  };
}

TEST(ExactlyOnceStream, the_shortest_history_of_each_bug_convicts_it_by_its_property) {
  std::set<std::string_view> seen;
  for (const auto& [id, story] : shortest_histories()) {
    SCOPED_TRACE(id);
    const sut::PlantedBug* const bug = sut::find_planted_bug(id);
    ASSERT_NE(bug, nullptr);
    seen.insert(bug->id);
    EXPECT_EQ(story.verdict(), "held");
    EXPECT_EQ(story.verdict(id), bug->property);
    EXPECT_EQ(story.scenario.steps.size(), static_cast<std::size_t>(bug->shortest));
  }
  for (const sut::PlantedBug* bug : sut::planted_bugs())
    EXPECT_TRUE(bug->workload != contract().name || seen.contains(bug->id)) << bug->id;
}

TEST(ExactlyOnceStream, an_open_fate_convicts_nobody) {
  for (const char* const crash : {"crash-in 4 at=1", "crash-in 4 at=2", "crash-in 4 at=2 kept=1"}) {
    SCOPED_TRACE(crash);
    EXPECT_EQ(Story({begin, send_0, offset_5, commit, crash, "output"}).verdict(), "held");
    EXPECT_EQ(Story({begin, send_0, offset_5, commit, crash, begin, "again 2", commit, "output"})
                  .verdict(),
              "held");
    EXPECT_EQ(Story({begin, send_0, offset_5, commit, crash, begin_1, send_1, commit_1}).verdict(),
              "held");
  }
  EXPECT_EQ(Story({begin, send_0, commit, "fail-sync 3 at=1", "output"}).verdict(), "held");
  EXPECT_EQ(Story({begin, send_0, commit, "disk-full 3", "again 3", "output"}).verdict(), "held");
}

/// A history in which every command of the story was answered with what `outcomes` says, in order.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario) {}

  Told& answer(const std::function<void(Outcome&)>& fill) {
    const auto message = static_cast<std::uint32_t>(history_.size());
    Event& event = history_.add();
    event.step = event.message = message;
    fill(event.outcome);
    return *this;
  }
  Told& done(std::uint32_t times = 1) {
    for (; times > 0; --times) answer([](Outcome& outcome) { outcome.done(); });
    return *this;
  }
  /// A commit that appended these values to partition 0 from this offset on.
  Told& appended(std::int64_t offset, const std::vector<std::int64_t>& values) {
    return answer([&](Outcome& outcome) {
      Tape& result = outcome.done().list(static_cast<std::uint32_t>(values.size()));
      for (const std::int64_t value : values)
        result.list(3).number(0).number(offset++).number(value);
      result.list(0);
    });
  }
  /// A commit after which this offset of partition 1 stands.
  Told& stands(std::int64_t offset) {
    return answer(
        [&](Outcome& outcome) { outcome.done().list(0).list(1).list(2).number(1).number(offset); });
  }
  /// The output: what partition 0 holds.
  Told& holds(const std::vector<std::int64_t>& values) {
    return answer([&](Outcome& outcome) {
      Tape& result =
          outcome.done().list(1).list(2).number(0).list(static_cast<std::uint32_t>(values.size()));
      for (const std::int64_t value : values) result.number(value);
      result.list(0);
    });
  }
  Told& refused(std::string_view code) {
    return answer([&](Outcome& outcome) { outcome.refuse(code); });
  }
  std::string broken() const { return broken_in(scenario_, history_); }

 private:
  const Scenario scenario_;
  History history_;
};

TEST(ExactlyOnceStream, properties_tell_breaches_apart) {
  const Story one{begin, send_0, commit, "output", "output"};
  EXPECT_EQ(Told(one).done(2).appended(0, {7}).holds({7}).holds({7}).broken(), "");
  EXPECT_EQ(Told(one).done(2).appended(0, {}).broken(), "a_transaction_is_all_or_nothing ");
  EXPECT_EQ(Told(one).done(2).appended(0, {7, 7}).broken(),
            "each_sequence_is_applied_at_most_once_per_epoch ");
  EXPECT_EQ(Told(one).done(2).appended(0, {8}).broken(),
            "a_commit_decides_its_own_transaction_only ");
  EXPECT_EQ(Told(one).done(2).refused(refusal::no_transaction).broken(),
            "a_commit_decides_its_own_transaction_only ");
  EXPECT_EQ(Told(one).done(2).appended(0, {7}).holds({}).broken(), "acknowledged_records_survive ");
  EXPECT_EQ(Told(one).done(2).appended(0, {7}).holds({8}).broken(),
            "acknowledged_records_survive ");
  EXPECT_EQ(Told(one).done(2).appended(0, {7}).holds({7, 7}).broken(),
            "each_sequence_is_applied_at_most_once_per_epoch ");

  const Story dropped{begin, send_0, abort_0, begin, commit};
  EXPECT_EQ(Told(dropped).done(4).appended(0, {}).broken(), "");
  EXPECT_EQ(Told(dropped).done(4).appended(0, {7}).broken(), "nothing_aborted_is_visible ");

  EXPECT_EQ(Told(Story{begin_1, commit}).done().appended(0, {}).broken(),
            "a_zombie_changes_nothing ");
  EXPECT_EQ(Told(Story{begin_1, commit}).done().refused(refusal::no_transaction).broken(),
            "a_zombie_changes_nothing ");
  EXPECT_EQ(Told(Story{begin, commit_1}).done().appended(0, {}).broken(),
            "a_commit_decides_its_own_transaction_only ");

  const Story offsets{begin, offset_5, commit, begin, offset_3, commit};
  EXPECT_EQ(Told(offsets).done(2).stands(5).done(2).stands(5).broken(), "");
  EXPECT_EQ(Told(offsets).done(2).stands(5).done(2).stands(3).broken(),
            "committed_offsets_never_go_back ");
  EXPECT_EQ(Told(offsets).done(2).stands(4).broken(), "committed_offsets_never_go_back ");
}

TEST(ExactlyOnceStream, drawn_scenarios_hold_and_reach_every_mark) {
  expect_drawn_scenarios_hold("exactly-once-stream", 2000);
}

}  // namespace
}  // namespace fencepost::properties
