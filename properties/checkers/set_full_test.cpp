// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/set_full.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

std::string verdict_of(const std::string& text) { return verdict(judged("g-set", text)); }

const std::string added = R"(invoke 0 add 1
                             ok 0 add 1
)";

/// A read of a client, flagged as final.
std::string last(int client, const std::string& list) {
  const std::string who = " " + std::to_string(client) + " read ";
  return "invoke" + who + "null {\"final?\":true}\nok" + who + list + " {\"final?\":true}\n";
}
std::string read(int client, const std::string& list) {
  const std::string who = " " + std::to_string(client) + " read ";
  return "invoke" + who + "null\nok" + who + list + "\n";
}

TEST(SetFull, holds_when_final_reads_have_all) {
  EXPECT_EQ(verdict_of(""), "held");
  EXPECT_EQ(verdict_of(added + last(0, "[1]") + last(1, "[1,1]")), "held");
  EXPECT_EQ(verdict(judged("broadcast",
                           "invoke 0 broadcast {\"a\":1,\"b\":2}\n"
                           "ok 0 broadcast {\"a\":1,\"b\":2}\n" +
                               last(0, "[{\"b\":2,\"a\":1}]"))),
            "held");
}

TEST(SetFull, finds_what_was_lost) {
  const Judgement judgement = judged("g-set", added + last(0, "[]") + last(1, "null"));
  EXPECT_EQ(verdict(judgement), "lost 1");
  EXPECT_EQ(
      judgement.anomalies[0].sentence,
      "1 had been acknowledged, but 2 final reads of 2 did not have it, that of client 1 for one");
  EXPECT_EQ(judgement.anomalies[0].operations, (std::vector<std::uint64_t>{1, 5}));
}

TEST(SetFull, finds_what_not_all_have) {
  EXPECT_EQ(verdict_of(added + last(0, "[1]") + last(1, "[]")), "not-converged 1");
  EXPECT_EQ(verdict_of(added + last(1, "[]") + last(0, "[1]")), "not-converged 1");
}

TEST(SetFull, finds_what_was_read_once_and_never_again) {
  EXPECT_EQ(verdict_of("invoke 0 add 1\ninfo 0 add 1\n" + read(1, "[1]") + last(2, "[]")),
            "lost 1");
  EXPECT_EQ(verdict_of("invoke 0 add 1\ninfo 0 add 1\n" + read(1, "[]") + last(2, "[]")), "held");
  EXPECT_EQ(verdict_of("invoke 0 add 1\ninfo 0 add 1\n" + last(2, "[]") + last(1, "[1]")), "held");
}

TEST(SetFull, finds_phantoms) {
  EXPECT_EQ(verdict_of(added + last(0, "[1,\"1\"]")), "phantom 1");
  EXPECT_EQ(verdict_of("invoke 0 add 2\nfail 0 add 2\n" + added + last(0, "[1,2]")), "phantom 1");
  EXPECT_EQ(verdict_of(read(1, "[1]") + added + last(0, "[1]")), "phantom 1");
  EXPECT_EQ(verdict_of("invoke 5 add 2\n" + added + last(0, "[1,2]")), "held");
  EXPECT_EQ(
      verdict_of("invoke 0 add 2\nfail 0 add 2\ninvoke 0 add 2\ninfo 0 add 2\n" + last(1, "[2]")),
      "held");
}

TEST(SetFull, takes_stale_reads_for_a_note) {
  const Judgement judgement = judged("g-set", added + read(1, "[]") + last(0, "[1]"));
  EXPECT_EQ(verdict(judgement), "held");
  ASSERT_EQ(judgement.notes.size(), 1);
  EXPECT_EQ(judgement.notes[0].name, "stale");
  EXPECT_EQ(judgement.notes[0].sentence,
            "missing from a read that began after they were known: 1 element of 1, up to 1 "
            "operation after");
}

TEST(SetFull, takes_the_last_read_of_each_client_where_none_is_flagged) {
  EXPECT_EQ(verdict_of(added + read(1, "[]") + read(1, "[1]")), "held");
  EXPECT_EQ(verdict_of(added + read(1, "[]") + read(2, "[1]")), "not-converged 1");
  EXPECT_EQ(verdict_of(read(1, "[]") + added), "undecided");
  EXPECT_EQ(verdict_of(added + "invoke 1 read null\ninfo 1 read null"), "undecided");
}

TEST(SetFull, cannot_decide_where_no_final_read_came_back) {
  EXPECT_EQ(
      verdict_of(added + read(2, "[1]") + "invoke 1 read null {\"final?\":true}\nfail 1 read null"),
      "undecided");
}

TEST(SetFull, refuses_values_of_another_form) {
  EXPECT_NE(refusal("g-set", "invoke 0 read null\nok 0 read 7"), "");
  EXPECT_NE(refusal("g-set", "invoke 0 broadcast 7"), "");
  EXPECT_NE(refusal("broadcast", "invoke 0 add 7"), "");
}

}  // namespace
}  // namespace fencepost::properties
