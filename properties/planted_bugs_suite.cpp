// SPDX-License-Identifier: Apache-2.0
// The harness is tested by bugs: every planted bug is convicted by the property that its table row
// names, within a bounded number of scenarios on which the clean engine is acquitted; its minimal
// history is the one that stands in seeds/planted; and RapidCheck, walking our shrinkable, ends at
// the same one.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/properties/rapidcheck_scenarios.hpp"
#include "fencepost/properties/shortest_history.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost {

void showValue(const Scenario& scenario, std::ostream& out);

namespace properties {
namespace {

constexpr std::uint64_t most_scenarios = 4000;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class PlantedBug : public testing::TestWithParam<const sut::PlantedBug*> {
 protected:
  const sut::PlantedBug& bug() const { return *GetParam(); }
  const Workload& workload() const { return *find_workload(bug().workload); }

  Summary campaign(std::uint64_t seeds) const {
    Plan plan;
    plan.seeds = seeds;
    Listener nobody;
    return run_campaign(
        workload(), [this] { return sut::make_engine(bug().workload, &bug()); }, plan, nobody);
  }

  Scenario stored() const {
    const std::string path =
        FENCEPOST_SOURCE_DIR "/seeds/planted/" + std::string(bug().id) + ".history";
    const auto file = read_history(text_of(path));
    EXPECT_TRUE(file) << path << ": " << (file ? "" : file.why());
    return file ? file->scenario : Scenario{};
  }
};

TEST_P(PlantedBug, is_convicted_and_the_clean_engine_is_acquitted) {
  const Summary summary = campaign(most_scenarios);
  ASSERT_EQ(summary.findings.size(), 1U) << bug().sentence;
  const Finding& finding = summary.findings.front();
  EXPECT_TRUE(finding.shrunk.one_minimal);
  const auto clean = sut::make_engine(bug().workload);
  Trial trial(workload(), *clean);
  EXPECT_EQ(trial.run(finding.shrunk.scenario).ruling, Ruling::held);
  for (std::uint64_t seed = 0; seed <= finding.seed; ++seed)
    EXPECT_EQ(trial.run(draw_scenario(workload(), seed)).ruling, Ruling::held) << seed;
}

TEST_P(PlantedBug, is_convicted_by_its_property_with_the_shortest_history_in_the_seeds) {
  const auto home = sut::make_engine(bug().workload, &bug());
  const auto shortest = find_shortest(workload(), *home, bug().property,
                                      static_cast<std::size_t>(bug().shortest), most_scenarios);
  ASSERT_TRUE(shortest);
  EXPECT_EQ(shortest->shrunk.scenario.steps.size(), static_cast<std::size_t>(bug().shortest));
  EXPECT_EQ(shortest->shrunk.scenario, stored())
      << "write it anew: fencepost bugs --out seeds/planted";
}

TEST_P(PlantedBug, shrinks_to_the_same_history_through_rapidcheck) {
  const Summary summary = campaign(most_scenarios);
  ASSERT_EQ(summary.findings.size(), 1U);
  const Finding& finding = summary.findings.front();
  const auto home = sut::make_engine(bug().workload, &bug());
  Trial trial(workload(), *home);
  Scenario smallest;
  const rc::Gen<Scenario> from_the_same_seed = [&](const rc::Random&, int) {
    Shrinking at;
    at.scenario = finding.found;
    return shrinkable(std::move(at));
  };
  const auto result = rc::detail::checkTestable(
      [&] {
        const Scenario scenario = *from_the_same_seed;
        const Verdict& verdict = trial.run(scenario);
        if (verdict.ruling != Ruling::violated || !(verdict.fingerprint == finding.fingerprint))
          return;
        smallest = scenario;
        RC_FAIL(verdict.sentence);
      },
      rc::detail::TestMetadata(), rc::detail::TestParams());
  EXPECT_TRUE(result.is<rc::detail::FailureResult>());
  EXPECT_EQ(smallest, finding.shrunk.scenario);
}

std::string test_name(const testing::TestParamInfo<const sut::PlantedBug*>& info) {
  std::string name(info.param->id);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBug,
                         testing::ValuesIn(sut::planted_bugs().begin(), sut::planted_bugs().end()),
                         test_name);

}  // namespace
}  // namespace properties
}  // namespace fencepost
