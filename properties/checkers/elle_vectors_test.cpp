// SPDX-License-Identifier: Apache-2.0
// The histories of seeds/vectors/elle_list_append.json: the checker finds what stands there.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "fencepost/properties/checkers/consistency_models.hpp"
#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

using Document = nlohmann::json;
using Names = std::set<std::string>;

const Document& vectors() {
  static const Document document =
      Document::parse(std::ifstream(FENCEPOST_SOURCE_DIR "/seeds/vectors/elle_list_append.json"));
  return document.at("vectors");
}

Told history_of(const Document& vector) {
  Told told;
  for (const Document& operation : vector.at("history"))
    told.tell(operation_of(operation.at("type").get<std::string>() + " " +
                           operation.at("process").dump() + " txn " +
                           operation.at("value").dump()));
  return told;
}

Judgement judged_as(const Document& vector, const std::string& model) {
  CheckerOptions options;
  options.model = model;
  return judged("txn-list-append", history_of(vector), options);
}

/// What is looked for by each of the names that a check may ask for.
Names asked(const Document& anomalies) {
  static const std::map<std::string, Names> names = {
      {"G0", {"G0"}},
      {"G1", {"G0", "G1a", "G1b", "G1c", "incompatible-order"}},
      {"G2", {"G-single-item", "G-nonadjacent-item", "G2-item"}},
      {"dirty-update", {"dirty-update"}}};
  Names all;
  for (const Document& name : anomalies) all.merge(Names(names.at(name.get<std::string>())));
  return all;
}

Names found(const Judgement& judgement) {
  Names names;
  for (const auto& [name, count] : judgement.counts) names.insert(name);
  return names;
}

/// The words of a step in a sentence.
std::string words(const Document& step) {
  const std::string kind = step.at(0).get<std::string>();
  if (kind == "realtime") return "completed before";
  if (kind == "process") return "at the same client";
  if (kind == "wr") return "appended " + step[2].dump() + " to " + step[1].dump() + ", which";
  if (kind == "rw") return "read " + step[1].dump() + " without " + step[3].dump() + ", which";
  return "to " + step[1].dump() + " before";
}

bool is_rotation(const std::vector<std::uint64_t>& a, std::vector<std::uint64_t> b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (a == b) return true;
    std::rotate(b.begin(), b.begin() + 1, b.end());
  }
  return false;
}

void expect_detail(const Document& detail, const Judgement& judgement) {
  if (detail.contains("cycle")) {
    auto cycle = detail.at("cycle").get<std::vector<std::uint64_t>>();
    cycle.pop_back();
    const auto shown = std::ranges::find_if(judgement.anomalies, [&](const Anomaly& anomaly) {
      return anomaly.sentence.find("would have to come before") != std::string::npos &&
             is_rotation(anomaly.operations, cycle);
    });
    ASSERT_TRUE(shown != judgement.anomalies.end());
    for (const Document& step : detail.at("steps"))
      EXPECT_TRUE(shown->sentence.find(words(step)) != std::string::npos)
          << shown->sentence << step;
  }
  if (detail.contains("op")) {
    EXPECT_EQ(judgement.anomalies.front().operations,
              (std::vector<std::uint64_t>{detail.at("op"), detail.at("writer")}));
  }
}

/// A check asks by names or by a model.
void expect_check(const Document& vector, const Document& check) {
  const bool by_name = !check.at("anomalies").is_null();
  const std::string model = by_name ? "strict-serializable" : check.at("consistency_models").at(0);
  const Judgement judgement = judged_as(vector, model);
  Names names = found(judgement);
  if (by_name) {
    const Names wanted = asked(check.at("anomalies"));
    std::erase_if(names, [&](const std::string& name) { return !wanted.contains(name); });
  }
  EXPECT_EQ(names, check.at("anomaly_types").get<Names>());
  EXPECT_EQ(names.empty(), check.at("valid").get<bool>());
  for (const std::string broken : check.at("not"))
    EXPECT_EQ(judged_as(vector, broken).verdict, Judgement::Verdict::violated) << broken;
  if (check.contains("detail")) expect_detail(check.at("detail"), judgement);
}

/// A check of one name, which expects one anomaly for each operation that is listed.
void expect_step(const Document& vector, const Document& check) {
  const bool future = check.contains("expect_future_read");
  const Document& expected = check.at(future ? "expect_future_read" : "expect");
  const std::string name = future                      ? "future-read"
                           : check.at("step") == "g1a" ? "G1a"
                           : check.at("step") == "g1b" ? "G1b"
                                                       : "internal";
  std::vector<std::uint64_t> operations;
  for (const Anomaly& anomaly : judged_as(vector, "strict-serializable").anomalies)
    if (anomaly.name == name) operations.push_back(anomaly.operations.front());
  std::vector<std::uint64_t> wanted;
  for (const Document& item : expected) wanted.push_back(item.at("op"));
  EXPECT_EQ(operations, wanted) << name;
}

TEST(ElleVectors, are_what_the_checker_finds) {
  int checks = 0;
  for (const Document& vector : vectors())
    for (const Document& check : vector.at("checks")) {
      SCOPED_TRACE(vector.at("id").get<std::string>() + " " + check.dump());
      if (check.contains("step"))
        expect_step(vector, check);
      else
        expect_check(vector, check);
      ++checks;
    }
  EXPECT_EQ(vectors().size(), 14);
  EXPECT_EQ(checks, 29);
}

TEST(ConsistencyModels, are_all_those_of_the_vectors) {
  for (const Document& vector : vectors())
    for (const Document& check : vector.at("checks"))
      for (const std::string model : check.value("not", Document::array()))
        EXPECT_TRUE(is_consistency_model(model)) << model;
  EXPECT_FALSE(is_consistency_model("eventual"));
}

}  // namespace
}  // namespace fencepost::properties
