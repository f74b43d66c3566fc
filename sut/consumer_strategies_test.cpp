// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/consumer_strategies.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/model.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::sut {
namespace {

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

Parameters with(std::int64_t strategy,
                std::initializer_list<std::pair<const char*, std::int64_t>> more = {}) {
  Parameters parameters{{{"partitions", 3}, {"strategy", strategy}, {"consumers", 2}}};
  for (const auto& [name, value] : more) parameters.set(name, value);
  return parameters;
}

/// An engine on a simulated disk, asked and answering in words.
class Bench {
 public:
  explicit Bench(const Parameters& parameters, const PlantedBug* bug = nullptr)
      : home_(make_consumer_strategies(bug)) {
    home_->move_in(parameters, disk);
    start();
  }

  void start() {
    disk.begin_message();
    Start started = home_->start();
    ASSERT_EQ(started.damage, "");
    system_ = std::move(started.system);
    ASSERT_NE(system_, nullptr);
  }
  void lose_power() {
    system_.reset();
    disk.crash({});
    start();
  }
  std::string ask(std::string_view text) {
    const Contract& contract = *find_contract("consumer-strategies");
    Command command;
    EXPECT_EQ(read_command(text, contract, command), "");
    answer(command);
    return to_text(contract, command, outcome_);
  }
  const Outcome& answer(const Command& command) {
    disk.begin_message();
    disk.set_full(full);
    system_->answer(command, outcome_);
    return outcome_;
  }
  std::string state() const {
    std::string text;
    system_->print(text);
    return text;
  }

  faults::SimDisk disk;
  bool full = false;

 private:
  std::unique_ptr<Home> home_;
  std::unique_ptr<System> system_;
  Outcome outcome_;
};

constexpr std::string_view event = R"(append partition=0 tenant="a" tokens=5 time=0)";
constexpr std::string_view apply = "apply consumer=0 partition=0";
constexpr std::string_view commit = "commit consumer=0 partition=0";

TEST(ConsumerStrategies, prints_what_the_model_prints_after_every_command_and_power_loss) {
  const properties::Workload& workload = *properties::find_workload("consumer-strategies");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Scenario scenario =
        properties::draw_scenario(workload, seed, faults::Families::none(), 60);
    const auto model = model::make_model("consumer-strategies", scenario.parameters);
    Bench bench(scenario.parameters);
    Outcome expected;
    for (const Step& step : scenario.steps) {
      if (step.kind != Step::Kind::command) continue;
      model->answer(step.command, expected);
      ASSERT_EQ(bench.answer(step.command), expected) << seed << " message " << step.id;
      if (step.id % 7 == 0) bench.lose_power();
      std::string right;
      model->print(right);
      ASSERT_EQ(bench.state(), right) << seed << " message " << step.id;
    }
  }
}

TEST(ConsumerStrategies, recovers_from_a_checkpoint_and_what_follows_it) {
  Bench bench(with(commit_after_dedupe, {{"inbox", 5}, {"sinks", 2}, {"outbox", 1}}));
  const std::string tenant(300, 't');
  for (int i = 0; i < 20; ++i) {
    bench.ask("append partition=" + std::to_string(i % 3) + " tenant=\"" + tenant +
              std::to_string(i % 4) + "\" tokens=" + std::to_string(i) + " time=0");
    bench.ask(apply);
    bench.ask(i % 3 == 0 ? "relay_crash" : commit);
  }
  ASSERT_GT(bench.disk.names().size(), 1U);
  const std::string before = bench.state();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
}

TEST(ConsumerStrategies, a_full_disk_changes_nothing) {
  Bench bench(with(commit_after));
  bench.ask(event);
  const std::string before = bench.state();
  bench.full = true;
  EXPECT_EQ(bench.ask(event), "refused disk_full");
  EXPECT_EQ(bench.ask(apply), "refused disk_full");
  EXPECT_EQ(bench.ask("rebalance partition=0 consumer=1"), "refused disk_full");
  EXPECT_EQ(bench.ask(commit), "committed=0");
  EXPECT_EQ(bench.ask("consumer_crash consumer=0"), "{}");
  EXPECT_EQ(bench.state(), before);
  bench.full = false;
  EXPECT_EQ(bench.ask(apply), "offset=0 applied=true");
}

TEST(ConsumerStrategies, the_table_of_bugs_is_in_the_order_of_the_enumeration) {
  using enum ConsumerStrategiesBug;
  EXPECT_EQ(consumer_strategies_bugs[static_cast<std::size_t>(zombie_commits_its_batch)].id,
            "zombie-commits-its-batch");
  EXPECT_EQ(
      consumer_strategies_bugs[static_cast<std::size_t>(effect_acknowledged_before_synced)].id,
      "effect-acknowledged-before-synced");
  EXPECT_EQ(std::size(consumer_strategies_bugs), 10U);
}

TEST(ConsumerStrategies, planted_bugs_show) {
  const auto bug = [](ConsumerStrategiesBug which) {
    return &consumer_strategies_bugs[static_cast<std::size_t>(which)];
  };
  using enum ConsumerStrategiesBug;
  Bench moves(with(transactional), bug(failed_transaction_moves_the_offset));
  moves.ask(event);
  moves.ask(apply);
  EXPECT_EQ(moves.ask("commit_fails consumer=0 partition=0"), "committed=1");

  Bench stays(with(transactional), bug(rolled_back_results_stay));
  stays.ask(event);
  stays.ask(apply);
  stays.ask("commit_fails consumer=0 partition=0");
  EXPECT_EQ(stays.ask("totals"), R"(totals=[[0,"a",5,1]] second=[] waiting=0 committed=[])");

  Bench forgets(with(commit_after_dedupe), bug(inbox_lives_in_the_consumer));
  forgets.ask(event);
  forgets.ask(apply);
  forgets.ask("consumer_crash consumer=0");
  EXPECT_EQ(forgets.ask(apply), "offset=0 applied=true");

  Bench zombie(with(commit_after), bug(zombie_commits_its_batch));
  zombie.ask(event);
  zombie.ask(apply);
  zombie.ask("rebalance partition=0 consumer=1");
  EXPECT_EQ(zombie.ask(commit), "committed=1");

  Bench early(with(commit_after), bug(effect_acknowledged_before_synced));
  early.ask(event);
  early.ask(apply);
  early.lose_power();
  EXPECT_EQ(early.ask(apply), "offset=0 applied=true");
}

}  // namespace
}  // namespace fencepost::sut
