// SPDX-License-Identifier: Apache-2.0
// The good examples answer every sequence of seeds/vectors, with their crashes, exactly as it
// stands there.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "fencepost/sut/external/hostile/child_on_trial.hpp"
#include "fencepost/sut/external/json_codec.hpp"

namespace fencepost::sut {
namespace {

using nlohmann::json;

const std::string examples = FENCEPOST_SOURCE_DIR "/examples/";

const json& vectors() {
  static const json all =
      json::parse(std::ifstream(FENCEPOST_SOURCE_DIR "/seeds/vectors/workloads.json"));
  return all;
}

Parameters parameters_of(const json& sequence) {
  Parameters parameters;
  for (const auto& [name, value] : sequence.at("params").items())
    parameters.set(name, value.get<std::int64_t>());
  return parameters;
}

Outcome wanted_of(const Contract& contract, const Command& command, const json& outcome) {
  Outcome wanted;
  if (outcome.contains("refused")) {
    wanted.refuse(outcome.at("refused").get<std::string>());
    return wanted;
  }
  json reply = outcome.at("done");
  reply["type"] = std::string(contract.commands[command.type].name) + "_ok";
  EXPECT_EQ(decode_reply(contract, command, *read_json(reply.dump()), true, wanted), "");
  return wanted;
}

/// Plays one sequence; returns the commands answered.
int play(ChildOnTrial& child, const Contract& contract, const json& sequence) {
  int commands = 0;
  child.move_in(parameters_of(sequence));
  for (const json& step : sequence.at("steps")) {
    if (step.contains("fault")) {
      child.crash();
      continue;
    }
    const Result<Command> command = decode_command(contract, step.at("command").dump());
    EXPECT_EQ(child.ask(*command), wanted_of(contract, *command, step.at("outcome")))
        << step << child.failed();
    ++commands;
  }
  return commands;
}

struct Example {
  const char* name;
  const char* workload;
  std::vector<std::string> argv;
};

class Examples : public testing::TestWithParam<Example> {};

TEST_P(Examples, answer_as_the_vectors_say) {
  const Contract& contract = *find_contract(GetParam().workload);
  ChildOptions options{GetParam().argv, std::chrono::seconds(10), std::chrono::seconds(5), true};
  ChildOnTrial child(options, contract);
  int commands = 0;
  for (const json& sequence : vectors()) {
    if (sequence.at("workload") != contract.name || commands >= 200) continue;
    SCOPED_TRACE(sequence.at("id").get<std::string>());
    commands += play(child, contract, sequence);
    if (HasFailure()) return;
  }
  EXPECT_GE(commands, 200);
}

INSTANTIATE_TEST_SUITE_P(
    Good, Examples,
    testing::Values(Example{"offset_commit_py",
                            "offset-commit",
                            {"/usr/bin/python3", examples + "python/offset_commit.py"}},
                    Example{"idempotent_producer_py",
                            "idempotent-producer",
                            {"/usr/bin/python3", examples + "python/idempotent_producer.py"}},
                    Example{"windowed_aggregation_py",
                            "windowed-aggregation",
                            {"/usr/bin/python3", examples + "python/windowed_aggregation.py"}},
                    Example{"log_compaction_js",
                            "log-compaction",
                            {"node", examples + "javascript/log_compaction.js"}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Examples, are_under_sixty_lines) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    const std::string name = entry.path().string();
    if (name.find("node_modules") != std::string::npos ||
        name.find("/nodes/") != std::string::npos ||
        !(name.ends_with(".py") || name.ends_with(".js")))
      continue;
    std::ifstream file(entry.path());
    EXPECT_LT(std::count(std::istreambuf_iterator<char>(file), {}, '\n'), 60) << name;
    ++count;
  }
  EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace fencepost::sut
