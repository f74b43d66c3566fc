// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/counter.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/subset_sums.hpp"
#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

std::string verdict_of(const std::string& text, const std::string& workload = "pn-counter") {
  return verdict(judged(workload, text));
}

std::string add(const std::string& delta, const std::string& end = "ok") {
  static int client = 100;
  const std::string who = " " + std::to_string(++client) + " add " + delta + "\n";
  return "invoke" + who + end + who;
}
std::string read(int client, const std::string& value, const std::string& more = "") {
  const std::string who = " " + std::to_string(client) + " read ";
  return "invoke" + who + "null" + more + "\nok" + who + value + more + "\n";
}
std::string last(int client, const std::string& value) {
  return read(client, value, " {\"final?\":true}");
}

TEST(Counter, holds_when_final_reads_are_the_sum) {
  EXPECT_EQ(verdict_of(""), "held");
  EXPECT_EQ(verdict_of(add("3") + add("-5") + last(0, "-2") + last(1, "-2")), "held");
  EXPECT_EQ(verdict_of(add("3") + add("4", "fail") + last(0, "3")), "held");
}

TEST(Counter, finds_a_wrong_sum) {
  const Judgement judgement = judged("g-counter", add("3") + add("4") + last(7, "3"));
  EXPECT_EQ(verdict(judgement), "wrong-sum 1");
  EXPECT_EQ(judgement.anomalies[0].sentence,
            "client 7 read 3 at the end, where 7 had been acknowledged");
  EXPECT_EQ(verdict_of(add("3") + add("4", "fail") + last(0, "7")), "wrong-sum 1, out-of-bounds 1");
}

TEST(Counter, takes_any_of_what_nobody_knows) {
  const std::string unknown = add("10") + add("3", "info") + add("5", "info") + add("-3", "info");
  for (const char* const value : {"7", "10", "12", "13", "15", "18"})
    EXPECT_EQ(verdict_of(unknown + last(0, value)), "held") << value;
  for (const char* const value : {"8", "9", "11", "14", "16", "17"})
    EXPECT_EQ(verdict_of(unknown + last(0, value)), "wrong-sum 1") << value;
  EXPECT_EQ(verdict_of(unknown + last(0, "19")), "wrong-sum 1, out-of-bounds 1");
}

TEST(Counter, knows_bounds_of_every_read) {
  EXPECT_EQ(verdict_of(add("3") + read(1, "0") + add("4") + last(0, "7"), "g-counter"), "held");
  EXPECT_EQ(verdict_of(add("3") + read(1, "4") + add("4") + last(0, "7"), "g-counter"),
            "out-of-bounds 1");
  EXPECT_EQ(verdict_of(add("3") + read(1, "-1") + last(0, "3")), "out-of-bounds 1");
  EXPECT_EQ(verdict_of(add("3") + "invoke 9 add -1\n" + read(1, "-1") + last(0, "3")), "held");
  EXPECT_EQ(
      verdict_of(add("3") + read(1, "-9223372036854775808") + last(0, "-9223372036854775808")),
      "wrong-sum 1, out-of-bounds 2");
}

TEST(Counter, finds_a_g_counter_that_has_not_converged) {
  const std::string unknown = add("3") + add("4", "info");
  EXPECT_EQ(verdict_of(unknown + last(0, "7") + last(1, "3"), "g-counter"), "not-converged 1");
  EXPECT_EQ(verdict_of(unknown + last(0, "3") + last(1, "7"), "g-counter"), "held");
  EXPECT_EQ(verdict_of(unknown + "invoke 8 read null {\"final?\":true}\n" + last(0, "7") +
                           "ok 8 read 3 {\"final?\":true}\n",
                       "g-counter"),
            "held");
}

TEST(Counter, needs_final_reads) {
  EXPECT_EQ(verdict_of(add("3")), "undecided");
  EXPECT_EQ(verdict_of(read(1, "0") + add("3")), "undecided");
  EXPECT_EQ(verdict_of(add("3") + read(1, "3")), "held");
}

TEST(Counter, cannot_decide_among_too_many_large_unknowns) {
  std::string text = add("1");
  for (int i = 0; i < 40; ++i)
    text += add(std::to_string(1'000'000'007LL * (i + 1) * (i + 3) + i), "info");
  EXPECT_EQ(verdict_of(text + last(0, "1")), "held");
  EXPECT_EQ(verdict_of(text + last(0, "12345")), "undecided");
  EXPECT_EQ(verdict_of(text + last(0, "-12345")), "wrong-sum 1, out-of-bounds 1");
}

TEST(Counter, refuses_what_it_cannot_add) {
  EXPECT_NE(refusal("g-counter", "invoke 0 add -1"), "");
  EXPECT_NE(refusal("pn-counter", "invoke 0 add 1.0"), "");
  EXPECT_NE(refusal("pn-counter", "invoke 0 add 9223372036854775807"), "");
  EXPECT_NE(refusal("pn-counter", "invoke 0 read null\nok 0 read null"), "");
}

TEST(SubsetSums, are_those_of_some_or_none) {
  const SubsetSums sums({{6, 2}, {-4, 1}, {10, 1}});
  for (int sum = -10; sum <= 30; ++sum) {
    bool expected = false;
    for (const int sixes : {0, 6, 12})
      for (const int four : {0, -4})
        for (const int ten : {0, 10}) expected |= sixes + four + ten == sum;
    EXPECT_EQ(sums.has(sum), expected ? SubsetSums::Answer::yes : SubsetSums::Answer::no) << sum;
  }
}

TEST(SubsetSums, takes_each_as_often_as_it_is_there) {
  const SubsetSums sums({{7, 100}, {-1'000, 3}});
  EXPECT_EQ(sums.has(700), SubsetSums::Answer::yes);
  EXPECT_EQ(sums.has(-3'000), SubsetSums::Answer::yes);
  EXPECT_EQ(sums.has(-2'300), SubsetSums::Answer::yes);
  EXPECT_EQ(sums.has(-2'299), SubsetSums::Answer::no);
  EXPECT_EQ(sums.has(701), SubsetSums::Answer::no);
  EXPECT_EQ(SubsetSums({}).has(1), SubsetSums::Answer::no);
}

}  // namespace
}  // namespace fencepost::properties
