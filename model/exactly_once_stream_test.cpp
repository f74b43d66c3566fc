// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/exactly_once_stream.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

class ExactlyOnceStreamModel : public testing::Test {
 protected:
  /// The outcome of a command, as people read it.
  std::string ask(std::string_view text) {
    const Contract& contract = *find_contract("exactly-once-stream");
    Command command;
    EXPECT_EQ(read_command(text, contract, command), "");
    Outcome outcome;
    model_.answer(command, outcome);
    return to_text(contract, command, outcome);
  }
  std::string session(std::string_view type, std::int64_t epoch, std::string_view rest = "") {
    return ask(std::string(type) + " producer=\"p\" epoch=" + std::to_string(epoch) +
               std::string(rest));
  }
  std::string begin(std::int64_t epoch = 0) { return session("begin", epoch); }
  std::string commit(std::int64_t epoch = 0) { return session("commit", epoch); }
  std::string abort(std::int64_t epoch = 0) { return session("abort", epoch); }
  std::string send(std::int64_t partition, std::int64_t sequence, std::int64_t value,
                   std::int64_t epoch = 0) {
    return session("send", epoch,
                   " partition=" + std::to_string(partition) +
                       " sequence=" + std::to_string(sequence) + " value=" + std::to_string(value));
  }
  std::string offsets(std::int64_t partition, std::int64_t offset, std::int64_t epoch = 0) {
    return session("offsets", epoch,
                   " partition=" + std::to_string(partition) + " offset=" + std::to_string(offset));
  }
  std::string output() { return ask("output"); }
  std::string state() const {
    std::string text;
    model_.print(text);
    return text;
  }

  ExactlyOnceStream model_{Parameters{{{"partitions", 2}}}};
};

constexpr const char* nothing = "appended=[] committed=[]";
constexpr const char* no_transaction = "refused no_transaction";

TEST_F(ExactlyOnceStreamModel, a_commit_applies_everything_at_once) {
  EXPECT_EQ(begin(), "{}");
  EXPECT_EQ(send(1, 0, 7), "{}");
  EXPECT_EQ(offsets(0, 5), "{}");
  EXPECT_EQ(send(0, 0, 8), "{}");
  EXPECT_EQ(output(), "logs=[] committed=[]");
  EXPECT_EQ(commit(), "appended=[[0,0,8],[1,0,7]] committed=[[0,5]]");
  EXPECT_EQ(output(), "logs=[[0,[8]],[1,[7]]] committed=[[0,5]]");
}

TEST_F(ExactlyOnceStreamModel, only_a_begin_is_done_outside_a_transaction) {
  EXPECT_EQ(send(0, 0, 7), no_transaction);
  EXPECT_EQ(offsets(0, 0), no_transaction);
  EXPECT_EQ(commit(), no_transaction);
  EXPECT_EQ(abort(), no_transaction);
  EXPECT_EQ(begin(), "{}");
  EXPECT_EQ(commit(), nothing);
  EXPECT_EQ(commit(), no_transaction);
}

TEST_F(ExactlyOnceStreamModel, an_abort_and_a_second_begin_leave_nothing) {
  begin(), send(0, 0, 7), offsets(0, 9), abort(), begin();
  EXPECT_EQ(commit(), nothing);
  begin(), send(0, 0, 7), begin();
  EXPECT_EQ(commit(), nothing);
}

TEST_F(ExactlyOnceStreamModel, duplicates_are_filtered_when_they_are_committed) {
  begin(), send(0, 3, 7), send(0, 3, 7), send(0, 2, 6);
  EXPECT_EQ(commit(), "appended=[[0,0,7]] committed=[]");
  begin(), send(0, 3, 7), send(1, 3, 5), send(0, INT64_MAX, 8), send(0, INT64_MAX, 8);
  EXPECT_EQ(commit(), "appended=[[0,1,8],[1,0,5]] committed=[]");
}

TEST_F(ExactlyOnceStreamModel, an_aborted_sequence_may_come_again) {
  begin(), send(0, 0, 7), abort(), begin(), send(0, 0, 8);
  EXPECT_EQ(commit(), "appended=[[0,0,8]] committed=[]");
}

TEST_F(ExactlyOnceStreamModel, committed_offsets_never_go_back) {
  begin(), offsets(0, 5), offsets(0, 3);
  EXPECT_EQ(commit(), "appended=[] committed=[[0,5]]");
  begin(), offsets(0, 4), offsets(1, 0);
  EXPECT_EQ(commit(), "appended=[] committed=[[0,5],[1,0]]");
}

TEST_F(ExactlyOnceStreamModel, a_zombie_is_fenced_before_anything_else) {
  begin(1);
  for (const char* const type : {"begin", "commit", "abort"})
    EXPECT_EQ(session(type, 0), "refused fenced");
  EXPECT_EQ(send(0, 0, 7, 0), "refused fenced");
  EXPECT_EQ(offsets(0, 0, 0), "refused fenced");
  EXPECT_EQ(commit(1), nothing);
  EXPECT_EQ(commit(0), "refused fenced");
}

TEST_F(ExactlyOnceStreamModel, a_bump_drops_the_transaction_and_every_last) {
  begin(0), send(0, 0, 7, 0), commit(0), begin(0), send(0, 1, 8, 0);
  EXPECT_EQ(commit(2), no_transaction);
  EXPECT_EQ(commit(1), "refused fenced");
  begin(2), send(0, 0, 9, 2);
  EXPECT_EQ(commit(2), "appended=[[0,1,9]] committed=[]");
}

TEST_F(ExactlyOnceStreamModel, a_crash_forgets_open_transactions_only) {
  begin(), send(0, 0, 7), offsets(0, 2), commit(), begin(), send(0, 1, 8);
  model_.crash();
  EXPECT_EQ(commit(), no_transaction);
  EXPECT_EQ(output(), "logs=[[0,[7]]] committed=[[0,2]]");
  begin(), send(0, 0, 7);
  EXPECT_EQ(commit(), nothing);
}

TEST_F(ExactlyOnceStreamModel, malformed_comes_before_everything) {
  begin();
  const std::string before = state();
  EXPECT_EQ(send(2, 0, 7, 1), "refused malformed");
  EXPECT_EQ(send(0, -1, 7, 1), "refused malformed");
  EXPECT_EQ(offsets(0, -1, 1), "refused malformed");
  EXPECT_EQ(ask("commit producer=\"p\""), "refused malformed");
  EXPECT_EQ(ask("no-such-command"), "refused malformed");
  EXPECT_EQ(state(), before);
}

TEST_F(ExactlyOnceStreamModel, prints_one_fact_a_line) {
  begin(3), send(0, 0, 7, 3), offsets(0, 2, 3), commit(3), begin(3), send(1, 4, -8, 3),
      offsets(1, 6, 3);
  EXPECT_EQ(state(),
            "partition 0 log 7\n"
            "partition 0 committed 2\n"
            "producer \"p\" epoch 3\n"
            "producer \"p\" partition 0 last 0\n"
            "transaction of \"p\" is open\n"
            "transaction of \"p\" sends 1 4 -8\n"
            "transaction of \"p\" offsets 1 6\n");
}

TEST_F(ExactlyOnceStreamModel, a_clone_goes_its_own_way) {
  begin();
  const auto twin = model_.clone();
  send(0, 0, 7);
  std::string text;
  twin->print(text);
  EXPECT_EQ(text, "producer \"p\" epoch 0\ntransaction of \"p\" is open\n");
}

}  // namespace
}  // namespace fencepost::model
