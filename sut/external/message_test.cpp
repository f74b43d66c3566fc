// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/message.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fencepost::sut {
namespace {

using Kind = Message::Kind;

/// The line of a child while request 5 waits.
Message heard(std::string_view line, bool strict = false) { return read_message(line, 5, strict); }

std::string reply_to(std::string_view id) {
  return R"({"src":"n0","dest":"c1","body":{"type":"x_ok","in_reply_to":)" + std::string(id) + "}}";
}

TEST(Message, is_written_as_one_line) {
  EXPECT_EQ(write_request(2, R"({"type":"x"})"),
            "{\"id\":2,\"src\":\"c1\",\"dest\":\"n0\",\"body\":{\"type\":\"x\"}}\n");
}

TEST(Message, is_a_reply_if_its_number_is_the_one_that_waits) {
  EXPECT_EQ(heard(reply_to("5")).kind, Kind::reply);
  EXPECT_EQ(heard(reply_to("5"), true).kind, Kind::reply);
  EXPECT_EQ(heard(" \t" + reply_to("5") + "\r").kind, Kind::reply);
  EXPECT_EQ(heard(R"({"body":{"in_reply_to":5}})").kind, Kind::reply);
  EXPECT_NE(heard(reply_to("5")).body.find("type"), nullptr);
}

TEST(Message, is_late_if_its_number_was_answered_before) {
  EXPECT_EQ(heard(reply_to("1")).kind, Kind::late);
  EXPECT_EQ(heard(reply_to("4"), true).kind, Kind::late);
}

TEST(Message, is_invented_if_nobody_sent_its_number) {
  for (const char* id :
       {"6", "0", "-1", "5.0", "5e0", "\"5\"", "true", "[5]", "{}", "18446744073709551621"})
    EXPECT_EQ(heard(reply_to(id)).kind, Kind::invented) << id;
}

TEST(Message, is_stray_if_it_is_no_message_to_the_client) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "is not JSON (at byte 1)"},
      {"hello", "is not JSON (at byte 1)"},
      {reply_to("5") + "}", "is not JSON (at byte 64)"},
      {"{\"body\":\"\xff\"}", "is not JSON (at byte 10)"},
      {"{\"body\":\"\xed\xa0\x80\"}", "is not JSON (at byte 11)"},
      {std::string("{}\0", 3), "is not JSON (at byte 3)"},
      {std::string(100'000, '['), "is nested deeper than 64 levels"},
      {"[]", "is no JSON object"},
      {"{}", "has no object `body`"},
      {R"({"body":[]})", "has no object `body`"},
      {R"({"body":{},"body":{}})", "has the key \"body\" twice"},
      {R"({"body":{"in_reply_to":5,"in_reply_to":5}})", "has the key \"in_reply_to\" twice"},
      {R"({"body":{}})", "has no `in_reply_to`"},
      {reply_to("null"), "has no `in_reply_to`"},
      {R"({"dest":"n1","body":{"in_reply_to":5}})", "is for \"n1\", who is not there"},
      {R"({"dest":7,"body":{"in_reply_to":5}})", "is for 7, who is not there"},
  };
  for (const auto& [line, why] : cases) {
    EXPECT_EQ(heard(line).kind, Kind::stray) << line.substr(0, 80);
    EXPECT_EQ(heard(line).why, why) << line.substr(0, 80);
  }
}

TEST(Message, has_a_closed_envelope_when_strict) {
  const auto why = [](std::string_view line) { return heard(line, true).why; };
  EXPECT_EQ(why(R"({"dest":"c1","body":{"in_reply_to":5}})"), "does not have \"n0\" as its `src`");
  EXPECT_EQ(why(R"({"src":"n1","dest":"c1","body":{"in_reply_to":5}})"),
            "does not have \"n0\" as its `src`");
  EXPECT_EQ(why(R"({"src":"n0","body":{"in_reply_to":5}})"), "does not have \"c1\" as its `dest`");
  EXPECT_EQ(why(R"({"src":"n0","dest":"c1","at":1,"body":{"in_reply_to":5}})"),
            "has the key \"at\" beside `body`");
  EXPECT_EQ(heard(R"({"id":9,"src":"n0","dest":"c1","body":{"in_reply_to":5}})", true).kind,
            Kind::reply);
}

}  // namespace
}  // namespace fencepost::sut
