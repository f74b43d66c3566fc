// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/json_lines.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/recorded/reading.hpp"

namespace fencepost::recorded {
namespace {

using Words = std::vector<std::string>;

constexpr const char* two =
    "{\"index\":0,\"type\":\"invoke\",\"process\":0,\"f\":\"send\",\"value\":[[\"send\",\"x\",1]],"
    "\"time\":5}\n"
    "{\"index\":1,\"type\":\"ok\",\"process\":0,\"f\":\"send\",\"value\":[[\"send\",\"x\",[0,1]]],"
    "\"time\":7}";

std::string why(const std::string& text) {
  return read_all(text, SIZE_MAX, Format::json_lines).why;
}

TEST(JsonLines, hold_an_operation_each) {
  const Words expected = {R"(0 invoke send [["send","x",1]] @5 #0)",
                          R"(0 ok send [["send","x",[0,1]]] @7 #1)"};
  EXPECT_EQ(read_all(two).operations, expected);
  EXPECT_EQ(read_all(std::string(two) + '\n').operations, expected);
}

TEST(JsonLines, come_in_pieces_of_any_size) {
  for (std::size_t piece = 1; piece < 40; ++piece)
    EXPECT_EQ(read_all(two, piece).operations.size(), 2U) << piece;
}

TEST(JsonLines, may_be_blank_and_end_as_elsewhere) {
  const Reading reading = read_all(
      "\n  "
      "\r\n{\"f\":\"read\",\"process\":3,\"type\":\"info\",\"error\":\"net\",\"final?\":true}"
      "\r\n\n");
  EXPECT_EQ(reading.operations, Words{R"(3 info read null {"error":"net","final?":true})"});
  EXPECT_EQ(reading.lines, std::vector<std::uint64_t>{3});
  EXPECT_EQ(reading.why, "");
}

TEST(JsonLines, of_a_nemesis_are_passed_over) {
  const Reading reading = read_all(
      "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"kill\"}\n"
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"generate\"}\n");
  EXPECT_EQ(reading.operations, Words{"0 invoke generate null"});
}

TEST(JsonLines, are_refused_with_line_and_reason) {
  const std::string good = "{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"index\":4}\n";
  EXPECT_EQ(why(good + "{]\n"), "line 2: it is not JSON (at byte 2)");
  EXPECT_EQ(why(good + "[1]\n"), "line 2: it is no operation: it is [1]");
  EXPECT_EQ(why(good + "{\"process\":0,\"type\":\"ok\"}\n"), "line 2: it has no 'f'");
  EXPECT_EQ(why("{\"process\":0,\"type\":\"okay\",\"f\":\"read\"}\n"),
            "line 1: it has \"okay\" for 'type', not invoke, ok, fail or info");
  EXPECT_EQ(why("{\"process\":\"c1\",\"type\":\"ok\",\"f\":\"read\"}\n")
                .find("line 1: it has \"c1\" for 'process'; clients are numbered from 0"),
            0U);
  EXPECT_EQ(why("{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"time\":1.5}\n"),
            "line 1: it has 1.5 for 'time', not whole nanoseconds from 0");
  EXPECT_EQ(why("{\"process\":0,\"type\":\"ok\",\"f\":7}\n"),
            "line 1: it has 7 for 'f', not a name");
  EXPECT_EQ(why(good + good).find("line 2: it has the index 4, and one above it had 4; "), 0U);
  EXPECT_EQ(why("{\"f\":1,\"f\":1}\n"), "line 1: it has the key \"f\" twice");
}

TEST(JsonLines, are_refused_if_the_last_is_cut_off) {
  EXPECT_EQ(why("{\"process\":0,\"type\":\"ok\",\"f\":\"read\"}\n{\"process\":0,\"ty"),
            "line 2: it is not JSON (at byte 17); the file ends in this line and may be cut off");
}

TEST(JsonLines, are_refused_if_they_are_no_text) {
  EXPECT_NE(why("{\"f\":\"\xff\"}\n"), "");
  EXPECT_NE(why(std::string("{\"f\":\"\0\"}\n", 10)), "");
}

TEST(JsonLines, of_any_length_are_refused_within_bounds) {
  const std::string start = "{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"value\":\"";
  EXPECT_NE(why(start + std::string(100 << 20U, 'x') + "\"}").find("longer than 8 MiB"),
            std::string::npos);
  EXPECT_EQ(why("{\"value\":" + std::string(1 << 20U, '[') + "\n"),
            "line 1: it is nested deeper than 64 levels");
  std::string many = "{\"process\":0,\"type\":\"ok\",\"f\":\"read\"";
  for (int i = 0; i < 300'000; ++i) many += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_EQ(why(many + "}\n"), "");
  EXPECT_EQ(why(many + ",\"k7\":0}\n"), "line 1: it has the key \"k7\" twice");
}

}  // namespace
}  // namespace fencepost::recorded
