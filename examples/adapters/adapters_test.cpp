// SPDX-License-Identifier: Apache-2.0
// What two assignors that nobody here wrote answer to group-assign, right or wrong. Where they
// differ from the contract, the difference stands here as it was found.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/shrinker.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/sut/external/child_home.hpp"

namespace fencepost {
namespace {

const std::string folder = FENCEPOST_SOURCE_DIR "/examples/adapters/";
const std::vector<std::string> kafka_python = {"/usr/bin/python3",
                                               folder + "kafka_python_roundrobin.py"};
const std::vector<std::string> kafkajs = {"node", folder + "kafkajs_roundrobin.js"};

const properties::Workload& group_assign() { return *properties::find_workload("group-assign"); }

sut::ChildOptions options(const std::vector<std::string>& argv) {
  return {argv, std::chrono::seconds(20), std::chrono::seconds(10), true};
}

struct Case {
  const char* command;
  const char* reply;
};

void expect_replies(const std::vector<std::string>& argv, const std::vector<Case>& cases) {
  const Contract& contract = *group_assign().contract;
  faults::SimDisk disk;
  sut::ChildHome home(contract, options(argv));
  home.move_in({}, disk);
  sut::Start start = home.start();
  ASSERT_NE(start.system, nullptr) << start.failure << "\napt install python3-kafka nodejs npm";
  for (const auto& [text, reply] : cases) {
    Command command;
    ASSERT_EQ(read_command(text, contract, command), "");
    Outcome outcome;
    start.system->answer(command, outcome);
    EXPECT_EQ(to_text(contract, command, outcome), reply) << text << start.system->failed();
  }
}

TEST(KafkaPythonRoundRobin, does_as_the_contract_says_for_every_group_that_has_members) {
  expect_replies(
      kafka_python,
      {
          {R"(assign members=["b","a"] partitions=[2,0,1])", R"(owners=[[0,"a"],[1,"b"],[2,"a"]])"},
          {R"(assign members=["b","a","b"] partitions=[1,0,1])", R"(owners=[[0,"a"],[1,"b"]])"},
          {R"(assign members=["a","b","c"] partitions=[7])", R"(owners=[[7,"a"]])"},
          {R"(assign members=["a"] partitions=[9223372036854775807])",
           R"(owners=[[9223372036854775807,"a"]])"},
          {R"(assign members=["a"] partitions=[])", "owners=[]"},
          {R"(assign members=["a"] partitions=[true])", "refused malformed"},
      });
}

TEST(KafkaPythonRoundRobin, says_nothing_of_partitions_that_nobody_owns) {
  expect_replies(kafka_python, {{"assign members=[] partitions=[0]", "owners=[]"}});
}

TEST(KafkaJsRoundRobin, does_as_the_contract_says_for_sorted_lists_without_duplicates) {
  expect_replies(
      kafkajs,
      {
          {R"(assign members=["b","a"] partitions=[0,1,2])", R"(owners=[[0,"a"],[1,"b"],[2,"a"]])"},
          {R"(assign members=["a","b","c"] partitions=[7])", R"(owners=[[7,"a"]])"},
          {R"(assign members=["a"] partitions=[])", "owners=[]"},
          {R"(assign members=["a"] partitions=[true])", "refused malformed"},
      });
}

TEST(KafkaJsRoundRobin, differs_elsewhere) {
  expect_replies(
      kafkajs,
      {
          // Nobody becomes a member of that name.
          {"assign members=[] partitions=[0]", R"(owners=[[0,"undefined"]])"},
          // Partitions are dealt in the order in which they come.
          {R"(assign members=["a","b"] partitions=[1,0])", R"(owners=[[0,"b"],[1,"a"]])"},
          // A member listed twice is dealt to twice, and a partition listed twice is dealt twice.
          {R"(assign members=["a","a","b"] partitions=[0,1,2])",
           R"(owners=[[0,"a"],[1,"a"],[2,"b"]])"},
          {R"(assign members=["a","b"] partitions=[0,0])", R"(owners=[[0,"a"],[0,"b"]])"},
          // Partitions are 32 bits on Kafka's wire.
          {R"(assign members=["a"] partitions=[2147483648])", "refused abort"},
      });
}

/// The commands of the minimal history of the first seed that fails.
std::string first_minimal_history(const std::vector<std::string>& argv) {
  sut::ChildHome home(*group_assign().contract, options(argv));
  properties::Trial trial(group_assign(), home);
  const auto fails = [&](const Scenario& scenario) -> std::optional<properties::Fingerprint> {
    const properties::Verdict& verdict = trial.run(scenario);
    EXPECT_NE(verdict.ruling, properties::Ruling::system_failed) << verdict.sentence;
    if (verdict.ruling != properties::Ruling::violated) return std::nullopt;
    return verdict.fingerprint;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Scenario scenario = properties::draw_scenario(group_assign(), seed);
    const std::optional<properties::Fingerprint> fingerprint = fails(scenario);
    if (!fingerprint) continue;
    std::string text;
    for (const Step& step : properties::shrink(scenario, *fingerprint, fails).scenario.steps)
      text += step.kind == Step::Kind::command ? to_text(*scenario.workload, step.command)
                                               : to_text(step);
    return text;
  }
  return {};
}

TEST(Suites, find_the_empty_group_in_both) {
  EXPECT_EQ(first_minimal_history(kafka_python), "assign members=[] partitions=[0]");
  EXPECT_EQ(first_minimal_history(kafkajs), "assign members=[] partitions=[0]");
}

}  // namespace
}  // namespace fencepost
