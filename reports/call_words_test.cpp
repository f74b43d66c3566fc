// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/call_words.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

using Type = Operation::Type;

Operation operation(Type type, const char* f, const char* value, const char* more = "null") {
  Operation made;
  made.type = type;
  made.f = f;
  made.value = *read_json(value);
  made.more = *read_json(more);
  return made;
}

std::string words(const char* f, const char* asked, const char* seen) {
  const Operation end = operation(Type::ok, f, seen);
  return call_words(operation(Type::invoke, f, asked), &end, {});
}

TEST(CallWords, tell_what_was_asked_and_seen) {
  EXPECT_EQ(words("echo", "\"a b\"", "\"a b\""), "echo \"a b\" -> \"a b\"");
  EXPECT_EQ(words("generate", "null", "\"n1-7\""), "generate -> \"n1-7\"");
  EXPECT_EQ(words("broadcast", "5", "5"), "broadcast 5 -> ok");
  EXPECT_EQ(words("read", "null", "[1,2]"), "read -> [1,2]");
  EXPECT_EQ(words("add", "-3", "-3"), "add -3 -> ok");
  EXPECT_EQ(words("read", "[1,null]", "[1,5]"), "read key=1 -> 5");
  EXPECT_EQ(words("write", "[\"a\",5]", "[\"a\",5]"), "write key=a 5 -> ok");
  EXPECT_EQ(words("cas", "[1,[2,3]]", "[1,[2,3]]"), "cas key=1 from 2 to 3 -> ok");
}

TEST(CallWords, tell_logs_and_transactions) {
  EXPECT_EQ(words("send", R"([["send","0",5]])", R"([["send","0",[3,5]]])"),
            "send key=0 5 -> offset 3");
  EXPECT_EQ(words("poll", R"([["poll"]])", R"([["poll",{"0":[[3,5],[4,6]],"1":[],"2":[[0,9]]}]])"),
            "poll -> key 0: 5 at 3, 6 at 4; key 2: 9 at 0");
  EXPECT_EQ(words("poll", R"([["poll"]])", R"([["poll",{}]])"), "poll -> nothing");
  EXPECT_EQ(words("assign", R"(["0","1"])", R"(["0","1"])"), "assign 0, 1 -> ok");
  EXPECT_EQ(words("commit", R"({"0":3,"1":4})", R"({"0":3,"1":4})"), "commit 0=3, 1=4 -> ok");
  EXPECT_EQ(words("committed", R"(["0"])", R"({"0":3})"), "committed 0 -> 0=3");
  EXPECT_EQ(words("committed", R"(["0"])", "{}"), "committed 0 -> nothing");
  EXPECT_EQ(words("txn", R"([["append",9,1],["r",8,null],["r",7,null]])",
                  R"([["append",9,1],["r",8,[1,2]],["r",7,null]])"),
            "append 9 1, r 8, r 7 -> 8=[1,2], 7=null");
  EXPECT_EQ(words("txn", R"([["w","x",1]])", R"([["w","x",1]])"), "w x 1 -> ok");
}

TEST(CallWords, tell_how_it_ended) {
  const Operation asked = operation(Type::invoke, "write", "[1,2]");
  const Operation fail = operation(Type::fail, "write", "[1,2]", R"({"error":[22,"was 4"]})");
  const Operation info = operation(Type::info, "write", "[1,2]", R"({"error":"no reply"})");
  const Operation bare = operation(Type::info, "write", "[1,2]");
  EXPECT_EQ(call_words(asked, &fail, {}), "write key=1 2 -> fail: 22 was 4");
  EXPECT_EQ(call_words(asked, &info, {.signs = true}), "write key=1 2 → ? no reply");
  EXPECT_EQ(call_words(asked, &bare, {}), "write key=1 2 -> ?");
  EXPECT_EQ(call_words(asked, nullptr, {}), "write key=1 2 -> ?");
}

TEST(CallWords, show_what_is_strange_as_it_stands) {
  EXPECT_EQ(words("dance", R"({"a":1})", "7"), "dance {\"a\":1} -> ok");
  EXPECT_EQ(words("cas", "[1,2]", "[1,2]"), "cas [1,2] -> ok");
  EXPECT_EQ(words("txn", R"([["r"],7,["send","0",[1]]])", "[7,[],{}]"),
            "[\"r\"], 7, send key=0 [1] -> ok");
  EXPECT_EQ(words("poll", R"([["poll"]])", R"([["poll",{"0":[7,[1]]}]])"), "poll -> key 0: 7, [1]");
  EXPECT_EQ(words("assign", "7", "7"), "assign  -> ok");
}

}  // namespace
}  // namespace fencepost::reports
