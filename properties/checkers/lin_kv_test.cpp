// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/lin_kv.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

std::string verdict_of(const std::string& text) { return verdict(judged("lin-kv", text)); }

std::string sentence_of(const std::string& text) {
  const Judgement judgement = judged("lin-kv", text);
  return judgement.anomalies.empty() ? "" : judgement.anomalies.front().sentence;
}

const std::string one = R"(invoke 0 write ["x",1]
                           ok 0 write ["x",1]
)";

TEST(LinKv, holds_where_an_order_explains_all) {
  EXPECT_EQ(verdict_of(""), "held");
  EXPECT_EQ(verdict_of(one + R"(invoke 0 read ["x",null]
                                invoke 1 write ["x",2]
                                ok 1 write ["x",2]
                                ok 0 read ["x",1]
                                invoke 0 read ["x",null]
                                ok 0 read ["x",2])"),
            "held");
}

TEST(LinKv, finds_a_stale_read) {
  const std::string stale = one + R"(invoke 0 write ["x",2]
                                     ok 0 write ["x",2]
                                     invoke 1 read ["x",null]
                                     ok 1 read ["x",1])";
  EXPECT_EQ(verdict_of(stale), "nonlinearizable 1");
  EXPECT_EQ(sentence_of(stale), R"(client 1 read "x" as 1, when it can only have been 2)");
  EXPECT_EQ(judged("lin-kv", stale).anomalies.front().operations,
            (std::vector<std::uint64_t>{1, 5}));
}

TEST(LinKv, finds_a_read_that_goes_back) {
  EXPECT_EQ(verdict_of(R"(invoke 0 write ["x",1]
                          invoke 1 read ["x",null]
                          ok 1 read ["x",1]
                          invoke 1 read ["x",null]
                          ok 1 read ["x",null]
                          ok 0 write ["x",1])"),
            "nonlinearizable 1");
  EXPECT_EQ(verdict_of(R"(invoke 0 write ["x",1]
                          invoke 1 read ["x",null]
                          ok 1 read ["x",null]
                          invoke 1 read ["x",null]
                          ok 1 read ["x",1]
                          ok 0 write ["x",1])"),
            "held");
}

TEST(LinKv, finds_a_value_that_nobody_wrote) {
  EXPECT_EQ(sentence_of(one + R"(invoke 1 read ["x",null]
                                 ok 1 read ["x","1"])"),
            R"(client 1 read "x" as "1", when it can only have been 1; nobody had written "1")");
}

TEST(LinKv, finds_a_cas_that_cannot_have_been) {
  EXPECT_EQ(
      sentence_of(one + R"(invoke 1 cas ["x",[3,4]]
                                 ok 1 cas ["x",[3,4]])"),
      R"(client 1 changed "x" from 3 to 4, when it can only have been 1; nobody had written 3)");
  EXPECT_EQ(verdict_of(one + R"(invoke 1 cas ["x",[1,4]]
                                invoke 2 cas ["x",[4,5]]
                                ok 1 cas ["x",[1,4]]
                                ok 2 cas ["x",[4,5]])"),
            "held");
}

TEST(LinKv, leaves_out_what_failed) {
  const std::string read = R"(invoke 1 read ["x",null]
                              ok 1 read ["x",2])";
  EXPECT_EQ(verdict_of(one + "invoke 0 cas [\"x\",[1,2]]\nfail 0 cas [\"x\",[1,2]]\n" + read),
            "nonlinearizable 1");
  EXPECT_EQ(verdict_of(one + "invoke 0 cas [\"x\",[1,2]]\ninfo 0 cas [\"x\",[1,2]]\n" + read),
            "held");
  EXPECT_EQ(verdict_of(one + "invoke 0 cas [\"x\",[1,2]]\n" + read), "held");
}

TEST(LinKv, lets_the_unknown_happen_late_but_once) {
  const std::string unknown = one + R"(invoke 2 cas ["x",[1,2]]
                                       info 2 cas ["x",[1,2]]
                                       invoke 1 read ["x",null]
                                       ok 1 read ["x",1]
                                       invoke 1 read ["x",null]
                                       ok 1 read ["x",2]
)";
  EXPECT_EQ(verdict_of(unknown), "held");
  EXPECT_EQ(verdict_of(unknown + R"(invoke 1 write ["x",1]
                                    ok 1 write ["x",1]
                                    invoke 1 read ["x",null]
                                    ok 1 read ["x",2])"),
            "nonlinearizable 1");
}

TEST(LinKv, judges_each_key_by_itself) {
  const Judgement judgement = judged("lin-kv", R"(invoke 0 read ["x",null]
                                                  ok 0 read ["x",1]
                                                  invoke 0 read [1,null]
                                                  ok 0 read [1,1]
                                                  invoke 0 read ["1",null]
                                                  ok 0 read ["1",null])");
  EXPECT_EQ(verdict(judgement), "nonlinearizable 2");
  EXPECT_EQ(judgement.anomalies[1].sentence,
            "client 0 read 1 as 1, when it can only have been absent; "
            "nobody had written 1");
}

TEST(LinKv, is_undecided_when_told_to_stop) {
  std::string text;
  for (int i = 0; i < 30; ++i)
    text += "invoke " + std::to_string(i) + " write [1," + std::to_string(i) + "]\n";
  for (int i = 0; i < 30; ++i)
    text += "ok " + std::to_string(i) + " write [1," + std::to_string(i) + "]\n";
  CheckerOptions options;
  options.enough = [] { return true; };
  const Judgement judgement = judged("lin-kv", text, options);
  EXPECT_EQ(verdict(judgement), "undecided");
  EXPECT_NE(judgement.why.find("30 operations on 1"), std::string::npos) << judgement.why;
}

TEST(LinKv, refuses_values_of_another_form) {
  EXPECT_NE(refusal("lin-kv", "invoke 0 read 1"), "");
  EXPECT_NE(refusal("lin-kv", "invoke 0 cas [1,2]"), "");
  EXPECT_NE(refusal("lin-kv", "invoke 0 read [1,null]\nok 0 read [2,1]"), "");
  EXPECT_NE(refusal("lin-kv", "invoke 0 read [1,null]\nok 0 read 7"), "");
  EXPECT_NE(refusal("lin-kv", "invoke 0 read [1,null]\nok 0 write [1,2]"), "");
}

}  // namespace
}  // namespace fencepost::properties
