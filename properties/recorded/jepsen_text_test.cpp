// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/jepsen_text.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/recorded/reading.hpp"

namespace fencepost::recorded {
namespace {

using Words = std::vector<std::string>;

TEST(JepsenText, has_an_operation_a_line) {
  const Reading reading = read_all(
      "0\t:invoke\t:send\t[[:send 0 1]]\n"
      ":nemesis\t:info\t:kill\t:all\n"
      "12\t:ok\t:poll\t[[:poll {0 [[0 1]]}]]\n");
  EXPECT_EQ(reading.why, "");
  EXPECT_EQ(reading.operations,
            (Words{R"(0 invoke send [["send",0,1]])", R"(12 ok poll [["poll",{"0":[[0,1]]}]])"}));
  EXPECT_EQ(reading.lines, (std::vector<std::uint64_t>{1, 3}));
}

TEST(JepsenText, has_errors_of_several_lines) {
  const Reading reading = read_all(
      "0\t:invoke\t:read\t[1 nil]\n"
      "0\t:info\t:read\t[1 nil]\tjava.lang.Exception: no\n\tat some.place(x:1)\n\nmore of it\n"
      "1\t:invoke\t:read\t[1 nil]\n");
  EXPECT_EQ(reading.why, "");
  EXPECT_EQ(reading.operations,
            (Words{"0 invoke read [1,null]",
                   R"(0 info read [1,null] {"error":"java.lang.Exception: no"})",
                   "1 invoke read [1,null]"}));
}

TEST(JepsenText, stands_in_logs) {
  const Reading reading = read_all(
      "lein test :only a.test\n"
      "INFO  jepsen.core - Worker 2 starting\n"
      "INFO  jepsen.util - 2\t:invoke\t:read\tnil\n"
      "INFO [2017-11-07 18:07:12,053] jepsen worker 1 - jepsen.util 11\t:fail\t:cas\t[2 2]\t:no\n"
      "2023-04-19 12:33:41,101{GMT}\tINFO\t[jepsen worker 1] jepsen.util: 3\t:ok\t:write\t4\n"
      "2023-04-19 12:33:42,101{GMT}\tINFO\t[jepsen nemesis] jepsen.util: "
      ":nemesis\t:info\t:kill\tnil\n"
      "\tat some.place(x:1)\n");
  EXPECT_EQ(reading.why, "");
  EXPECT_EQ(reading.operations,
            (Words{"2 invoke read null", R"(11 fail cas [2,2] {"error":":no"})", "3 ok write 4"}));
}

TEST(JepsenText, may_have_spaces_for_tabs) {
  const Reading reading = read_all(
      "INFO  jepsen.util - 1   :invoke :write  3\n"
      "1  :info  :cas  [1 2]  :timed-out: at 5 :ok\n");
  EXPECT_EQ(reading.why, "");
  EXPECT_EQ(reading.operations,
            (Words{"1 invoke write 3", R"(1 info cas [1,2] {"error":" :timed-out: at 5 :ok"})"}));
}

TEST(JepsenText, may_begin_late_in_a_log) {
  std::string log;
  while (log.size() < 500'000) log += "INFO  jepsen.core - Worker 2 starting\n";
  EXPECT_EQ(read_all(log + "INFO  jepsen.util - 1\t:invoke\t:write\t3\n").operations,
            Words{"1 invoke write 3"});
}

TEST(JepsenText, is_refused_with_line_and_reason) {
  const std::string line = "0\t:invoke\t:read\tnil\n";
  EXPECT_EQ(read_all(line + "noise\n").why,
            "line 2: it is no operation: process, :type, :f and value, with tabs between");
  EXPECT_EQ(read_all(line + "0\t:okay\t:read\tnil\n").why.find("line 2: it is no operation"), 0U);
  EXPECT_EQ(read_all(line + "0\t:ok\t:read\n").why,
            "line 2: it has no value; nothing is written nil");
  EXPECT_EQ(read_all(line + "0\t:ok\t:read\t[1\n").why,
            "line 2: it ends within its value: it is cut off");
  EXPECT_EQ(read_all(line + "0\t:ok\t:read\t1 2\n").why,
            "line 2: it goes on behind its value without a tab");
  EXPECT_EQ(read_all(line + "0\t:ok\t7\t1\n").why, "line 2: it has \"7\" for its f, not a name");
}

TEST(JepsenText, is_refused_if_it_is_cut_off) {
  const std::string text = "0\t:invoke\t:read\tnil\n0\t:info\t:read\tnil\tlost\n1\t:ok\t:read\t15";
  for (std::size_t size = text.size(); text[size - 1] != '\n'; --size)
    EXPECT_EQ(read_all(text.substr(0, size)).why.find("line 3: it "), 0U) << text.substr(0, size);
}

}  // namespace
}  // namespace fencepost::recorded
