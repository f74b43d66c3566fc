// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/shortest_history.hpp"

#include <utility>

namespace fencepost::properties {

std::optional<Finding> find_shortest(const Workload& workload, sut::Home& home,
                                     std::string_view property, std::size_t lines,
                                     std::uint64_t seeds) {
  Trial trial(workload, home);
  const auto fails = [&trial](const Scenario& scenario) -> std::optional<Fingerprint> {
    const Verdict& verdict = trial.run(scenario);
    if (verdict.ruling != Ruling::violated) return std::nullopt;
    return verdict.fingerprint;
  };
  std::optional<Finding> best;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Finding finding;
    finding.seed = seed;
    finding.found = draw_scenario(workload, seed);
    const auto fingerprint = fails(finding.found);
    if (!fingerprint || fingerprint->property != property) continue;
    finding.fingerprint = *fingerprint;
    finding.shrunk = shrink(finding.found, *fingerprint, fails);
    finding.verdict = trial.run(finding.shrunk.scenario);
    const std::size_t size = finding.shrunk.scenario.steps.size();
    if (!best || size < best->shrunk.scenario.steps.size()) best = std::move(finding);
    if (best->shrunk.scenario.steps.size() <= lines) break;
  }
  return best;
}

}  // namespace fencepost::properties
