// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/presumptions.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/kafka_commands.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

Scenario sends(std::initializer_list<std::int64_t> keys) {
  Scenario scenario;
  scenario.workload = find_workload("kafka")->contract;
  scenario.parameters.set("nodes", 1);
  std::int64_t message = 0;
  for (const std::int64_t key : keys)
    send(scenario, "c0", KafkaCommand::send).number(0).number(key).number(message++);
  calm(scenario);
  return scenario;
}

void drain(Scenario& scenario, std::initializer_list<std::int64_t> keys, bool from_start = true) {
  Tape& fields = send(scenario, "r0", KafkaCommand::assign).number(0);
  fields.list(static_cast<std::uint32_t>(keys.size()));
  for (const std::int64_t key : keys) fields.number(key);
  fields.flag(from_start);
  send(scenario, "r0", KafkaCommand::drain).number(0);
}

TEST(Presumptions, see_whether_every_key_is_drained_from_its_start) {
  Scenario scenario = sends({1, 2});
  EXPECT_FALSE(reads_everything_back(scenario));
  drain(scenario, {1});
  EXPECT_FALSE(reads_everything_back(scenario));
  drain(scenario, {2, 3});
  EXPECT_TRUE(reads_everything_back(scenario)) << "one after the other will do";

  Scenario from_committed = sends({1});
  drain(from_committed, {1}, false);
  EXPECT_FALSE(reads_everything_back(from_committed));
  from_committed.parameters.set("resume", 0);
  EXPECT_TRUE(reads_everything_back(from_committed));

  Scenario assigned_only = sends({1});
  drain(assigned_only, {1});
  assigned_only.steps.pop_back();
  EXPECT_FALSE(reads_everything_back(assigned_only));
}

TEST(Presumptions, hold_for_what_is_drawn) {
  for (const Workload& workload : cluster_workloads()) {
    Parameters given;
    given.set("nodes", 2);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Scenario scenario = draw_scenario(workload, seed, faults::Families::all(), 40, given);
      EXPECT_TRUE(reads_everything_back(scenario)) << workload.contract->name << seed;
      EXPECT_FALSE(writes_twice(scenario)) << workload.contract->name << seed;
    }
  }
}

TEST(Presumptions, see_a_message_that_is_sent_twice) {
  Scenario scenario = sends({1});
  EXPECT_FALSE(writes_twice(scenario));
  send(scenario, "c1", KafkaCommand::send).number(0).number(1).number(0);
  EXPECT_TRUE(writes_twice(scenario));
}

}  // namespace
}  // namespace fencepost::properties
