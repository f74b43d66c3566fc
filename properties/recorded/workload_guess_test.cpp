// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/workload_guess.hpp"

#include <gtest/gtest.h>

namespace fencepost::recorded {
namespace {

Operation operation(const std::string& f, const std::string& value,
                    Operation::Type type = Operation::Type::invoke) {
  return {.type = type, .process = 0, .f = f, .value = *read_json(value), .time = -1, .more = {}};
}

std::string fitted(std::string_view workload, Operation operation) {
  fit(workload, operation);
  std::string json;
  write_json(operation.value, json);
  return json;
}

TEST(WorkloadGuess, needs_what_only_one_workload_has) {
  EXPECT_EQ(workload_of(operation("send", "[]")), "kafka");
  EXPECT_EQ(workload_of(operation("cas", "[0,[1,2]]")), "lin-kv");
  EXPECT_EQ(workload_of(operation("generate", "null")), "unique-ids");
  EXPECT_EQ(workload_of(operation("txn", R"([["r",1,null],["append",1,2]])")), "txn-list-append");
  EXPECT_EQ(workload_of(operation("txn", R"([["r",1,null],["w",1,2]])")), "txn-rw-register");
  EXPECT_EQ(workload_of(operation("txn", R"([["poll"],["send",1,2]])")), "kafka");
  EXPECT_EQ(workload_of(operation("txn", R"([["r",1,null],7,[]])")), "");
  EXPECT_EQ(workload_of(operation("add", "1")), "");
  EXPECT_EQ(workload_of(operation("read", "null")), "");
  EXPECT_EQ(workloads_with("add"), "g-set, g-counter or pn-counter");
  EXPECT_EQ(workloads_with("enqueue"), "");
}

TEST(WorkloadGuess, takes_the_echo_out_of_a_reply) {
  const std::string reply = R"({"type":"echo_ok","in_reply_to":1,"echo":{"a":1}})";
  EXPECT_EQ(fitted("echo", operation("echo", reply, Operation::Type::ok)), R"({"a":1})");
  EXPECT_EQ(fitted("echo", operation("echo", reply)), reply);
  EXPECT_EQ(fitted("echo", operation("echo", R"({"echo":1})", Operation::Type::ok)),
            R"({"echo":1})");
}

TEST(WorkloadGuess, puts_one_register_behind_a_key) {
  EXPECT_EQ(fitted("lin-kv", operation("read", "null")), "[0,null]");
  EXPECT_EQ(fitted("lin-kv", operation("write", "4")), "[0,4]");
  EXPECT_EQ(fitted("lin-kv", operation("cas", "[4,3]")), "[0,[4,3]]");
  EXPECT_EQ(fitted("lin-kv", operation("cas", "[7,[4,3]]")), "[7,[4,3]]");
  EXPECT_EQ(fitted("lin-kv", operation("read", "[7,null]")), "[7,null]");
  EXPECT_EQ(fitted("lin-kv", operation("cas", "\"timed-out\"", Operation::Type::info)),
            "\"timed-out\"");
}

}  // namespace
}  // namespace fencepost::recorded
