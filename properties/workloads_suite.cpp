// SPDX-License-Identifier: Apache-2.0
// The property suites: RapidCheck draws scenarios for every workload and the engine must hold every
// property.
#include <gtest/gtest.h>

#include <algorithm>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/rapidcheck_scenarios.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost {

void showValue(const Scenario& scenario, std::ostream& out) {
  HistoryFile file;
  file.scenario = scenario;
  out << write_history(file);
}

namespace properties {
namespace {

class Suite : public testing::TestWithParam<std::string_view> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
};

/// Always the same scenarios: a suite that fails one day in ten helps nobody.
rc::detail::TestParams params(int scenarios_tried) {
  rc::detail::TestParams params;
  params.seed = 20;
  params.maxSuccess = scenarios_tried;
  return params;
}

TEST_P(Suite, holds_every_property_whatever_goes_wrong) {
  const auto home = sut::make_engine(GetParam());
  Trial trial(workload(), *home);
  std::optional<Fingerprint> first;
  const auto result = rc::detail::checkTestable(
      [&] {
        const Scenario scenario = *scenarios(workload());
        const Verdict& verdict = trial.run(scenario);
        if (verdict.ruling == Ruling::held) return;
        if (!first) first = verdict.fingerprint;
        // Another bug met on the way down is not this one.
        if (verdict.fingerprint == *first)
          RC_FAIL(verdict.fingerprint.property + ": " + verdict.sentence);
      },
      rc::detail::TestMetadata(), params(3000));
  std::ostringstream words;
  rc::detail::printResultMessage(result, words);
  EXPECT_TRUE(result.is<rc::detail::SuccessResult>()) << words.str();
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const Contract& contract : contracts()) all.push_back(contract.name);
  return all;
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Workloads, Suite, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace properties
}  // namespace fencepost
