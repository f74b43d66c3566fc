// SPDX-License-Identifier: Apache-2.0
// The histories of seeds/vectors/jepsen_kafka.json are judged as they are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/kafka.hpp"

namespace fencepost::properties {
namespace {

using nlohmann::json;

Json tree(const json& value) {
  const Result<Json> read = read_json(value.dump());
  EXPECT_TRUE(read) << value;
  return read ? *read : Json{};
}

json micro_op(const json& micro, bool completed) {
  if (micro.at("op") == "poll") {
    if (!completed || micro.at("msgs").is_null()) return json::array({"poll"});
    return json::array({"poll", micro.at("msgs")});
  }
  const bool is_told = completed && !micro.at("offset").is_null();
  const json told =
      is_told ? json::array({micro.at("offset"), micro.at("value")}) : micro.at("value");
  return json::array({"send", micro.at("key"), told});
}

Operation operation_of(const json& object, std::int64_t process, Operation::Type type) {
  Operation operation;
  operation.type = type;
  operation.process = process;
  operation.f = object.at("f");
  operation.time = object.at("time");
  json value = object.at("value");
  if (value.is_array())
    for (json& item : value)
      if (item.is_object()) item = micro_op(item, type != Operation::Type::invoke);
  operation.value = tree(value);
  return operation;
}

Operation::Type type_of(const std::string& text) {
  if (text == "ok") return Operation::Type::ok;
  if (text == "fail") return Operation::Type::fail;
  return text == "info" ? Operation::Type::info : Operation::Type::invoke;
}

Judgement judge(const json& vector) {
  CheckerOptions options;
  options.ww_edges = vector.at("options").value("ww_deps", false);
  const std::unique_ptr<Checker> checker = make_kafka_checker(options);
  for (const json& object : vector.at("history")) {
    const Operation::Type type = type_of(object.at("type"));
    std::int64_t process = object.at("index");
    // One vector has only completions, of nobody.
    if (object.at("process").is_null()) {
      EXPECT_EQ(checker->add(operation_of(object, process, Operation::Type::invoke)), "");
    } else {
      process = object.at("process");
    }
    EXPECT_EQ(checker->add(operation_of(object, process, type)), "") << object;
  }
  return checker->finish();
}

std::vector<Anomaly> found(const Judgement& judgement, const std::string& name) {
  std::vector<Anomaly> anomalies;
  for (const auto& all : {judgement.anomalies, judgement.notes})
    std::ranges::copy_if(all, std::back_inserter(anomalies),
                         [&](const Anomaly& anomaly) { return anomaly.name == name; });
  return anomalies;
}

/// The operations that an expected anomaly names; none if it names none.
std::vector<std::uint64_t> operations_of(const json& expected) {
  std::vector<std::uint64_t> operations;
  for (const char* const name : {"writer", "reader", "max_read", "op"})
    if (expected.contains(name)) operations.push_back(expected.at(name));
  if (expected.contains("ops")) return expected.at("ops");
  std::ranges::sort(operations);
  return operations;
}

/// Words that its sentence must have.
std::vector<std::string> words_of(const json& expected) {
  std::vector<std::string> words;
  for (const char* const name : {"value", "offset"})
    if (expected.contains(name)) words.push_back(expected.at(name).dump());
  for (const char* const name : {"values", "skipped", "offsets"})
    for (const json& value : expected.value(name, json::array()))
      if (words.size() < 5) words.push_back(value.dump());
  if (expected.contains("key")) words.push_back("key " + expected.at("key").dump());
  return words;
}

bool agrees(const Anomaly& anomaly, const json& expected) {
  if (expected.contains("cycle")) {
    const std::vector<std::uint64_t> cycle = expected.at("cycle");
    return std::is_permutation(anomaly.operations.begin(), anomaly.operations.end(),
                               cycle.begin() + 1, cycle.end());
  }
  const std::vector<std::uint64_t> operations = operations_of(expected);
  const std::vector<std::string> words = words_of(expected);
  return (operations.empty() || anomaly.operations == operations) &&
         std::ranges::all_of(words, [&](const std::string& word) {
           return anomaly.sentence.find(word) != std::string::npos;
         });
}

void expect_anomalies(const Judgement& judgement, const std::string& name, const json& expected) {
  std::uint64_t count = found(judgement, name).size();
  for (const auto& [counted, exact] : judgement.counts)
    if (counted == name) count = exact;
  EXPECT_EQ(count, expected.size()) << name;
  // Each example is one of those expected, and no two are the same one.
  std::vector<json> left = expected;
  for (const Anomaly& anomaly : found(judgement, name)) {
    const auto match =
        std::ranges::find_if(left, [&](const json& one) { return agrees(anomaly, one); });
    EXPECT_NE(match, left.end()) << name << ": " << anomaly.sentence;
    if (match != left.end()) left.erase(match);
  }
}

TEST(KafkaChecker, agrees_with_every_jepsen_vector) {
  const json all =
      json::parse(std::ifstream(FENCEPOST_SOURCE_DIR "/seeds/vectors/jepsen_kafka.json"));
  EXPECT_EQ(all.at("vectors").size(), 29U);
  for (const json& vector : all.at("vectors")) {
    SCOPED_TRACE(vector.at("id").get<std::string>());
    const Judgement judgement = judge(vector);
    for (const auto& [name, expected] : vector.at("expect").items())
      expect_anomalies(judgement, name, expected);
    for (const std::string name : vector.at("expect_absent"))
      EXPECT_TRUE(found(judgement, name).empty()) << name;
    const bool held = judgement.verdict == Judgement::Verdict::held;
    if (vector.value("expect_no_errors", false)) {
      EXPECT_TRUE(held && judgement.notes.empty());
    }
    if (vector.contains("valid")) {
      EXPECT_EQ(held, vector.at("valid").get<bool>());
    }
  }
}

}  // namespace
}  // namespace fencepost::properties
