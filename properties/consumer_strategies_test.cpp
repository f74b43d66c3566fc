// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/consumer_strategies.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

const Contract& contract() { return *find_contract("consumer-strategies"); }

constexpr std::string_view event = R"(append partition=0 tenant="a" tokens=5 time=0)";
constexpr std::string_view event_1 = R"(append partition=1 tenant="a" tokens=6 time=0)";
constexpr std::string_view poll = "poll consumer=0 partition=0";
constexpr std::string_view apply = "apply consumer=0 partition=0";
constexpr std::string_view commit = "commit consumer=0 partition=0";
constexpr std::string_view commit_fails = "commit_fails consumer=0 partition=0";
constexpr std::string_view dies = "consumer_crash consumer=0";
constexpr std::string_view move = "rebalance partition=0 consumer=1";
constexpr std::string_view totals = "totals";

/// A scenario written by hand: commands and exceptions in words.
class Story {
 public:
  Story(std::vector<std::pair<std::string, std::int64_t>> parameters,
        std::initializer_list<std::string_view> lines) {
    scenario.workload = &contract();
    scenario.parameters = {{{"partitions", 2}, {"consumers", 2}}};
    for (const auto& [name, value] : parameters) scenario.parameters.set(name, value);
    for (const std::string_view line : lines) add_in_words(scenario, "c", line);
  }

  /// What the engine with this bug is convicted of, or "held".
  std::string verdict(std::string_view bug = {}) const { return convicted_of(scenario, bug); }

  Scenario scenario;
};

struct Planted {
  const char* bug;
  Story story;
};

std::vector<Planted> shortest_histories() {
  const std::pair<std::string, std::int64_t> in_transactions{"strategy", transactional};
  return {
      {"failed-transaction-moves-the-offset", {{in_transactions}, {event, apply, commit_fails}}},
      {"rolled-back-results-stay", {{in_transactions}, {event, apply, commit_fails, totals}}},
      {"inbox-lives-in-the-consumer",
       {{{"strategy", commit_after_dedupe}, {"inbox", 1}}, {event, apply, dies, apply}}},
      {"zombie-commits-its-batch", {{{"strategy", commit_after}}, {event, apply, move, commit}}},
      {"rebalance-commits-for-the-old-owner",
       {{{"strategy", commit_after}}, {event, poll, move, totals}}},
      {"outbox-outside-the-transaction",
       {{in_transactions, {"sinks", 2}, {"outbox", 1}}, {event, apply, totals}}},
      {"relayed-twice",
       {{{"strategy", commit_first}, {"sinks", 2}, {"outbox", 1}},
        {event, apply, "relay_crash", "relay", totals}}},
      {"usage-window-truncates",
       {{{"strategy", commit_first}, {"window", 2}},
        {R"(append partition=0 tenant="a" tokens=0 time=-1)", apply, totals}}},
      {"effect-acknowledged-before-synced",
       {{{"strategy", commit_after}}, {event, apply, "crash", apply}}},
  };
}

TEST(ConsumerStrategies, short_histories_convict_planted_bugs_by_their_properties) {
  for (const auto& [id, story] : shortest_histories()) {
    SCOPED_TRACE(id);
    const sut::PlantedBug* const bug = sut::find_planted_bug(id);
    ASSERT_NE(bug, nullptr);
    EXPECT_EQ(story.verdict(), "held");
    EXPECT_EQ(story.verdict(id), bug->property);
    EXPECT_EQ(story.scenario.steps.size(), static_cast<std::size_t>(bug->shortest));
  }
}

TEST(ConsumerStrategies, an_open_fate_convicts_nobody) {
  for (std::int64_t strategy = commit_first; strategy <= transactional; ++strategy)
    for (std::size_t struck = 0; struck < 6; ++struck)
      for (const std::string_view trouble : {"crash-in", "fail-sync"}) {
        Story story({{"strategy", strategy}, {"batch", 1}},
                    {event, apply, commit, event, apply, dies, apply, commit, move, event,
                     "apply consumer=1 partition=0", totals});
        Step strike;
        const std::string words = std::string(trouble) + " " + std::to_string(struck + 1) + " at=1";
        ASSERT_EQ(read_exception(words, strike), "") << words;
        story.scenario.steps.insert(
            story.scenario.steps.begin() + static_cast<std::ptrdiff_t>(struck) + 1, strike);
        EXPECT_EQ(story.verdict(), "held") << strategy << " " << words;
      }
}

/// A history in which every command of the story was answered with what `outcomes` says, in order.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario) {}

  Told& done(const std::function<void(Tape&)>& fill) {
    const auto message = static_cast<std::uint32_t>(history_.size());
    Event& told = history_.add();
    told.step = told.message = message;
    fill(told.outcome.done());
    return *this;
  }
  Told& offset(std::int64_t offset) {
    return done([&](Tape& result) { result.number(offset); });
  }
  Told& polled(std::int64_t first, std::int64_t next, std::int64_t committed) {
    return done([&](Tape& result) { result.number(first).number(next).number(committed); });
  }
  Told& applied(std::int64_t offset) {
    return done([&](Tape& result) { result.number(offset).absent().flag(true); });
  }
  Told& committed(std::int64_t next) {
    return done([&](Tape& result) { result.number(next).absent(); });
  }
  Told& nothing() {
    return done([](Tape&) {});
  }
  std::string broken() const { return broken_in(scenario_, history_); }

 private:
  const Scenario scenario_;
  History history_;
};

TEST(ConsumerStrategies, each_strategy_is_held_to_its_own_guarantee) {
  const auto lost = [](std::int64_t strategy) {
    return Told(Story({{"strategy", strategy}}, {event, poll, dies}))
        .offset(0)
        .polled(0, 1, 1)
        .nothing()
        .broken();
  };
  EXPECT_EQ(lost(commit_first), "");
  EXPECT_EQ(lost(commit_after), "an_offset_moves_by_its_commit_alone never_loses ");
  EXPECT_EQ(lost(transactional), "an_offset_moves_by_its_commit_alone bills_exactly_once ");

  const auto repeated = [](std::int64_t strategy, std::int64_t inbox) {
    return Told(Story({{"strategy", strategy}, {"inbox", inbox}}, {event, apply, dies, apply}))
        .offset(0)
        .applied(0)
        .nothing()
        .applied(0)
        .broken();
  };
  EXPECT_EQ(repeated(commit_after, 0), "");
  EXPECT_EQ(repeated(commit_after_dedupe, 0), "bills_exactly_once ");
  EXPECT_EQ(repeated(commit_after_dedupe, 1), "bills_exactly_once_within_the_inbox ");
  EXPECT_EQ(repeated(commit_first, 0), "an_offset_moves_by_its_commit_alone never_bills_twice ");
}

TEST(ConsumerStrategies, a_bounded_inbox_may_repeat_what_it_had_to_forget) {
  const auto repeated = [](std::int64_t inbox) {
    return Told(Story({{"strategy", commit_after_dedupe}, {"inbox", inbox}},
                      {event, event, apply, apply, dies, apply}))
        .offset(0)
        .offset(1)
        .applied(0)
        .applied(1)
        .nothing()
        .applied(0)
        .broken();
  };
  EXPECT_EQ(repeated(1), "");
  EXPECT_EQ(repeated(2), "bills_exactly_once_within_the_inbox ");
}

TEST(ConsumerStrategies, the_order_of_a_tenant_is_that_of_its_partition) {
  const Story story({{"strategy", commit_after}}, {event, event, apply, apply});
  EXPECT_EQ(Told(story).offset(0).offset(1).applied(0).applied(1).broken(), "");
  EXPECT_EQ(Told(story).offset(0).offset(1).applied(1).applied(0).broken(),
            "an_offset_moves_by_its_commit_alone tenant_order_is_kept ");
  const Story two({{"strategy", commit_after}},
                  {event, event_1, "apply consumer=1 partition=1", apply});
  EXPECT_EQ(Told(two).offset(0).offset(0).applied(0).applied(0).broken(), "");
}

TEST(ConsumerStrategies, offsets_are_dense_and_totals_are_sums) {
  const Story story({{"strategy", commit_after}}, {event, apply, commit, totals});
  const auto told = [&](std::int64_t tokens, std::int64_t events) {
    return Told(story)
        .offset(0)
        .applied(0)
        .committed(1)
        .done([&](Tape& result) {
          result.list(1).list(4).number(0).text("a").number(tokens).number(events);
          result.list(0).number(0).list(1).list(2).number(0).number(1);
        })
        .broken();
  };
  EXPECT_EQ(told(5, 1), "");
  EXPECT_EQ(told(5, 2), "totals_are_what_was_billed ");
  EXPECT_EQ(told(6, 1), "totals_are_what_was_billed ");
  EXPECT_EQ(Told(story).offset(1).broken(), "offsets_are_dense ");
}

TEST(ConsumerStrategies, drawn_scenarios_hold_and_reach_every_mark) {
  expect_drawn_scenarios_hold("consumer-strategies", 5000);
}

}  // namespace
}  // namespace fencepost::properties
