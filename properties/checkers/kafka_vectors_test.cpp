// SPDX-License-Identifier: Apache-2.0
// The histories of seeds/vectors/kafka_checker.json, each a few operations: what convicts, and what
// only looks like it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "fencepost/properties/checkers/kafka.hpp"

namespace fencepost::properties {
namespace {

using nlohmann::json;

Operation operation_of(const json& row) {
  Operation operation;
  for (const Operation::Type type :
       {Operation::Type::invoke, Operation::Type::ok, Operation::Type::fail, Operation::Type::info})
    if (row.at(0) == to_text(type)) operation.type = type;
  operation.process = row.at(1);
  operation.f = row.at(2);
  const Result<Json> value = read_json(row.at(3).dump());
  EXPECT_TRUE(value) << row;
  if (value) operation.value = *value;
  if (row.size() < 5) return operation;
  const Result<Json> more = read_json(row.at(4).dump());
  EXPECT_TRUE(more) << row;
  if (more) operation.more = *more;
  return operation;
}

Judgement judge(const json& vector) {
  const json options = vector.value("options", json::object());
  CheckerOptions checker_options;
  checker_options.subscribe = options.value("subscribe", false);
  checker_options.ww_edges = options.value("ww_edges", false);
  const std::unique_ptr<Checker> checker = make_kafka_checker(checker_options);
  for (const json& row : vector.at("history"))
    EXPECT_EQ(checker->add(operation_of(row)), "") << row;
  return checker->finish();
}

std::set<std::vector<std::uint64_t>> operations_of(const Judgement& judgement,
                                                   const std::string& name) {
  std::set<std::vector<std::uint64_t>> all;
  for (const Anomaly& anomaly : judgement.anomalies)
    if (anomaly.name == name) all.insert(anomaly.operations);
  return all;
}

void expect_words(const Judgement& judgement, const json& vector) {
  const json operations = vector.value("operations", json::object());
  for (const auto& [name, expected] : operations.items())
    EXPECT_EQ(operations_of(judgement, name),
              (expected.get<std::set<std::vector<std::uint64_t>>>()))
        << name;
  const json says = vector.value("says", json::object());
  for (const auto& [name, sentence] : says.items()) {
    const auto found = std::ranges::find(judgement.anomalies, name, &Anomaly::name);
    ASSERT_NE(found, judgement.anomalies.end()) << name;
    EXPECT_EQ(found->sentence, sentence.get<std::string>());
  }
}

TEST(KafkaChecker, agrees_with_every_vector_of_ours) {
  const json vectors =
      json::parse(std::ifstream(FENCEPOST_SOURCE_DIR "/seeds/vectors/kafka_checker.json"));
  EXPECT_EQ(vectors.size(), 101U);
  for (const json& vector : vectors) {
    SCOPED_TRACE(vector.at("id").get<std::string>());
    const Judgement judgement = judge(vector);
    const bool held = judgement.verdict == Judgement::Verdict::held;
    EXPECT_EQ(held ? "held" : "violated", vector.at("verdict").get<std::string>());
    json counts = json::object();
    for (const auto& [name, count] : judgement.counts) counts[name] = count;
    EXPECT_EQ(counts, vector.value("counts", json::object()));
    json notes = json::array();
    for (const Anomaly& note : judgement.notes) notes.push_back(note.name);
    EXPECT_EQ(notes, vector.value("notes", json::array()));
    expect_words(judgement, vector);
  }
}

}  // namespace
}  // namespace fencepost::properties
