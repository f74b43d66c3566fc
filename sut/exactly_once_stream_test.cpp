// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/exactly_once_stream.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

/// An engine on a simulated disk, asked and answering in words.
class Bench {
 public:
  explicit Bench(const PlantedBug* bug = nullptr) : home_(make_exactly_once_stream(bug)) {
    home_->move_in(Parameters{{{"partitions", 2}}}, disk);
    start();
  }

  void start() {
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
    const Contract& contract = *find_contract("exactly-once-stream");
    Command command;
    EXPECT_EQ(read_command(text, contract, command), "");
    disk.begin_message();
    disk.set_full(full);
    system_->answer(command, outcome_);
    return to_text(contract, command, outcome_);
  }
  std::string p(std::string_view type, std::string_view rest = "") {
    return of("p", 0, type, rest);
  }
  std::string of(std::string_view producer, std::int64_t epoch, std::string_view type,
                 std::string_view rest = "") {
    return ask(std::string(type) + " producer=\"" + std::string(producer) +
               "\" epoch=" + std::to_string(epoch) + " " + std::string(rest));
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

const PlantedBug* bug(ExactlyOnceStreamBug which) {
  return &exactly_once_stream_bugs[static_cast<std::size_t>(which)];
}

TEST(ExactlyOnceStream, commits_all_or_nothing) {
  Bench bench;
  EXPECT_EQ(bench.p("begin"), "{}");
  EXPECT_EQ(bench.p("send", "partition=1 sequence=4 value=-7"), "{}");
  EXPECT_EQ(bench.p("offsets", "partition=1 offset=9"), "{}");
  EXPECT_EQ(bench.p("send", "partition=0 sequence=0 value=8"), "{}");
  EXPECT_EQ(bench.p("send", "partition=0 sequence=0 value=8"), "{}");
  EXPECT_EQ(bench.p("offsets", "partition=0 offset=3"), "{}");
  EXPECT_EQ(bench.ask("output"), "logs=[] committed=[]");
  EXPECT_EQ(bench.p("commit"), "appended=[[0,0,8],[1,0,-7]] committed=[[0,3],[1,9]]");
  EXPECT_EQ(bench.ask("output"), "logs=[[0,[8]],[1,[-7]]] committed=[[0,3],[1,9]]");
  EXPECT_EQ(bench.p("commit"), "refused no_transaction");
}

TEST(ExactlyOnceStream, fences_and_drops_what_an_older_epoch_left_open) {
  Bench bench;
  bench.p("begin");
  EXPECT_EQ(bench.of("p", 1, "commit"), "refused no_transaction");
  EXPECT_EQ(bench.p("begin"), "refused fenced");
  EXPECT_EQ(bench.of("p", 1, "send", "partition=2 sequence=0 value=0"), "refused malformed");
  EXPECT_EQ(bench.state(), "producer \"p\" epoch 1\n");
}

TEST(ExactlyOnceStream, prints_an_open_transaction_as_the_model_does) {
  Bench bench;
  bench.p("begin");
  bench.p("offsets", "partition=1 offset=6");
  bench.p("send", "partition=1 sequence=4 value=-8");
  EXPECT_EQ(bench.state(),
            "producer \"p\" epoch 0\n"
            "transaction of \"p\" is open\n"
            "transaction of \"p\" sends 1 4 -8\n"
            "transaction of \"p\" offsets 1 6\n");
}

TEST(ExactlyOnceStream, recovers_all_but_open_transactions) {
  Bench bench;
  bench.p("begin");
  bench.p("send", "partition=1 sequence=4 value=7");
  bench.p("offsets", "partition=0 offset=3");
  bench.p("commit");
  const std::string before = bench.state();
  bench.p("begin");
  bench.p("send", "partition=1 sequence=5 value=8");
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
  EXPECT_EQ(bench.p("commit"), "refused no_transaction");
}

TEST(ExactlyOnceStream, recovers_from_a_checkpoint_and_what_follows_it) {
  Bench bench;
  const std::string name(300, 'n');
  for (int sequence = 0; sequence < 20; ++sequence) {
    bench.of(name, 1, "begin");
    bench.of(name, 1, "send", "partition=0 value=7 sequence=" + std::to_string(sequence));
    bench.of(name, 1, "offsets", "partition=1 offset=" + std::to_string(sequence));
    bench.of(name, 1, "commit");
  }
  ASSERT_GT(bench.disk.names().size(), 1U);
  const std::string before = bench.state();
  bench.lose_power();
  EXPECT_EQ(bench.state(), before);
}

TEST(ExactlyOnceStream, a_full_disk_leaves_the_transaction_open) {
  Bench bench;
  bench.p("begin");
  bench.p("send", "partition=0 sequence=0 value=7");
  const std::string before = bench.state();
  bench.full = true;
  EXPECT_EQ(bench.p("commit"), "refused disk_full");
  EXPECT_EQ(bench.of("p", 1, "begin"), "refused disk_full");
  EXPECT_EQ(bench.state(), before);
  bench.full = false;
  EXPECT_EQ(bench.p("commit"), "appended=[[0,0,7]] committed=[]");
}

TEST(ExactlyOnceStream, buffers_are_reused) {
  Bench bench;
  for (const char* const producer : {"p", "q", "r"}) {
    bench.of(producer, 0, "begin");
    bench.of(producer, 0, "send", "partition=0 sequence=0 value=7");
  }
  bench.of("q", 0, "abort");
  bench.of("s", 0, "begin");
  EXPECT_EQ(bench.of("s", 0, "commit"), "appended=[] committed=[]");
  EXPECT_EQ(bench.of("r", 0, "commit"), "appended=[[0,0,7]] committed=[]");
}

TEST(ExactlyOnceStream, the_table_of_bugs_is_in_the_order_of_the_enumeration) {
  EXPECT_EQ(bug(ExactlyOnceStreamBug::zombie_decides)->id, "zombie-decides");
  EXPECT_EQ(bug(ExactlyOnceStreamBug::committed_before_synced)->id, "committed-before-synced");
  EXPECT_EQ(std::size(exactly_once_stream_bugs), 11U);
}

TEST(ExactlyOnceStream, a_buffer_that_was_not_cleared_shows_aborted_records) {
  Bench bench(bug(ExactlyOnceStreamBug::buffer_reused_uncleared));
  bench.p("begin");
  bench.p("send", "partition=0 sequence=0 value=7");
  bench.p("abort");
  bench.p("begin");
  EXPECT_EQ(bench.p("commit"), "appended=[[0,0,7]] committed=[]");
}

}  // namespace
}  // namespace fencepost::sut
