// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/consumer_strategies.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

class Bench {
 public:
  explicit Bench(std::int64_t strategy,
                 std::vector<std::pair<std::string, std::int64_t>> more = {{"consumers", 2}})
      : model_(with(strategy, std::move(more))) {}

  /// The outcome of a command, as people read it.
  std::string ask(std::string_view text) {
    const Contract& contract = *find_contract("consumer-strategies");
    Command command;
    EXPECT_EQ(read_command(text, contract, command), "");
    Outcome outcome;
    model_.answer(command, outcome);
    return to_text(contract, command, outcome);
  }
  std::string append(std::int64_t tokens, std::int64_t partition = 0, std::int64_t time = 0) {
    return ask("append partition=" + std::to_string(partition) +
               " tenant=\"a\" tokens=" + std::to_string(tokens) + " time=" + std::to_string(time));
  }
  std::string does(std::string_view what, int consumer = 0, int partition = 0) {
    return ask(std::string(what) + " consumer=" + std::to_string(consumer) +
               " partition=" + std::to_string(partition));
  }
  std::string crash(int consumer = 0) {
    return ask("consumer_crash consumer=" + std::to_string(consumer));
  }
  std::string totals() { return ask("totals"); }
  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }
  ConsumerStrategies& model() { return model_; }

 private:
  static Parameters with(std::int64_t strategy,
                         std::vector<std::pair<std::string, std::int64_t>> more) {
    Parameters parameters{{{"partitions", 2}, {"strategy", strategy}}};
    for (auto& [name, value] : more) parameters.set(name, value);
    return parameters;
  }

  ConsumerStrategies model_;
};

TEST(ConsumerStrategiesModel, commit_first_loses_what_a_crash_left_unapplied) {
  Bench bench(commit_first);
  EXPECT_EQ(bench.append(5), "offset=0");
  EXPECT_EQ(bench.append(6), "offset=1");
  EXPECT_EQ(bench.does("poll"), "first=0 next=2 committed=2");
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.crash(), "{}");
  EXPECT_EQ(bench.does("poll"), "committed=2");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",5,1]] second=[] waiting=0 committed=[[0,2]])");
}

TEST(ConsumerStrategiesModel, commit_after_bills_again_what_was_not_committed) {
  Bench bench(commit_after);
  bench.append(5);
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.crash(), "{}");
  EXPECT_EQ(bench.does("poll"), "first=0 next=1 committed=0");
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.does("apply"), "{}");
  EXPECT_EQ(bench.does("commit"), "committed=1");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",10,2]] second=[] waiting=0 committed=[[0,1]])");
}

TEST(ConsumerStrategiesModel, the_inbox_ignores_what_it_knows_and_forgets_the_oldest) {
  Bench bench(commit_after_dedupe, {{"inbox", 1}});
  bench.append(5);
  bench.append(6);
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  bench.crash();
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=false");
  EXPECT_EQ(bench.does("apply"), "offset=1 applied=true");
  bench.crash();
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.state(),
            "partition 0 log 0 \"a\" 5\npartition 0 log 0 \"a\" 6\n"
            "partition 0 batch of 0 0 2 1 0 0\nfirst 0 \"a\" 16 3\ninbox 0 0\n");
}

TEST(ConsumerStrategiesModel, a_transaction_commits_results_and_offset_or_neither) {
  Bench bench(transactional);
  bench.append(5);
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.totals(), "totals=[] second=[] waiting=0 committed=[]");
  EXPECT_EQ(bench.does("commit_fails"), "committed=0");
  EXPECT_EQ(bench.totals(), "totals=[] second=[] waiting=0 committed=[]");
  bench.does("apply");
  EXPECT_EQ(bench.does("commit"), "committed=1");
  EXPECT_EQ(bench.ask("broker_failover partition=0 committed=0"), "committed=1");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",5,1]] second=[] waiting=0 committed=[[0,1]])");
}

TEST(ConsumerStrategiesModel, a_batch_is_taken_once_and_ends_when_it_is_applied) {
  Bench bench(commit_after);
  EXPECT_EQ(bench.does("poll"), "committed=0");
  EXPECT_EQ(bench.does("apply"), "{}");
  EXPECT_EQ(bench.does("commit"), "committed=0");
  for (std::int64_t tokens = 1; tokens <= 3; ++tokens) bench.append(tokens);
  EXPECT_EQ(bench.does("poll"), "first=0 next=2 committed=0");
  EXPECT_EQ(bench.does("poll"), "first=0 next=2 committed=0");
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.does("commit"), "refused unfinished");
  EXPECT_EQ(bench.does("commit_fails"), "refused unfinished");
  bench.does("apply");
  EXPECT_EQ(bench.does("commit"), "committed=2");
  EXPECT_EQ(bench.does("poll"), "first=2 next=3 committed=2");
}

TEST(ConsumerStrategiesModel, a_batch_stays_in_hand_when_its_partition_moves_and_cannot_commit) {
  Bench bench(commit_after);
  bench.append(5);
  EXPECT_EQ(bench.does("poll", 1), "refused fenced");
  bench.does("apply");
  EXPECT_EQ(bench.ask("rebalance partition=0 consumer=1"), "{}");
  EXPECT_EQ(bench.does("apply", 1), "offset=0 applied=true");
  EXPECT_EQ(bench.does("commit"), "committed=0 fenced=true");
  EXPECT_EQ(bench.does("poll"), "refused fenced");
  EXPECT_EQ(bench.does("commit", 1), "committed=1");
  // The partition comes back; the old batch would still be fenced.
  EXPECT_EQ(bench.ask("rebalance partition=0 consumer=1"), "{}");
  EXPECT_EQ(bench.ask("rebalance partition=0 consumer=0"), "{}");
  EXPECT_EQ(bench.does("poll"), "committed=1");
}

TEST(ConsumerStrategiesModel, a_failover_sets_the_offset_back_and_never_forward) {
  Bench bench(commit_first);
  bench.append(5);
  bench.does("apply");
  bench.does("commit");
  EXPECT_EQ(bench.ask("broker_failover partition=0 committed=2"), "refused beyond_end");
  EXPECT_EQ(bench.ask("broker_failover partition=0 committed=0"), "committed=0");
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",10,2]] second=[] waiting=0 committed=[[0,1]])");
}

TEST(ConsumerStrategiesModel, a_window_is_half_open_and_floors) {
  Bench bench(commit_after, {{"window", 10}});
  EXPECT_EQ(bench.append(1, 0, -1), "offset=0");
  EXPECT_EQ(bench.append(2, 0, 0), "offset=1");
  EXPECT_EQ(bench.append(3, 0, INT64_MAX), "refused malformed");
  EXPECT_EQ(bench.append(3, 0, INT64_MIN), "refused malformed");
  bench.does("apply");
  bench.does("apply");
  EXPECT_EQ(bench.totals(),
            R"(totals=[[-10,"a",1,1],[0,"a",2,1]] second=[] waiting=0 committed=[])");
}

TEST(ConsumerStrategiesModel, a_dual_write_is_two_writes) {
  Bench bench(commit_after_dedupe, {{"sinks", 2}});
  bench.append(5);
  EXPECT_EQ(bench.does("apply"), "offset=0 sink=1 applied=true");
  EXPECT_EQ(bench.does("commit"), "refused unfinished");
  bench.crash();
  EXPECT_EQ(bench.does("apply"), "offset=0 sink=1 applied=false");
  EXPECT_EQ(bench.does("commit"), "committed=1");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",5,1]] second=[] waiting=0 committed=[[0,1]])");

  Bench whole(transactional, {{"sinks", 2}});
  whole.append(5);
  whole.does("apply");
  EXPECT_EQ(whole.does("apply"), "offset=0 sink=2 applied=true");
  EXPECT_EQ(whole.totals(), R"(totals=[] second=[[0,"a",5,1]] waiting=0 committed=[])");
}

TEST(ConsumerStrategiesModel, the_outbox_is_part_of_the_transaction_and_relayed_once) {
  Bench bench(transactional, {{"sinks", 2}, {"outbox", 1}});
  bench.append(5);
  EXPECT_EQ(bench.does("apply"), "offset=0 applied=true");
  EXPECT_EQ(bench.ask("relay"), "delivered=0 ignored=0");
  bench.does("commit");
  EXPECT_EQ(bench.totals(), R"(totals=[[0,"a",5,1]] second=[] waiting=1 committed=[[0,1]])");
  EXPECT_EQ(bench.ask("relay_crash"), "delivered=1 ignored=0");
  EXPECT_EQ(bench.state(),
            "partition 0 log 0 \"a\" 5\npartition 0 committed 1\nfirst 0 \"a\" 5 1\n"
            "second 0 \"a\" 5 1\noutbox \"a\" 0 5\nrelayed 0 1\n");
  EXPECT_EQ(bench.ask("relay"), "delivered=0 ignored=1");
  EXPECT_EQ(bench.totals(),
            R"(totals=[[0,"a",5,1]] second=[[0,"a",5,1]] waiting=0 committed=[[0,1]])");
}

TEST(ConsumerStrategiesModel, malformed_commands_change_nothing) {
  Bench bench(commit_after);
  const std::string before = bench.state();
  EXPECT_EQ(bench.does("poll", 2), "refused malformed");
  EXPECT_EQ(bench.does("apply", 0, 2), "refused malformed");
  EXPECT_EQ(bench.ask("append partition=0 tenant=\"a\" tokens=2147483648 time=0"),
            "refused malformed");
  EXPECT_EQ(bench.ask("rebalance partition=0"), "refused malformed");
  EXPECT_EQ(bench.ask("broker_failover partition=0 committed=-1"), "refused malformed");
  EXPECT_EQ(bench.ask("no-such-command"), "refused malformed");
  EXPECT_EQ(bench.state(), before);
}

TEST(ConsumerStrategiesModel, power_loss_takes_nothing_and_a_clone_is_its_own) {
  Bench bench(commit_after);
  bench.append(5);
  bench.does("apply");
  const std::string before = bench.state();
  bench.model().crash();
  EXPECT_EQ(bench.state(), before);
  const auto clone = bench.model().clone();
  bench.does("commit");
  std::string cloned;
  clone->print(cloned);
  EXPECT_EQ(cloned, before);
}

}  // namespace
}  // namespace fencepost::model
