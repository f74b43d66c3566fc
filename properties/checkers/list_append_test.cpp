// SPDX-License-Identifier: Apache-2.0
// Of each anomaly of txn-list-append: the smallest history that has it, and one that only looks so.
#include "fencepost/properties/checkers/list_append.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

Judgement judge(const std::string& text, const std::string& model = "strict-serializable") {
  CheckerOptions options;
  options.model = model;
  return judged("txn-list-append", text, options);
}

std::string verdict_of(const std::string& text, const std::string& model = "strict-serializable") {
  return verdict(judge(text, model));
}

std::string first_sentence(const std::string& text) {
  const Judgement judgement = judge(text);
  return judgement.anomalies.empty() ? "" : judgement.anomalies.front().sentence;
}

TEST(ListAppend, holds_without_transactions) { EXPECT_EQ(verdict_of(""), "held"); }

TEST(ListAppend, finds_phantoms) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1]]
                          ok 1 txn [["r","x",[1,9]]])"),
            "phantom 1");
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["append","x",9]]
                          ok 1 txn [["r","x",[9]]])"),
            "held");
  // 1 and "1" are two values.
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1]]
                          ok 1 txn [["r","x",["1"]]])",
                       "read-committed"),
            "phantom 1");
}

TEST(ListAppend, finds_elements_read_twice) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1]]
                          ok 1 txn [["r","x",[1,1]]]
                          ok 2 txn [["r","x",[1]]])"),
            "duplicate-elements 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["append","y",1]]
                          ok 1 txn [["r","x",[1]],["r","y",[1]]])"),
            "held");
}

TEST(ListAppend, finds_reads_of_what_failed) {
  const Judgement judgement = judge(R"(fail 0 txn [["append","x",1]]
                                       ok 1 txn [["r","x",[1]]])");
  EXPECT_EQ(verdict(judgement), "G1a 1");
  EXPECT_EQ(judgement.anomalies[0].sentence,
            R"(T1 read "x" as [1], in which 1 is of T2, which failed)");
  EXPECT_EQ(judgement.anomalies[0].operations, (std::vector<std::uint64_t>{1, 0}));
  EXPECT_EQ(verdict_of(R"(info 0 txn [["append","x",1]]
                          ok 1 txn [["r","x",[1]]])"),
            "held");
}

TEST(ListAppend, finds_reads_of_the_middle_of_a_transaction) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["append","x",2]]
                          ok 1 txn [["r","x",[1]]])",
                       "read-committed"),
            "G1b 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["append","x",2],["r","x",[1,2]]]
                          ok 1 txn [["r","x",[1,2]]])"),
            "held");
}

TEST(ListAppend, finds_what_follows_what_failed) {
  EXPECT_EQ(verdict_of(R"(fail 0 txn [["append","x",1]]
                          ok 1 txn [["append","x",2]]
                          ok 2 txn [["r","x",[1,2]]])"),
            "G1a 1, dirty-update 1");
  EXPECT_EQ(verdict_of(R"(fail 0 txn [["append","x",1]]
                          ok 1 txn [["append","x",2]]
                          ok 2 txn [["r","x",[2]]])"),
            "held");
}

TEST(ListAppend, finds_lists_of_which_neither_begins_the_other) {
  const std::string writes = R"(ok 0 txn [["append","x",1]]
                                ok 1 txn [["append","x",2]]
                                ok 2 txn [["append","x",3]]
)";
  EXPECT_EQ(verdict_of(writes + R"(ok 3 txn [["r","x",[1,2]]]
                                   ok 4 txn [["r","x",[1,3]]]
                                   ok 5 txn [["r","x",[1]]]
                                   ok 6 txn [["r","x",[1,3,2]]])",
                       "read-committed"),
            "incompatible-order 1");
  EXPECT_EQ(verdict_of(writes + R"(ok 3 txn [["r","x",[1,2]]]
                                   ok 4 txn [["r","x",[1,2,3]]]
                                   ok 5 txn [["r","x",[]]])"),
            "held");
}

TEST(ListAppend, finds_contradictions_within_a_transaction) {
  EXPECT_EQ(
      verdict_of(R"(ok 0 txn [["append","x",1],["r","x",[]],["r","x",[]]])", "snapshot-isolation"),
      "internal 1");
  EXPECT_EQ(first_sentence(R"(ok 0 txn [["append","x",1]]
                              ok 1 txn [["append","x",2]]
                              ok 2 txn [["r","x",[]],["append","x",3],["r","x",[1,2,3]]])"),
            R"(T1 read "x" as [1, 2, 3], but by what it had done before it had to be [3])");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1]]
                          ok 1 txn [["append","x",2],["r","x",[1,2]],["append","x",3],["r","x",[1,2,3]]])"),
            "held");
}

TEST(ListAppend, finds_reads_of_the_future) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",[1]],["append","x",1]])", "read-uncommitted"),
            "future-read 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",[]],["append","x",1],["r","x",[1]]])"), "held");
}

TEST(ListAppend, finds_lost_updates) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",[]],["append","x",1]]
                          ok 1 txn [["r","x",[]],["append","x",2]]
                          ok 2 txn [["r","x",[1,2]]])",
                       "snapshot-isolation"),
            "lost-update 1, G-single-item 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",[]],["append","x",1]]
                          ok 1 txn [["append","x",2]]
                          ok 2 txn [["r","x",[1,2]]])"),
            "held");
}

TEST(ListAppend, finds_cycles_of_writes) {
  const std::string writes = R"(ok 0 txn [["append","x",1],["append","y",1]]
                                ok 1 txn [["append","x",2],["append","y",2]]
)";
  EXPECT_EQ(
      verdict_of(writes + R"(ok 2 txn [["r","x",[1,2]],["r","y",[2,1]]])", "read-uncommitted"),
      "G0 1");
  EXPECT_EQ(verdict_of(writes + R"(ok 2 txn [["r","x",[1,2]],["r","y",[1,2]]])"), "held");
}

TEST(ListAppend, finds_cycles_of_writes_and_reads) {
  const std::string cycle = R"(ok 0 txn [["append","x",1],["r","y",[1]]]
                               ok 1 txn [["append","y",1],["r","x",[1]]])";
  EXPECT_EQ(verdict_of(cycle, "read-committed"), "G1c 1");
  EXPECT_EQ(first_sentence(cycle),
            R"(T1 appended 1 to "x", which T2 read; T2 appended 1 to "y", which T1 read: )"
            "each would have to come before the other");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["r","y",[]]]
                          ok 1 txn [["append","y",1],["r","x",[1]]])"),
            "held");
}

TEST(ListAppend, finds_skewed_reads) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["append","y",1]]
                          ok 1 txn [["r","x",[1]],["r","y",[]]])"),
            "G-single-item 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["append","x",1],["append","y",1]]
                          ok 1 txn [["r","x",[]],["r","y",[]]])"),
            "held");
}

// Two readers see two writes in different orders: the long fork.
TEST(ListAppend, finds_long_forks) {
  const std::string writes = R"(ok 0 txn [["append","x",1]]
                                ok 1 txn [["append","y",1]]
                                ok 2 txn [["r","x",[1]],["r","y",[]]]
)";
  EXPECT_EQ(verdict_of(writes + R"(ok 3 txn [["r","x",[]],["r","y",[1]]])", "snapshot-isolation"),
            "G-nonadjacent-item 1");
  EXPECT_EQ(verdict_of(writes + R"(ok 3 txn [["r","x",[1]],["r","y",[1]]])"), "held");
}

TEST(ListAppend, finds_write_skew_which_a_snapshot_allows) {
  const std::string skew = R"(ok 0 txn [["r","x",[]],["append","y",1]]
                              ok 1 txn [["r","y",[]],["append","x",1]])";
  EXPECT_EQ(verdict_of(skew), "G2-item 1");
  EXPECT_EQ(verdict_of(skew, "repeatable-read"), "G2-item 1");
  EXPECT_EQ(verdict_of(skew, "snapshot-isolation"), "held");
  EXPECT_EQ(judge(skew, "snapshot-isolation").notes.front().name, "G2-item");
}

TEST(ListAppend, counts_the_order_of_a_client_where_the_model_does) {
  const std::string stale = R"(invoke 0 txn [["append","x",1]]
                               ok 0 txn [["append","x",1]]
                               invoke 0 txn [["r","x",null]]
                               ok 0 txn [["r","x",[]]])";
  EXPECT_EQ(verdict_of(stale), "G-single-item-process 1");
  EXPECT_EQ(verdict_of(stale, "strong-session-snapshot-isolation"), "G-single-item-process 1");
  EXPECT_EQ(verdict_of(stale, "serializable"), "held");
}

TEST(ListAppend, counts_real_time_where_the_model_does) {
  const std::string before = R"(invoke 0 txn [["append","x",1]]
                                ok 0 txn [["append","x",1]]
                                invoke 1 txn [["r","x",null]]
                                ok 1 txn [["r","x",[]]])";
  EXPECT_EQ(verdict_of(before), "G-single-item-realtime 1");
  EXPECT_EQ(verdict_of(before, "strong-session-serializable"), "held");
  EXPECT_EQ(first_sentence(before),
            R"(T1 read "x" without 1, which T2 appended; T2 completed before T1 was invoked: )"
            "each would have to come before the other");
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["append","x",1]]
                          invoke 1 txn [["r","x",null]]
                          ok 0 txn [["append","x",1]]
                          ok 1 txn [["r","x",[]]])"),
            "held");
}

TEST(ListAppend, finds_several_lost_writes_of_a_key) {
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["append","x",1],["append","x",2]]
                          ok 0 txn [["append","x",1],["append","x",2]]
                          invoke 1 txn [["append","x",3]]
                          ok 1 txn [["append","x",3]]
                          invoke 2 txn [["r","x",null]]
                          ok 2 txn [["r","x",[]]]
                          invoke 3 txn [["r","x",null]]
                          ok 3 txn [["r","x",[]]])"),
            "G-single-item-realtime 1");
}

TEST(ListAppend, reads_and_then_appends_without_being_its_own_predecessor) {
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["r","x",null],["append","x",1]]
                          ok 0 txn [["r","x",[]],["append","x",1]]
                          ok 1 txn [["r","x",[]],["append","x",2]]
                          ok 2 txn [["r","x",[]],["append","x",3]])",
                       "read-committed"),
            "held");
}

TEST(ListAppend, takes_what_is_unknown_for_possible) {
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["append","x",1]]
                          info 0 txn [["append","x",1]]
                          invoke 1 txn [["r","x",null]]
                          ok 1 txn [["r","x",[]]]
                          invoke 1 txn [["r","x",null]]
                          ok 1 txn [["r","x",[1]]])"),
            "held");
}

TEST(ListAppend, cannot_decide_about_values_appended_twice) {
  const Judgement judgement = judge(R"(ok 0 txn [["append","x",1]]
                                       ok 1 txn [["append","x",1]]
                                       ok 2 txn [["r","x",[1]]])");
  EXPECT_EQ(verdict(judgement), "undecided");
  EXPECT_EQ(judgement.notes.front().name, "duplicate-appends");
  EXPECT_NE(judgement.why, "");
}

TEST(ListAppend, keeps_eight_examples_and_counts_all) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "fail 0 txn [[\"append\",\"x\"," + std::to_string(i) + "]]\nok 1 txn [[\"r\",\"x\",[" +
            std::to_string(i) + "]]]\n";
  const Judgement judgement = judge(text, "read-committed");
  EXPECT_EQ(judgement.counts.front(), (std::pair<std::string, std::uint64_t>("G1a", 20)));
  EXPECT_EQ(judgement.counts.size(), 2);
  EXPECT_EQ(judgement.anomalies.size(), 2 * Judgement::most_examples);
}

TEST(ListAppend, needs_no_more_memory_than_it_may) {
  CheckerOptions options;
  options.most_memory = 100;
  const Judgement judgement = judged("txn-list-append", R"(ok 0 txn [["append","x",1]])", options);
  EXPECT_EQ(verdict(judgement), "undecided");
  EXPECT_NE(judgement.why.find("memory"), std::string::npos);
}

TEST(ListAppend, refuses_what_is_no_transaction) {
  const std::string workload = "txn-list-append";
  EXPECT_NE(refusal(workload, "invoke 0 txn 7"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"w\",1,2]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"r\",1]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [7]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 read [1,null]"), "");
  EXPECT_NE(refusal(workload, "ok 0 txn []"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn []\ninvoke 0 txn []"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"r\",1,null]]\nok 0 txn [[\"r\",1,7]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"r\",1,null]]\nok 0 txn [[\"r\",2,[]]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"append\",1,2]]\nok 0 txn [[\"append\",1,3]]"), "");
  EXPECT_EQ(refusal(workload, "invoke 0 txn [[\"append\",1,2]]\nfail 0 txn null"), "");
}

}  // namespace
}  // namespace fencepost::properties
