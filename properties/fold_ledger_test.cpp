// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/fold_ledger.hpp"

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

std::string number(std::int64_t value) {
  Tape tape;
  return std::string(tape.number(value).bytes());
}

std::string null() {
  Tape tape;
  return std::string(tape.null().bytes());
}

/// What is wrong with a state in which `a` has this value, or none.
std::string judged(FoldLedger& ledger, std::optional<std::int64_t> a) {
  Tape state;
  state.list(a ? 1 : 0);
  if (a) state.list(2).text("a").number(*a);
  const auto wrong = ledger.told(TapeReader(state));
  return wrong ? wrong->sentence : "right";
}

TEST(FoldLedger, replaces) {
  FoldLedger ledger(false);
  ledger.appended("a", number(1)), ledger.appended("a", number(2));
  EXPECT_EQ(judged(ledger, 1), R"(the state has "a"=1, but the records fold to "a"=2)");
  EXPECT_EQ(judged(ledger, 2), "right");
  ledger.appended("a", null());
  EXPECT_EQ(judged(ledger, 2), R"(the state has "a"=2, but the records fold to nothing of "a")");
  EXPECT_EQ(judged(ledger, std::nullopt), "right");
}

TEST(FoldLedger, adds) {
  FoldLedger ledger(true);
  ledger.appended("a", number(1)), ledger.appended("a", number(1));
  EXPECT_EQ(judged(ledger, 1), R"(the state has "a"=1, but the records fold to "a"=2)");
  EXPECT_EQ(judged(ledger, 2), "right");
}

TEST(FoldLedger, believes_either_fate_until_a_state_tells) {
  FoldLedger ledger(true);
  ledger.appended("a", number(1)), ledger.perhaps_appended("a", number(2)),
      ledger.perhaps_appended("a", number(4));
  for (const std::int64_t sum : {1, 3, 5, 7}) {
    FoldLedger fate = ledger;
    EXPECT_EQ(judged(fate, sum), "right") << sum;
    EXPECT_NE(judged(fate, 8 - sum), "right") << sum;
  }
}

TEST(FoldLedger, does_not_judge_a_key_with_too_many_fates) {
  FoldLedger ledger(true);
  for (int i = 0; i < 10; ++i) ledger.perhaps_appended("a", number(1 << i));
  EXPECT_EQ(judged(ledger, -5), "right");
  EXPECT_NE(judged(ledger, -4), "right");
}

TEST(FoldLedger, says_how_a_state_is_wrong) {
  FoldLedger sums(true), values(false);
  sums.appended("a", number(5)), values.appended("a", number(5)), values.appended("a", null());
  Tape twice, back;
  twice.list(1).list(2).text("a").number(10);
  back.list(1).list(2).text("a").number(5);
  EXPECT_TRUE(sums.told(TapeReader(twice))->one_twice);
  EXPECT_FALSE(sums.told(TapeReader(twice))->deleted_is_back);
  EXPECT_TRUE(values.told(TapeReader(back))->deleted_is_back);
}

}  // namespace
}  // namespace fencepost::properties
