// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/echo.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/told_test.hpp"
#include "fencepost/properties/checkers/unique_ids.hpp"

namespace fencepost::properties {
namespace {

TEST(Echo, finds_what_came_back_otherwise) {
  const Judgement judgement = judged("echo", R"(invoke 4 echo {"a":[1,"x"],"b":null}
                                                ok 4 echo {"b":null,"a":[1,"x"]}
                                                invoke 4 echo 1
                                                fail 4 echo 1
                                                invoke 4 echo 1
                                                ok 4 echo "1")");
  EXPECT_EQ(verdict(judgement), "wrong-echo 1");
  EXPECT_EQ(judgement.anomalies[0].sentence, R"(client 4 sent 1 and got back "1")");
  EXPECT_EQ(judgement.anomalies[0].operations, (std::vector<std::uint64_t>{4, 5}));
}

TEST(Echo, takes_every_spelling_of_a_fraction_for_the_same) {
  EXPECT_EQ(verdict(judged("echo", R"(invoke 4 echo 1.5
                                      ok 4 echo 1.5E0
                                      invoke 4 echo [1.50,{"a":1e3,"b":-0.0}]
                                      ok 4 echo [15e-1,{"b":0.0,"a":1000.0}])")),
            "held");
  for (const char* const other : {"1.5000000000000000000001", "-1.5", "15.0", "\"1.5\"", "1", "2"})
    EXPECT_EQ(verdict(judged("echo", std::string("invoke 4 echo 1.5\nok 4 echo ") + other)),
              "wrong-echo 1")
        << other;
}

TEST(Echo, shows_no_more_of_a_value_than_fits_a_line) {
  const std::string long_text(5'000, 'x');
  const Judgement judgement = judged(
      "echo", "invoke 0 echo \"" + long_text + "\"\nok 0 echo [\"\\u202e\",\"" + long_text + "\"]");
  EXPECT_LT(judgement.anomalies.at(0).sentence.size(), 300);
  EXPECT_NE(judgement.anomalies[0].sentence.find("\\u202e"), std::string::npos);
}

TEST(UniqueIds, finds_an_id_given_twice) {
  const Judgement judgement = judged("unique-ids", R"(invoke 0 generate null
                                                      ok 0 generate "a"
                                                      invoke 1 generate null
                                                      ok 1 generate "a"
                                                      invoke 1 generate null
                                                      ok 1 generate "a")");
  EXPECT_EQ(verdict(judgement), "duplicate-id 2");
  EXPECT_EQ(judgement.anomalies[0].sentence,
            R"(client 1 was given "a", which client 0 had been given before)");
  EXPECT_EQ(judgement.anomalies[0].operations, (std::vector<std::uint64_t>{1, 3}));
}

TEST(UniqueIds, tells_values_of_several_kinds_apart) {
  std::string text;
  for (const char* const id : {"1", "1.0", "\"1\"", "[1]", "{\"a\":1}", "null", "true",
                               "9223372036854775808", "[1,2]", "[12]", "\"\"", "[]", "{}"})
    text += std::string("invoke 0 generate null\nok 0 generate ") + id + "\n";
  EXPECT_EQ(verdict(judged("unique-ids", text)), "held");
  for (const char* const again : {"{\"a\":1}", "1.00", "10e-1"})
    EXPECT_EQ(
        verdict(judged("unique-ids", text + "invoke 0 generate null\nok 0 generate " + again)),
        "duplicate-id 1")
        << again;
}

TEST(UniqueIds, counts_no_id_that_was_not_given) {
  EXPECT_EQ(verdict(judged("unique-ids", R"(invoke 0 generate null
                                            info 0 generate 7
                                            invoke 1 generate null
                                            ok 1 generate 7)")),
            "held");
}

TEST(UniqueIds, refuses_completions_that_nobody_invoked) {
  EXPECT_NE(refusal("unique-ids", "ok 0 generate 7"), "");
  EXPECT_NE(refusal("unique-ids", "invoke 0 generate null\ninvoke 0 generate null"), "");
  EXPECT_EQ(make_checker("no-such-workload"), nullptr);
}

}  // namespace
}  // namespace fencepost::properties
