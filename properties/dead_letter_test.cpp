// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/dead_letter.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "fencepost/properties/on_trial_test.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

constexpr std::optional<std::int64_t> always = std::nullopt;

/// A scenario written by hand.
class Story {
 public:
  explicit Story(std::int64_t max_attempts = 1) {
    scenario.workload = find_contract("dead-letter");
    scenario.parameters.set("partitions", 1);
    scenario.parameters.set("max_attempts", max_attempts);
  }

  Story& arrive(std::optional<std::int64_t> failures, std::int64_t value = 7) {
    Tape& fields = send(scenario, "source", 0).number(0).text("k").number(value);
    failures ? fields.number(*failures) : fields.null();
    return *this;
  }
  Story& work() { return ask(1).number(0), *this; }
  Story& progress() { return ask(2).number(0), *this; }
  Story& letters() { return ask(3), *this; }
  Story& replay(std::int64_t id) { return ask(4).number(id), *this; }
  Story& results() { return ask(5), *this; }
  Story& trouble(Step::Kind kind, std::uint32_t id = 0, std::uint32_t at = 1) {
    scenario.steps.emplace_back().kind = kind;
    scenario.steps.back().id = id;
    scenario.steps.back().at = at;
    return *this;
  }
  /// What the engine with this bug is convicted of, or "held".
  std::string verdict(std::string_view bug = {}) const { return convicted_of(scenario, bug); }

  Scenario scenario;

 private:
  Tape& ask(std::uint8_t type) { return send(scenario, "worker", type); }
};

struct Planted {
  const char* bug;
  Story story;
};

std::vector<Planted> shortest_histories() {
  using enum Step::Kind;
  return {
      {"offset-moves-before-the-hand-off",
       Story().arrive(always).work().trouble(crash_in, 2, 3).work().letters()},
      {"hand-off-error-only-logged", Story().arrive(always).work().trouble(disk_full, 2).work()},
      {"letter-acknowledged-before-synced", Story().arrive(always).work().trouble(crash).work()},
      {"hand-off-repeated-after-a-crash",
       Story().arrive(always).work().trouble(crash_in, 2, 3).work().letters()},
      {"failing-record-skipped", Story().arrive(1).work().letters()},
      {"letter-takes-the-next-payload", Story().arrive(always).arrive(0, 8).work().letters()},
      {"letter-loses-its-offset", Story().arrive(0).arrive(always).work().work().letters()},
      {"replayed-letter-erased", Story().arrive(1).work().replay(0).letters()},
      {"one-attempt-too-many", Story().arrive(always).work()},
      {"attempts-not-stored", Story(2).arrive(always).work().trouble(crash).work()},
      {"last-success-dead-lettered", Story().arrive(0).work()},
      {"replay-not-idempotent", Story().arrive(1).work().replay(0).replay(0)},
      {"replay-not-stored", Story().arrive(1).work().replay(0).trouble(crash).letters()},
      {"complete-despite-open-letters", Story().arrive(always).work().results()},
  };
}

TEST(DeadLetter, the_shortest_history_of_each_bug_convicts_it_by_its_property) {
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
    EXPECT_TRUE(bug->workload != "dead-letter" || seen.contains(bug->id)) << bug->id;
}

TEST(DeadLetter, power_lost_anywhere_in_a_hand_off_a_success_or_a_replay_convicts_nobody) {
  using enum Step::Kind;
  for (std::uint32_t at = 1; at <= 4; ++at) {
    for (std::uint32_t kept = 0; kept < 3; ++kept) {
      const auto play = [&](Story story, std::uint32_t message) {
        story.trouble(crash_in, message, at);
        story.scenario.steps.back().loss.kept = kept;
        story.work().progress().letters().replay(0).results().letters().work();
        EXPECT_EQ(story.verdict(), "held") << at << ", " << kept;
      };
      play(Story().arrive(always).work(), 2);
      play(Story().arrive(0).arrive(1).work(), 3);
      play(Story().arrive(1).work().replay(0), 3);
      play(Story(2).arrive(2).work().work(), 3);
    }
  }
}

TEST(DeadLetter, an_open_fate_convicts_nobody) {
  using enum Step::Kind;
  for (const Step::Kind kind : {fail_write, fail_sync}) {
    for (std::uint32_t at = 1; at <= 2; ++at) {
      EXPECT_EQ(Story()
                    .arrive(1)
                    .work()
                    .trouble(kind, 2, at)
                    .progress()
                    .work()
                    .results()
                    .letters()
                    .replay(0)
                    .results()
                    .verdict(),
                "held");
      EXPECT_EQ(Story().arrive(1).trouble(kind, 1, at).work().progress().letters().verdict(),
                "held");
      EXPECT_EQ(Story()
                    .arrive(1)
                    .work()
                    .replay(0)
                    .trouble(kind, 3, at)
                    .replay(0)
                    .letters()
                    .results()
                    .verdict(),
                "held");
    }
  }
}

/// A history in which every command of the story was answered with what is told, in order.
class Told {
 public:
  explicit Told(const Story& story) : scenario_(story.scenario) {}

  Told& answer(const std::function<void(Tape&)>& fill) {
    const auto message = static_cast<std::uint32_t>(history_.size());
    Event& event = history_.add();
    event.step = event.message = message;
    fill(event.outcome.done());
    return *this;
  }
  Told& arrived(std::int64_t offset) {
    return answer([&](Tape& tape) { tape.number(offset); });
  }
  Told& tried(std::int64_t offset, std::int64_t attempt, std::string_view result) {
    return answer([&](Tape& tape) { tape.number(offset).number(attempt).text(result); });
  }
  Told& nothing() {
    return answer([](Tape& tape) { tape.absent().absent().absent(); });
  }
  Told& progress(std::int64_t committed, std::int64_t end, bool complete) {
    return answer([&](Tape& tape) { tape.number(committed).number(end).flag(complete); });
  }
  struct Row {
    std::int64_t offset = 0, value = 7;
    std::string_view reason = "failed 1 times";
    std::int64_t attempts = 1;
    bool replayed = false;
  };
  Told& letters(const std::vector<Row>& rows) {
    return answer([&](Tape& tape) {
      tape.list(static_cast<std::uint32_t>(rows.size()));
      std::int64_t id = 0;
      for (const Row& row : rows)
        tape.list(8)
            .number(id++)
            .number(0)
            .number(row.offset)
            .text("k")
            .number(row.value)
            .text(row.reason)
            .number(row.attempts)
            .flag(row.replayed);
    });
  }
  Told& replayed(bool processed, std::int64_t attempts) {
    return answer([&](Tape& tape) { tape.flag(processed).number(attempts); });
  }
  Told& results(const std::vector<std::int64_t>& offsets, bool complete, std::int64_t value = 7) {
    return answer([&](Tape& tape) {
      tape.list(static_cast<std::uint32_t>(offsets.size()));
      for (const std::int64_t offset : offsets)
        tape.list(4).number(0).number(offset).text("k").number(value);
      tape.flag(complete);
    });
  }
  std::string broken() const { return broken_in(scenario_, history_); }

 private:
  const Scenario scenario_;
  History history_;
};

TEST(DeadLetter, attempts_out_of_order_break_a_property) {
  const Story flaky = Story(2).arrive(1).work().work();
  EXPECT_EQ(Told(flaky).arrived(0).tried(0, 1, "failed").tried(0, 2, "processed").broken(), "");
  EXPECT_EQ(Told(flaky).arrived(0).tried(0, 1, "failed").tried(0, 1, "failed").broken(),
            "retries_are_bounded ");
  EXPECT_EQ(Told(flaky).arrived(0).tried(0, 2, "processed").broken(), "retries_are_bounded ");
  EXPECT_EQ(Told(flaky).arrived(0).tried(0, 1, "dead_lettered").broken(),
            "only_failing_records_are_dead_lettered ");
  EXPECT_EQ(Told(flaky).arrived(0).tried(0, 1, "failed").tried(0, 2, "dead_lettered").broken(),
            "only_failing_records_are_dead_lettered ");
  const Story poison = Story().arrive(always).work().work();
  EXPECT_EQ(Told(poison).arrived(0).tried(0, 1, "failed").broken(), "retries_are_bounded ");
  EXPECT_EQ(
      Told(poison).arrived(0).tried(0, 1, "dead_lettered").tried(0, 1, "dead_lettered").broken(),
      "acknowledged_results_survive ");
  EXPECT_EQ(Told(poison).arrived(0).tried(1, 1, "processed").broken(),
            "every_record_is_processed_or_dead_lettered ");
}

TEST(DeadLetter, offsets_that_pass_or_go_back_break_a_property) {
  const Story story = Story().arrive(0).arrive(0).work().progress();
  const auto told = [&](auto next) {
    Told all(story);
    next(all.arrived(0).arrived(1));
    return all.broken();
  };
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(1, 2, false); }), "");
  EXPECT_EQ(told([](Told& all) { all.tried(1, 1, "processed"); }),
            "the_offset_never_passes_an_unhandled_record ");
  EXPECT_EQ(told([](Told& all) { all.nothing(); }), "the_offset_never_passes_an_unhandled_record ");
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(2, 2, true); }),
            "the_offset_never_passes_an_unhandled_record ");
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(0, 2, false); }),
            "acknowledged_results_survive ");
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(1, 1, true); }),
            "acknowledged_results_survive ");
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(1, 3, false); }),
            "every_record_is_processed_or_dead_lettered ");
  EXPECT_EQ(told([](Told& all) { all.tried(0, 1, "processed").progress(1, 2, true); }),
            "completeness_is_reported ");
  EXPECT_EQ(Told(Story().arrive(0).arrive(0)).arrived(0).arrived(0).broken(),
            "acknowledged_results_survive ");
  EXPECT_EQ(Told(Story().arrive(0)).arrived(1).broken(),
            "every_record_is_processed_or_dead_lettered ");
}

TEST(DeadLetter, letters_that_differ_from_their_records_break_a_property) {
  const Story story = Story().arrive(always).work().letters().letters();
  const auto told = [&](const std::vector<Told::Row>& rows) {
    return Told(story).arrived(0).tried(0, 1, "dead_lettered").letters(rows).broken();
  };
  const std::string identity = "a_dead_letter_keeps_its_identity ";
  const std::string every = "every_record_is_processed_or_dead_lettered ";
  EXPECT_EQ(told({{}}), "");
  EXPECT_EQ(told({}), every);
  EXPECT_EQ(told({{}, {}}), every);
  EXPECT_EQ(told({{.value = 8}}), identity);
  EXPECT_EQ(told({{.reason = "poison"}}), identity);
  EXPECT_EQ(told({{.attempts = 2}}), identity);
  EXPECT_EQ(told({{.replayed = true}}), identity);
  EXPECT_EQ(told({{}, {.offset = 1}}), identity);
  EXPECT_EQ(told({{.attempts = 0}}), "acknowledged_results_survive ");
  EXPECT_EQ(Told(Story().arrive(0).work().letters())
                .arrived(0)
                .tried(0, 1, "processed")
                .letters({{}})
                .broken(),
            identity);
}

TEST(DeadLetter, replays_and_results_that_do_not_add_up_break_a_property) {
  const Story story = Story().arrive(1).work().replay(0).replay(0).results();
  const auto told = [&] { return Told(story).arrived(0).tried(0, 1, "dead_lettered"); };
  EXPECT_EQ(told().replayed(true, 2).broken(), "");
  EXPECT_EQ(told().replayed(true, 2).replayed(true, 3).broken(),
            "a_letter_is_replayed_at_most_once ");
  EXPECT_EQ(told().replayed(false, 1).broken(), "acknowledged_results_survive ");
  EXPECT_EQ(told().replayed(false, 3).broken(), "a_dead_letter_keeps_its_identity ");

  const Story shown = Story().arrive(0).arrive(always).work().work().results();
  const auto results = [&](const std::vector<std::int64_t>& offsets, bool complete,
                           std::int64_t value = 7) {
    return Told(shown)
        .arrived(0)
        .arrived(1)
        .tried(0, 1, "processed")
        .tried(1, 1, "dead_lettered")
        .results(offsets, complete, value)
        .broken();
  };
  const std::string every = "every_record_is_processed_or_dead_lettered ";
  EXPECT_EQ(results({0}, false), "");
  EXPECT_EQ(results({0}, true), "completeness_is_reported ");
  EXPECT_EQ(results({}, false), every);
  EXPECT_EQ(results({0, 0}, false), every);
  EXPECT_EQ(results({0, 1}, false), every);
  EXPECT_EQ(results({0, 2}, false), every);
  EXPECT_EQ(results({0}, false, 8), every);
  EXPECT_EQ(Told(Story().arrive(0).work().results())
                .arrived(0)
                .tried(0, 1, "processed")
                .results({0}, false)
                .broken(),
            "completeness_is_reported ");
}

TEST(DeadLetter, drawn_scenarios_hold_and_reach_every_mark) {
  expect_drawn_scenarios_hold("dead-letter", 2000);
}

}  // namespace
}  // namespace fencepost::properties
