// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/services.hpp"

#include <gtest/gtest.h>

namespace fencepost::faults {
namespace {

std::string ask(Services& services, std::string_view service, std::string_view request,
                std::uint32_t back = 0, std::string_view caller = "n0") {
  const std::optional<Json> reply = services.answer(service, caller, *read_json(request), back);
  return reply ? to_text(*reply) : "nothing";
}

constexpr const char* read_x = R"({"type":"read","key":"x"})";
std::string write_x(int value) {
  return R"({"type":"write","key":"x","value":)" + std::to_string(value) + "}";
}

class Stores : public testing::TestWithParam<const char*> {};

TEST_P(Stores, answer_as_one_register_a_key_on_a_calm_day) {
  Services services;
  const auto says = [&](std::string_view request) { return ask(services, GetParam(), request); };
  EXPECT_EQ(says(read_x), R"({"type":"error","code":20,"text":"the key does not exist"})");
  EXPECT_EQ(says(R"({"type":"cas","key":"x","from":1,"to":2})"),
            R"({"type":"error","code":20,"text":"the key does not exist"})");
  EXPECT_EQ(says(write_x(1)), R"({"type":"write_ok"})");
  EXPECT_EQ(says(read_x), R"({"type":"read_ok","value":1})");
  EXPECT_EQ(says(R"({"type":"cas","key":"x","from":1.0,"to":2})"),
            R"({"type":"error","code":22,"text":"the value is 1"})");
  EXPECT_EQ(says(R"({"type":"cas","key":"x","from":1,"to":{"b":1,"a":2}})"),
            R"({"type":"cas_ok"})");
  EXPECT_EQ(says(R"({"type":"cas","key":"x","from":{"a":2,"b":1},"to":3})"),
            R"({"type":"cas_ok"})");
  EXPECT_EQ(says(R"({"type":"write","key":0.5,"value":[1.5]})"), R"({"type":"write_ok"})");
  EXPECT_EQ(says(R"({"type":"cas","key":5E-1,"from":[1.50e0],"to":2.50})"), R"({"type":"cas_ok"})");
  EXPECT_EQ(says(R"({"type":"read","key":0.50})"), R"({"type":"read_ok","value":2.50})");
  EXPECT_EQ(says(R"({"type":"write","key":1,"value":null})"), R"({"type":"write_ok"})");
  EXPECT_EQ(says(R"({"type":"read","key":"1"})"),
            R"({"type":"error","code":20,"text":"the key does not exist"})");
  EXPECT_EQ(says(R"({"type":"cas","key":1,"to":5})"), R"({"type":"cas_ok"})");
  EXPECT_EQ(says(R"({"type":"dance"})"), "nothing");
}

INSTANTIATE_TEST_SUITE_P(Services, Stores, testing::Values("lin-kv", "seq-kv", "lww-kv"));

TEST(Services, create_a_key_by_cas_if_they_are_asked_to) {
  const std::string create =
      R"({"type":"cas","key":"x","from":7,"to":2,"create_if_not_exists":true})";
  Services services;
  EXPECT_EQ(ask(services, "lin-kv", create), R"({"type":"cas_ok"})");
  EXPECT_EQ(ask(services, "seq-kv", create), R"({"type":"cas_ok"})");
  // As Maelstrom's does.
  EXPECT_EQ(ask(services, "lww-kv", create),
            R"({"type":"error","code":20,"text":"the key does not exist"})");
}

TEST(SequentialStore, shows_an_old_state_but_never_one_before_what_was_seen) {
  Services services;
  for (const int value : {1, 2, 3}) ask(services, "seq-kv", write_x(value), 0, "n1");
  EXPECT_EQ(ask(services, "seq-kv", read_x, 1, "n2"), R"({"type":"read_ok","value":2})");
  EXPECT_EQ(ask(services, "seq-kv", read_x, 9, "n2"), R"({"type":"read_ok","value":2})");
  EXPECT_EQ(ask(services, "seq-kv", read_x, 0, "n2"), R"({"type":"read_ok","value":3})");
  EXPECT_EQ(ask(services, "seq-kv", read_x, 9, "n2"), R"({"type":"read_ok","value":3})");
  // Its own write makes a caller current.
  EXPECT_EQ(ask(services, "seq-kv", read_x, 9, "n1"), R"({"type":"read_ok","value":3})");
}

TEST(SequentialStore, lets_a_stale_cas_fail_but_never_succeed) {
  Services services;
  for (const int value : {1, 2}) ask(services, "seq-kv", write_x(value), 0, "n1");
  EXPECT_EQ(ask(services, "seq-kv", R"({"type":"cas","key":"x","from":2,"to":3})", 1, "n2"),
            R"({"type":"error","code":22,"text":"the value is 1"})");
  EXPECT_EQ(ask(services, "seq-kv", R"({"type":"cas","key":"x","from":1,"to":3})", 1, "n3"),
            R"({"type":"error","code":22,"text":"the value is 2"})");
}

TEST(SequentialStore, never_goes_back_beyond_the_states_it_keeps) {
  Services services;
  ask(services, "seq-kv", read_x, 0, "n2");
  int last = -1;
  for (int value = 0; value < 200; ++value) {
    ask(services, "seq-kv", write_x(value), 0, "n1");
    const std::string reply =
        ask(services, "seq-kv", read_x, static_cast<std::uint32_t>(value % 60), "n2");
    if (reply.find("error") != std::string::npos) continue;
    const auto seen = static_cast<int>(read_json(reply)->find("value")->number);
    EXPECT_GE(seen, last);
    last = seen;
  }
  EXPECT_GT(last, 100);
}

TEST(LastWriterStore, may_ask_the_replica_that_has_not_heard) {
  Services services;
  ask(services, "lww-kv", write_x(1), 2);
  EXPECT_EQ(ask(services, "lww-kv", read_x, 1),
            R"({"type":"error","code":20,"text":"the key does not exist"})");
  EXPECT_EQ(ask(services, "lww-kv", read_x), R"({"type":"read_ok","value":1})");
  EXPECT_EQ(ask(services, "lww-kv", read_x, 1), R"({"type":"read_ok","value":1})");
}

TEST(Services, number_timestamps_from_zero) {
  Services services;
  EXPECT_EQ(ask(services, "lin-tso", R"({"type":"ts"})"), R"({"type":"ts_ok","ts":0})");
  EXPECT_EQ(ask(services, "lin-tso", R"({"type":"ts"})"), R"({"type":"ts_ok","ts":1})");
  EXPECT_EQ(ask(services, "lin-tso", read_x), "nothing");
}

}  // namespace
}  // namespace fencepost::faults
