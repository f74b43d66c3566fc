// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fencepost/properties/recorded/reading.hpp"

namespace fencepost::recorded {
namespace {

std::string form_of(const std::string& text) {
  const Result<Opened> opened = open_history(from_text(text));
  return opened ? to_text(opened->format) : "it " + opened.why();
}

TEST(OpenHistory, tells_the_form_from_the_first_bytes) {
  EXPECT_EQ(form_of("{\"type\":\"ok\"}"), "jsonl");
  EXPECT_EQ(form_of("\n  { \"type\" : \"ok\"}"), "jsonl");
  EXPECT_EQ(form_of("\xef\xbb\xbf{\"a\\\"\":1}"), "jsonl");
  EXPECT_EQ(form_of("{:type :ok}"), "edn");
  EXPECT_EQ(form_of("{}"), "edn");
  EXPECT_EQ(form_of("{\"type\" \"ok\"}"), "edn");
  EXPECT_EQ(form_of("[{:type :ok}]"), "edn");
  EXPECT_EQ(form_of("({:type :ok})"), "edn");
  EXPECT_EQ(form_of("#jepsen.history.Op{:type :ok}"), "edn");
  EXPECT_EQ(form_of("; comment\n"), "edn");
  EXPECT_EQ(form_of("0\t:ok\t:read\tnil\n"), "text");
  EXPECT_EQ(form_of(":nemesis\t:info\t:kill\tnil\n"), "text");
  EXPECT_EQ(form_of("INFO jepsen.util - 0\t:invoke\t:read\tnil\n"), "text");
}

TEST(OpenHistory, says_what_to_do_about_other_files) {
  EXPECT_EQ(form_of("fencepost history 1\n").find("it is a scenario"), 0U);
  EXPECT_EQ(
      form_of("fencepost history 1\nworkload g-set\n\n"
              "# operation {\"type\":\"invoke\",\"process\":0,\"f\":\"read\",\"value\":null}\n"
              "end commands=0 exceptions=0\n"),
      "history");
  EXPECT_NE(form_of("fencepost history 1\n").find("`fencepost replay`"), std::string::npos);
  EXPECT_NE(form_of(std::string("JEPSEN\0\0\0\1", 10)).find("history.edn"), std::string::npos);
  EXPECT_NE(form_of("\x1f\x8b\x08").find("gunzip -c"), std::string::npos);
  EXPECT_NE(form_of("\xff\xfe{").find("iconv"), std::string::npos);
  EXPECT_NE(form_of("[{\"type\":\"ok\"}]").find("jq -c '.[]'"), std::string::npos);
  EXPECT_EQ(form_of(" \n\n"), "it is empty, so there is nothing to judge");
  EXPECT_EQ(form_of("<html>").find("it is neither JSON lines nor"), 0U);
}

TEST(OpenHistory, believes_what_it_is_told) {
  EXPECT_EQ(read_all("{\"type\" :ok, \"process\" 0 \"f\" :read}", SIZE_MAX, Format::edn).operations,
            std::vector<std::string>{"0 ok read null"});
  EXPECT_EQ(
      read_all("{:type :ok}", SIZE_MAX, Format::json_lines).why.find("line 1: it is not JSON"), 0U);
}

TEST(OpenHistory, passes_on_why_the_stream_broke) {
  const auto broken = [](char*, std::size_t) -> Result<std::size_t> { return Failure{"no disk"}; };
  EXPECT_EQ(open_history(broken).why(), "cannot be read: no disk");
}

}  // namespace
}  // namespace fencepost::recorded
