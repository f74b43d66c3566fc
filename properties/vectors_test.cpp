// SPDX-License-Identifier: Apache-2.0
// The sequences of seeds/vectors: model and engine give exactly the outcomes that stand there.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/model.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/external/json_codec.hpp"

namespace fencepost {
namespace {

using nlohmann::json;

json read_vectors(const std::string& name) {
  return json::parse(std::ifstream(FENCEPOST_SOURCE_DIR "/seeds/vectors/" + name));
}

const json& vectors() {
  static const json all = [] {
    json joined = read_vectors("workloads.json");
    for (const char* const name :
         {"state_rebuild.json", "dead_letter.json", "consumer_strategies.json"})
      for (const json& sequence : read_vectors(name)) joined.push_back(sequence);
    return joined;
  }();
  return all;
}

Command command_of(const Contract& contract, const json& object) {
  Result<Command> command = sut::decode_command(contract, object.dump());
  EXPECT_TRUE(command) << object;
  return command ? *command : Command{};
}

Outcome outcome_of(const Contract& contract, const Command& command, const json& object) {
  Outcome outcome;
  if (object.contains("refused")) {
    outcome.refuse(object.at("refused").get<std::string>());
    return outcome;
  }
  json reply = object.at("done");
  reply["type"] = std::string(contract.commands[command.type].name) + "_ok";
  const Result<Json> body = read_json(reply.dump());
  const std::string why_not =
      body ? sut::decode_reply(contract, command, *body, true, outcome) : "not JSON";
  EXPECT_EQ(why_not, "") << object;
  return outcome;
}

Parameters parameters_of(const json& object) {
  Parameters parameters;
  for (const auto& [name, value] : object.items()) parameters.set(name, value.get<std::int64_t>());
  return parameters;
}

/// An engine on a disk of its own; `lose_power` starts it anew on what was synced.
class Engine {
 public:
  Engine(const std::string& workload, const Parameters& parameters)
      : home_(sut::make_engine(workload)) {
    if (home_ == nullptr) return;
    home_->move_in(parameters, disk_);
    start();
  }
  bool runs() const { return system_ != nullptr; }
  void lose_power() {
    system_.reset();
    disk_.crash({});
    start();
  }
  Outcome answer(const Command& command) {
    Outcome outcome;
    disk_.begin_message();
    if (runs()) system_->answer(command, outcome);
    return outcome;
  }

 private:
  void start() {
    disk_.begin_message();
    sut::Start start = home_->start();
    EXPECT_EQ(start.damage, "");
    system_ = std::move(start.system);
  }

  faults::SimDisk disk_;
  std::unique_ptr<sut::Home> home_;
  std::unique_ptr<sut::System> system_;
};

int sequences_of(std::string_view workload) {
  if (workload == "state-rebuild" || workload == "dead-letter") return 18;
  return workload == "consumer-strategies" ? 24 : 40;
}

class Vectors : public testing::TestWithParam<const char*> {
 protected:
  /// Calls `play(contract, sequence)` for each of this workload's sequences until one fails.
  template <class Play>
  void for_each_sequence(Play play) {
    const std::string workload = GetParam();
    const Contract* contract = find_contract(workload);
    ASSERT_NE(contract, nullptr);
    int sequences = 0;
    for (const json& sequence : vectors()) {
      if (sequence.at("workload") != workload) continue;
      SCOPED_TRACE(sequence.at("id").get<std::string>());
      play(*contract, sequence);
      ++sequences;
      if (HasFailure()) return;
    }
    EXPECT_EQ(sequences, sequences_of(workload));
  }
};

TEST_P(Vectors, are_what_the_model_answers) {
  for_each_sequence([](const Contract& contract, const json& sequence) {
    const auto model = model::make_model(contract.name, parameters_of(sequence.at("params")));
    ASSERT_NE(model, nullptr) << "no model of " << contract.name << " is registered";
    for (const json& step : sequence.at("steps")) {
      if (step.contains("fault")) {
        model->crash();
        continue;
      }
      const Command command = command_of(contract, step.at("command"));
      Outcome outcome;
      model->answer(command, outcome);
      ASSERT_EQ(outcome, outcome_of(contract, command, step.at("outcome"))) << step;
    }
  });
}

TEST_P(Vectors, are_what_the_engine_answers) {
  for_each_sequence([](const Contract& contract, const json& sequence) {
    Engine engine(std::string(contract.name), parameters_of(sequence.at("params")));
    ASSERT_TRUE(engine.runs()) << "no engine of " << contract.name << " is registered";
    for (const json& step : sequence.at("steps")) {
      if (step.contains("fault")) {
        engine.lose_power();
        continue;
      }
      const Command command = command_of(contract, step.at("command"));
      ASSERT_EQ(engine.answer(command), outcome_of(contract, command, step.at("outcome"))) << step;
    }
  });
}

TEST_P(Vectors, are_answered_alike_with_a_power_loss_after_every_step) {
  for_each_sequence([](const Contract& contract, const json& sequence) {
    const Parameters parameters = parameters_of(sequence.at("params"));
    const auto model = model::make_model(contract.name, parameters);
    Engine engine(std::string(contract.name), parameters);
    ASSERT_NE(model, nullptr) << "no model of " << contract.name << " is registered";
    ASSERT_TRUE(engine.runs()) << "no engine of " << contract.name << " is registered";
    for (const json& step : sequence.at("steps")) {
      if (step.contains("command")) {
        const Command command = command_of(contract, step.at("command"));
        Outcome expected;
        model->answer(command, expected);
        ASSERT_EQ(engine.answer(command), expected) << step;
      }
      model->crash();
      engine.lose_power();
    }
  });
}

std::string test_name(const testing::TestParamInfo<const char*>& workload) {
  std::string name = workload.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Workloads, Vectors,
                         testing::Values("offset-commit", "group-assign", "rebalance-plan",
                                         "stream-metrics", "windowed-aggregation",
                                         "idempotent-producer", "log-compaction",
                                         "exactly-once-stream", "state-rebuild", "dead-letter",
                                         "consumer-strategies"),
                         test_name);

}  // namespace
}  // namespace fencepost
