// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/claims.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

std::string stored(const Claim& claim) {
  const std::ifstream file(
      FENCEPOST_SOURCE_DIR "/seeds/claims/" + std::string(claim.id) + ".history", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string history_of(const Claim& claim, const Finding& finding) {
  HistoryFile file;
  file.scenario = finding.shrunk.scenario;
  file.property = finding.fingerprint.property;
  file.expect_violated = true;
  file.kind = finding.fingerprint.kind;
  file.sentence = finding.verdict.sentence;
  file.digest = finding.verdict.digest;
  file.comments = {"A false claim: " + std::string(claim.property.sentence) + "."};
  return write_history(file);
}

TEST(Claims, each_is_refuted_by_the_stored_history_and_by_no_shorter_one) {
  for (const Claim& claim : claims()) {
    SCOPED_TRACE(claim.id);
    const auto home = sut::make_engine(claim.workload);
    const auto finding = refute(claim, *home);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->shrunk.scenario.steps.size(), claim.shortest);
    EXPECT_TRUE(finding->shrunk.one_minimal);
    EXPECT_EQ(history_of(claim, *finding), stored(claim)) << "store what was found";
  }
}

TEST(Claims, a_history_that_refutes_a_claim_breaks_no_guarantee) {
  for (const Claim& claim : claims()) {
    SCOPED_TRACE(claim.id);
    const auto file = read_history(stored(claim));
    ASSERT_TRUE(file) << file.why();
    const auto home = sut::make_engine(claim.workload);
    Trial plain(*find_workload(claim.workload), *home);
    EXPECT_EQ(plain.run(file->scenario).ruling, Ruling::held);
  }
}

TEST(Claims, with_an_outbox_two_sinks_agree_over_five_thousand_seeds) {
  const Claim& claim = *find_claim("two_writes_agree");
  const Workload& workload = workload_with(claim);
  const auto home = sut::make_engine(claim.workload);
  Trial trial(workload, *home);
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    Scenario scenario = draw_scenario(workload, seed);
    scenario.parameters.set("sinks", 2);
    scenario.parameters.set("outbox", 1);
    const Verdict& verdict = trial.run(scenario);
    ASSERT_EQ(verdict.ruling, Ruling::held) << seed << ": " << verdict.sentence;
  }
}

TEST(Claims, have_names_of_their_own) {
  std::set<std::string_view> names;
  for (const Workload& workload : workloads())
    for (const Property& property : workload.properties) names.insert(property.name);
  for (const Claim& claim : claims()) {
    EXPECT_FALSE(names.contains(claim.property.name)) << claim.id;
    EXPECT_EQ(find_claim(claim.property.name), &claim);
    std::string id(claim.property.name);
    std::ranges::replace(id, '_', '-');
    EXPECT_EQ(claim.id, id);
  }
  EXPECT_EQ(find_claim("never_loses"), nullptr);
}

}  // namespace
}  // namespace fencepost::properties
