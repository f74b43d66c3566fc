// SPDX-License-Identifier: Apache-2.0
// Of each anomaly of txn-rw-register: the smallest history that has it, and one that only looks so.
#include "fencepost/properties/checkers/rw_register.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

std::string verdict_of(const std::string& text, const std::string& model = "strict-serializable") {
  CheckerOptions options;
  options.model = model;
  return verdict(judged("txn-rw-register", text, options));
}

std::string sentence_of(const std::string& text) {
  const Judgement judgement = judged("txn-rw-register", text);
  return judgement.anomalies.empty() ? "" : judgement.anomalies.front().sentence;
}

/// A transaction from its invocation to its ok, with nothing in between.
std::string txn(int client, const std::string& asked, const std::string& answered = "") {
  const std::string who = " " + std::to_string(client) + " txn ";
  return "invoke" + who + asked + "\nok" + who + (answered.empty() ? asked : answered) + "\n";
}

TEST(RwRegister, finds_phantoms) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["r","x","1"]])"),
            "phantom 1");
  EXPECT_EQ(verdict_of(R"(invoke 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1]]
                          ok 2 txn [["r","x",null]])"),
            "held");
}

TEST(RwRegister, finds_reads_of_what_failed) {
  EXPECT_EQ(verdict_of(R"(fail 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1]])"),
            "G1a 1");
  EXPECT_EQ(verdict_of(R"(info 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1]])"),
            "held");
}

TEST(RwRegister, finds_reads_of_the_middle_of_a_transaction) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1],["w","x",2]]
                          ok 1 txn [["r","x",1]])"),
            "G1b 1, G-single-item 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1],["r","x",1],["w","x",2]]
                          ok 1 txn [["r","x",2]])"),
            "held");
}

TEST(RwRegister, finds_contradictions_within_a_transaction) {
  EXPECT_EQ(sentence_of(R"(ok 0 txn [["w","x",1],["r","x",null]])"),
            R"(T1 read "x" as null, but by what it had done before it had to be 1)");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",null],["r","y",null],["r","x",1]])",
                       "snapshot-isolation"),
            "internal 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1],["w","x",2],["r","x",2],["r","x",2]])"),
            "held");
}

TEST(RwRegister, finds_reads_of_the_future) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",1],["w","x",1]])", "read-uncommitted"),
            "future-read 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",null],["w","x",1]])"), "held");
}

TEST(RwRegister, finds_versions_that_go_round) {
  const std::string round = R"(ok 0 txn [["r","x",2],["w","x",1]]
                               ok 1 txn [["r","x",1],["w","x",2]])";
  EXPECT_EQ(verdict_of(round, "read-uncommitted"), "cyclic-versions 1");
  EXPECT_EQ(verdict_of(round, "read-committed"), "cyclic-versions 1, G1c 1");
  EXPECT_EQ(
      sentence_of(round),
      R"(by what the transactions read and then wrote, "x" was 1 before 2, 2 before 1, which goes round)");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","x",null],["w","x",1]]
                          ok 1 txn [["r","x",1],["w","x",2]])"),
            "held");
}

TEST(RwRegister, finds_lost_updates) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1],["w","x",2]]
                          ok 2 txn [["r","x",1],["w","x",3]])",
                       "snapshot-isolation"),
            "lost-update 1");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["r","x",1],["w","x",2]]
                          ok 2 txn [["r","x",2],["w","x",3]])"),
            "held");
}

TEST(RwRegister, finds_cycles_of_writes) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["w","y",1]]
                          ok 2 txn [["r","x",1],["w","x",2],["w","y",2]]
                          ok 3 txn [["r","x",2],["w","x",3]]
                          ok 4 txn [["r","x",3],["r","y",2]])"),
            "held");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["r","y",2],["w","y",3],["w","x",1]]
                          ok 1 txn [["r","x",1],["w","x",2],["w","y",2]])",
                       "read-uncommitted"),
            "G0 1");
}

TEST(RwRegister, finds_cycles_of_writes_and_reads) {
  const std::string cycle = R"(ok 0 txn [["w","x",1],["r","y",1]]
                               ok 1 txn [["w","y",1],["r","x",1]])";
  EXPECT_EQ(verdict_of(cycle, "read-committed"), "G1c 1");
  EXPECT_EQ(sentence_of(cycle),
            R"(T1 wrote 1 to "x", which T2 read; T2 wrote 1 to "y", which T1 read: )"
            "each would have to come before the other");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1],["r","y",1]]
                          ok 1 txn [["w","y",1],["r","x",null]])"),
            "held");
}

TEST(RwRegister, finds_skewed_reads) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1],["w","y",1]]
                          ok 1 txn [["r","x",1],["r","y",null]])"),
            "G-single-item 1");
  // Nobody knows whether 1 or 2 was there first.
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1],["w","y",1]]
                          ok 1 txn [["w","y",2]]
                          ok 2 txn [["r","x",1],["r","y",2]])"),
            "held");
}

TEST(RwRegister, finds_long_forks_and_write_skew) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["w","y",1]]
                          ok 2 txn [["r","x",1],["r","y",null]]
                          ok 3 txn [["r","x",null],["r","y",1]])",
                       "snapshot-isolation"),
            "G-nonadjacent-item 1");
  const std::string skew = R"(ok 0 txn [["r","x",null],["w","y",1]]
                              ok 1 txn [["r","y",null],["w","x",1]])";
  EXPECT_EQ(verdict_of(skew, "serializable"), "G2-item 1");
  EXPECT_EQ(verdict_of(skew, "snapshot-isolation"), "held");
}

TEST(RwRegister, finds_reads_that_are_late_in_real_time) {
  const std::string write = txn(0, R"([["w","x",1]])");
  const std::string second = txn(1, R"([["w","x",2]])");
  const std::string asked = R"([["r","x",null]])";
  EXPECT_EQ(verdict_of(write + txn(2, asked)), "G-single-item-realtime 1");
  EXPECT_EQ(verdict_of(write + txn(0, asked)), "G-single-item-process 1");
  EXPECT_EQ(verdict_of(write + second + txn(2, asked, R"([["r","x",1]])")),
            "G-single-item-realtime 1");
  EXPECT_EQ(verdict_of(write + second + txn(2, asked, R"([["r","x",1]])"), "serializable"), "held");
  EXPECT_EQ(verdict_of(write + second + txn(2, asked, R"([["r","x",2]])")), "held");
  // The writes are concurrent: either can be last.
  EXPECT_EQ(verdict_of("invoke 5 txn [[\"w\",\"x\",5]]\n" + write + "ok 5 txn [[\"w\",\"x\",5]]\n" +
                       txn(2, asked, R"([["r","x",1]])")),
            "held");
}

TEST(RwRegister, lets_a_transaction_read_and_then_replace) {
  EXPECT_EQ(verdict_of(txn(0, R"([["w","x",1]])") +
                       txn(1, R"([["r","x",null],["w","x",2]])", R"([["r","x",1],["w","x",2]])") +
                       txn(2, R"([["r","x",null],["w","x",3]])", R"([["r","x",2],["w","x",3]])")),
            "held");
}

TEST(RwRegister, cannot_decide_about_values_written_twice) {
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["w","x",1]]
                          ok 2 txn [["r","x",1]])"),
            "undecided");
  EXPECT_EQ(verdict_of(R"(ok 0 txn [["w","x",1]]
                          ok 1 txn [["w","y",1]])"),
            "held");
}

TEST(RwRegister, refuses_what_is_no_transaction) {
  const std::string workload = "txn-rw-register";
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"append\",1,2]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"w\",1,null]]"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn [[\"r\",1,null]]\nok 0 txn []"), "");
  EXPECT_NE(refusal(workload, "invoke 0 txn {}"), "");
}

}  // namespace
}  // namespace fencepost::properties
