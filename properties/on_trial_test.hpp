// SPDX-License-Identifier: Apache-2.0
// What the tests of every workload ask: of the engine, clean or with a planted bug, and of
// histories that were made by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {

/// What the engine with this bug is convicted of, or "held".
inline std::string convicted_of(const Scenario& scenario, std::string_view bug) {
  EXPECT_EQ(why_unplayable(scenario), "");
  const std::string_view name = scenario.workload->name;
  const auto home = sut::make_engine(name, sut::find_planted_bug(bug));
  Trial trial(*find_workload(name), *home);
  const Verdict& verdict = trial.run(scenario);
  return verdict.ruling == Ruling::held ? "held" : verdict.fingerprint.property;
}

/// The clean engine holds under the scenarios of the first seeds, and they reach every mark. `also`
/// looks at each trial.
inline void expect_drawn_scenarios_hold(
    std::string_view name, std::uint64_t seeds,
    const std::function<void(const Trial& trial, std::uint64_t seed)>& also = {}) {
  const Workload& workload = *find_workload(name);
  const auto home = sut::make_engine(name);
  Trial trial(workload, *home);
  std::uint64_t marks = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Scenario scenario = draw_scenario(workload, seed);
    ASSERT_EQ(why_unplayable(scenario), "") << seed;
    const Verdict& verdict = trial.run(scenario);
    ASSERT_EQ(verdict.ruling, Ruling::held)
        << seed << ": " << verdict.fingerprint.property << ": " << verdict.sentence;
    if (also) also(trial, seed);
    if (testing::Test::HasFatalFailure()) return;
    marks |= verdict.marks;
  }
  for (std::size_t i = 0; i < workload.properties.size(); ++i)
    EXPECT_TRUE(workload.properties[i].mode != Mode::sometimes || (marks >> i & 1U) != 0)
        << workload.properties[i].name << " was not reached";
}

/// A system that has not stopped halfway stands where one of the model's fates does.
inline void expect_state_of_the_model(const Trial& trial, std::uint64_t seed) {
  if (trial.end().kind != faults::End::Kind::played) return;
  ASSERT_NE(trial.model_state().find(trial.system_state()), std::string::npos) << seed;
}

/// The names of all properties that the history breaks, each with a space behind it.
inline std::string broken_in(const Scenario& scenario, const History& history) {
  std::string names;
  for (const Property& property : find_workload(scenario.workload->name)->properties)
    if (property.check != nullptr && property.check(scenario, history))
      names += std::string(property.name) + " ";
  return names;
}

/// Appends a command of the actor, or an exception, as a .history file has it.
inline void add_in_words(Scenario& scenario, std::string_view actor, std::string_view line) {
  std::string_view rest = line;
  if (names_exception(take_word(rest))) {
    EXPECT_EQ(read_exception(line, scenario.steps.emplace_back()), "");
    return;
  }
  send(scenario, actor, 0);
  EXPECT_EQ(read_command(line, *scenario.workload, scenario.steps.back().command), "");
}

}  // namespace fencepost::properties
