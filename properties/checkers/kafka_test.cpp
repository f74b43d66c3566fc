// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka.hpp"

#include <gtest/gtest.h>

#include <string>

#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

std::string kafka(const std::string& text) { return verdict(judged("kafka", text)); }
std::string refused(const std::string& text) { return refusal("kafka", text); }

/// A send and its acknowledgement at the offset.
std::string sent(int value, int offset) {
  const std::string v = std::to_string(value);
  return "invoke 0 send [[\"send\",\"x\"," + v + "]]\nok 0 send [[\"send\",\"x\",[" +
         std::to_string(offset) + "," + v + "]]]\n";
}

TEST(KafkaChecker, holds_of_what_is_sent_and_polled) {
  EXPECT_EQ(kafka(sent(7, 0) + R"(
              invoke 1 poll [["poll"]]
              ok 1 poll [["poll",{"x":[[0,7]]}]])"),
            "held");
}

TEST(KafkaChecker, names_what_is_wrong_in_a_sentence) {
  const Judgement judgement = judged("kafka", sent(7, 3) + sent(8, 4) + R"(
              invoke 2 poll [["poll"]]
              ok 2 poll [["poll",{"x":[[4,8]]}]])");
  EXPECT_EQ(verdict(judgement), "lost-write 1, unseen 1");
  EXPECT_EQ(judgement.anomalies[0].sentence,
            "value 7 of key \"x\" was acknowledged to process 0 at offset 3; process 2 polled "
            "offset 4, and nobody ever polled 7");
  EXPECT_EQ(judgement.anomalies[0].operations, (std::vector<std::uint64_t>{1, 5}));
}

TEST(KafkaChecker, counts_all_and_shows_the_worst_first) {
  std::string text = "invoke 1 poll [[\"poll\"]]\nok 1 poll [[\"poll\",{\"x\":[";
  for (int value = 0; value < 20; ++value) {
    for (int copy = 0; copy <= value; ++copy) {
      if (text.back() != '[') text += ",";
      text += "[" + std::to_string(100 * value + copy) + "," + std::to_string(value) + "]";
    }
  }
  const Judgement judgement = judged("kafka", text + "]}]]");
  EXPECT_EQ(verdict(judgement),
            "phantom 20, duplicate 19, int-nonmonotonic-poll 190, int-poll-skip 19");
  std::vector<std::string> duplicates;
  for (const Anomaly& anomaly : judgement.anomalies)
    if (anomaly.name == "duplicate") duplicates.push_back(anomaly.sentence);
  ASSERT_EQ(duplicates.size(), Judgement::most_examples);
  EXPECT_EQ(duplicates.front(),
            "value 19 of key \"x\", sent once, is at the offsets 1900, 1901, 1902, 1903, 1904, "
            "1905 and 14 more");
}

TEST(KafkaChecker, is_undecided_without_enough_memory) {
  CheckerOptions options;
  options.most_memory = 20'000;
  std::string text;
  for (int value = 0; value < 1'000; ++value) text += sent(value, value);
  const Judgement judgement = judged("kafka", text, options);
  EXPECT_EQ(verdict(judgement), "undecided");
  EXPECT_NE(judgement.why.find("memory"), std::string::npos);
  EXPECT_EQ(verdict(judged("kafka", text)), "unseen 1");
}

TEST(KafkaChecker, is_undecided_when_told_that_it_is_enough) {
  CheckerOptions options;
  options.enough = [] { return true; };
  const std::string text = sent(7, 0) + R"(
              invoke 1 poll [["poll"]]
              ok 1 poll [["poll",{"x":[[0,7]]}]])";
  EXPECT_EQ(verdict(judged("kafka", text, options)), "undecided");
  // What it had found by then is certain.
  EXPECT_EQ(verdict(judged("kafka", sent(7, 0), options)), "unseen 1");
}

TEST(KafkaChecker, refuses_a_value_that_is_sent_twice) {
  EXPECT_EQ(refused(sent(7, 0) + R"(invoke 1 send [["send","x",7]]
                                    ok 1 send [["send","x",[1,7]]])"),
            "sends value 7 of key \"x\", which process 0 sent before; values must differ");
}

TEST(KafkaChecker, refuses_completions_and_invocations_out_of_place) {
  EXPECT_EQ(refused("ok 3 poll [[\"poll\",{}]]"),
            "completes an operation of process 3, which has none open");
  EXPECT_EQ(refused("invoke 3 poll [[\"poll\"]]\ninvoke 3 poll [[\"poll\"]]"),
            "invokes an operation of process 3 while its operation 0 is open");
  EXPECT_EQ(refused("invoke 3 poll [[\"poll\"]]\nok 3 crash null"),
            "completes \"crash\", which is not what process 3 invoked");
  EXPECT_EQ(refused("invoke 3 read 1"), "has the operation \"read\", which kafka has not");
}

TEST(KafkaChecker, refuses_invocations_of_the_wrong_form) {
  for (const char* const value :
       {"null", "7", "{}", "[7]", "[[]]", R"([["poll",{},1]])", R"([["pull"]])",
        R"([["send","x"]])", R"([["send",1.5,7]])", R"([["send",null,7]])", R"([["send",["x"],7]])",
        R"([[["poll"]]])"})
    EXPECT_NE(refused(std::string("invoke 0 txn ") + value), "") << value;
  for (const char* const value : {"null", "{}", "7", "[null]", "[1.5]", "[[]]"}) {
    EXPECT_NE(refused(std::string("invoke 0 assign ") + value), "") << value;
    EXPECT_NE(refused(std::string("invoke 0 committed ") + value), "") << value;
  }
  for (const char* const value : {"null", "[]", R"({"x":-1})", R"({"x":1.5})", R"({"x":null})"})
    EXPECT_NE(refused(std::string("invoke 0 commit ") + value), "") << value;
}

TEST(KafkaChecker, refuses_completions_of_the_wrong_form) {
  for (const char* const value :
       {"null", "7", "{}", "[7]", R"([["send","x",[1,2,3]]])", R"([["send","x",[]]])",
        R"([["send",1.5,[0,7]]])", R"([["send","x"]])", R"([["poll",7]])", R"([["poll",{"x":7}]])",
        R"([["poll",{"x":[7]}]])", R"([["poll",{"x":[[0]]}]])", R"([["poll",{"x":[[0,7,1]]}]])"})
    EXPECT_NE(refused(std::string("invoke 0 txn [[\"send\",\"x\",7]]\nok 0 txn ") + value), "")
        << value;
  for (const char* const log : {"7", "[7]", R"([{"keys":7}])", R"([{"keys":[null]}])", "[{}]"})
    EXPECT_NE(refused(std::string("invoke 0 poll [[\"poll\"]]\nok 0 poll [[\"poll\",{}]] "
                                  "{\"rebalance-log\":") +
                      log + "}"),
              "")
        << log;
  EXPECT_NE(refused("invoke 0 committed [\"x\"]\nok 0 committed [1]"), "");
  EXPECT_NE(refused("invoke 0 assign [\"x\"]\nok 0 assign [\"x\"] {\"positions\":[1]}"), "");
}

TEST(KafkaChecker, survives_numbers_at_the_ends_of_64_bits) {
  EXPECT_EQ(kafka(R"(
    invoke -9223372036854775808 txn [["send",-9223372036854775808,9223372036854775807],["poll"]]
    ok -9223372036854775808 txn [["send",-9223372036854775808,[9223372036854775807,9223372036854775807]],["poll",{}]]
    invoke 1 commit {"-9223372036854775808":9223372036854775807}
    ok 1 commit null
    invoke 2 committed [-9223372036854775808]
    ok 2 committed {"-9223372036854775808":9223372036854775807}
    invoke 2 assign [-9223372036854775808]
    ok 2 assign [-9223372036854775808] {"positions":{"-9223372036854775808":9223372036854775807}}
    invoke 2 poll [["poll"]]
    ok 2 poll [["poll",{"-9223372036854775808":[[9223372036854775807,9223372036854775807]]}]])"),
            "held");
}

TEST(KafkaChecker, shows_offsets_that_are_none_wherever_they_are) {
  EXPECT_EQ(kafka(R"(
    invoke 1 poll [["poll"]]
    ok 1 poll [["poll",{"x":[]}]]
    invoke 2 committed ["x"]
    ok 2 committed {"x":-2}
    invoke 2 assign ["x"]
    ok 2 assign ["x"] {"positions":{"x":"0"}})"),
            "bad-offset 2");
}

TEST(KafkaChecker, is_linear_where_all_operations_are_in_one_knot) {
  // The first poll sees what is sent last, so that every order leads back.
  std::string text = R"(invoke 1 poll [["poll"]]
                        ok 1 poll [["poll",{"x":[[1999,1999]]}]]
                        )";
  for (int value = 0; value < 2'000; ++value) text += sent(value, value);
  const Judgement judgement = judged("kafka", text);
  EXPECT_EQ(verdict(judgement), "lost-write 1999, G1c-realtime 1, unseen 1");
}

}  // namespace
}  // namespace fencepost::properties
