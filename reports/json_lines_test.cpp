// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/json_lines.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace fencepost::reports {
namespace {

using nlohmann::json;

/// The data of a line, which must be one line of that type.
json data_of(const std::string& line, const char* type) {
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const json parsed = json::parse(line);
  EXPECT_EQ(parsed.size(), 2U);
  EXPECT_EQ(parsed.at("type"), type);
  return parsed.at("data");
}

properties::Finding finding() {
  properties::Finding one;
  one.seed = 0x1a2b;
  one.fingerprint = {"offsets_are_dense", "read: wrong result"};
  one.found.workload = one.shrunk.scenario.workload = find_contract("idempotent-producer");
  one.found.steps.resize(48);
  one.shrunk.scenario.steps.resize(3);
  one.shrunk.runs = 212;
  one.shrunk.one_minimal = true;
  one.verdict.sentence = "offset 1 is missing";
  return one;
}

TEST(JsonLines, begin_with_everything_that_decides_the_run) {
  EXPECT_EQ(
      json_begin({.version = "1.2.3",
                  .workloads = {"group-assign"},
                  .system = "engine",
                  .first_seed = 31,
                  .seeds = 100,
                  .families = {"crash"},
                  .longest = 60}),
      R"({"type":"begin","data":{"schema":1,"version":"1.2.3","system":"engine",)"
      R"("workloads":["group-assign"],"first_seed":"0x1f","seeds":100,"families":["crash"],"longest":60}})"
      "\n");
}

TEST(JsonLines, have_no_number_of_seeds_if_only_time_ends_the_run) {
  EXPECT_TRUE(data_of(json_begin({}), "begin").at("seeds").is_null());
}

TEST(JsonLines, tell_a_violation_whole) {
  const json data = data_of(
      json_violation(finding(),
                     {.path = "runs/x.history", .why_not = {}, .text = "fencepost history 1\n"},
                     "replay it"),
      "violation");
  EXPECT_EQ(data, json({{"workload", "idempotent-producer"},
                        {"property", "offsets_are_dense"},
                        {"kind", "read: wrong result"},
                        {"seed", "0x1a2b"},
                        {"sentence", "offset 1 is missing"},
                        {"lines_found", 48},
                        {"lines", 3},
                        {"runs", 212},
                        {"one_minimal", true},
                        {"out_of_budget", false},
                        {"digest", "00000000000000000000000000000000"},
                        {"file", "runs/x.history"},
                        {"history", "fencepost history 1\n"},
                        {"replay", "replay it"}}));
}

TEST(JsonLines, stay_json_whatever_a_system_says) {
  properties::Finding one = finding();
  one.verdict.sentence = "\xff\x01\"\n";
  EXPECT_EQ(data_of(json_violation(one, {}, ""), "violation").at("sentence"),
            "\xef\xbf\xbd\x01\"\n");
  EXPECT_TRUE(data_of(json_violation(one, {}, ""), "violation").at("file").is_null());
}

TEST(JsonLines, tell_what_became_of_every_property) {
  Campaign campaign;
  campaign.summary.workload = properties::find_workload("offset-commit");
  campaign.summary.findings.push_back(finding());
  campaign.summary.findings[0].fingerprint.property = "commit_never_goes_back";
  campaign.summary.struck[1] = 5;
  campaign.summary.marks = UINT64_MAX;
  campaign.standing = Standing::violated;
  const json data = data_of(json_workload(campaign), "workload");
  EXPECT_EQ(data.at("verdict"), "violated");
  EXPECT_EQ(data.at("faults").at("duplicate"), 5);
  std::size_t violated = 0;
  for (const json& property : data.at("properties")) {
    const bool is_mark = property.at("mode") == "sometimes";
    if (property.at("result") == "violated") ++violated;
    if (is_mark) {
      EXPECT_EQ(property.at("result"), "reached") << property;
    }
  }
  EXPECT_EQ(violated, 1U);
  EXPECT_EQ(data.at("properties").size(), 2 + campaign.summary.workload->properties.size());
  EXPECT_FALSE(data.contains("failure"));
}

TEST(JsonLines, end_with_the_exit_code) {
  EXPECT_EQ(json_end({.exit_code = 1, .scenarios = 7, .violations = 1, .digest = {}}),
            R"({"type":"end","data":{"exit_code":1,"scenarios":7,"violations":1,)"
            R"("digest":"00000000000000000000000000000000"}})"
            "\n");
}

}  // namespace
}  // namespace fencepost::reports
