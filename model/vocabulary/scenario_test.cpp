// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/scenario.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

Scenario two_messages() {
  Scenario scenario;
  scenario.workload = find_contract("offset-commit");
  for (std::uint32_t id : {1U, 2U}) {
    Step& step = scenario.steps.emplace_back();
    step.id = id;
    step.actor = "c1";
    step.command.type = 0;
    step.command.fields.number(0).number(id);
  }
  return scenario;
}

std::string why_with(Step step, std::size_t place = 2) {
  Scenario scenario = two_messages();
  scenario.steps.insert(scenario.steps.begin() + static_cast<std::ptrdiff_t>(place),
                        std::move(step));
  return why_unplayable(scenario);
}

TEST(Scenario, is_playable_with_exceptions_about_messages_sent_before) {
  EXPECT_EQ(why_unplayable(two_messages()), "");
  EXPECT_EQ(why_with(exception(Step::Kind::again, 2)), "");
  EXPECT_EQ(why_with(exception(Step::Kind::crash)), "");
}

TEST(Scenario, says_why_it_is_not_playable) {
  EXPECT_NE(why_with(exception(Step::Kind::again, 3)).find("message 3"), std::string::npos);
  EXPECT_NE(why_with(exception(Step::Kind::late, 2), 1).find("message 2"), std::string::npos);
  Scenario scenario = two_messages();
  std::swap(scenario.steps[0], scenario.steps[1]);
  EXPECT_NE(why_unplayable(scenario).find("does not come after"), std::string::npos);
  scenario = two_messages();
  scenario.steps.push_back(exception(Step::Kind::calm));
  scenario.steps.push_back(exception(Step::Kind::crash));
  EXPECT_NE(why_unplayable(scenario).find("calm"), std::string::npos);
  scenario = two_messages();
  scenario.parameters.set("partitions", 0);
  EXPECT_NE(why_unplayable(scenario).find("out of range"), std::string::npos);
  scenario.parameters = {};
  scenario.parameters.set("size", 1);
  EXPECT_NE(why_unplayable(scenario).find("not one of"), std::string::npos);
  scenario = two_messages();
  scenario.workload = find_contract("windowed-aggregation");
  EXPECT_NE(why_unplayable(scenario).find("missing"), std::string::npos);
}

TEST(Scenario, counts_every_exception_to_a_family) {
  for (int kind = 1; kind < static_cast<int>(Step::Kind::calm); ++kind)
    EXPECT_NE(family_of(exception(static_cast<Step::Kind>(kind), 1)), Family::none) << kind;
  EXPECT_EQ(family_of(exception(Step::Kind::wait)), Family::partition);
  Step zombie;
  EXPECT_EQ(family_of(zombie), Family::none);
  zombie.zombie = true;
  EXPECT_EQ(family_of(zombie), Family::zombie);
}

}  // namespace
}  // namespace fencepost
