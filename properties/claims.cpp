// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/claims.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "fencepost/properties/consumer_strategies_audit.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Rule = ConsumerStrategiesAudit::Rule;

template <Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<ConsumerStrategiesAudit>(scenario, history).breach(rule);
}

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

constexpr std::string_view strategies = "consumer-strategies";

std::vector<Claim> gather() {
  constexpr Mode always = Mode::always;
  return {
      {"commit-first-never-loses",
       strategies,
       {{{"strategy", commit_first}}},
       {"commit_first_never_loses", always,
        "an event that commit-first has committed will be billed", check<Rule::lost>},
       3},
      {"commit-after-never-bills-twice",
       strategies,
       {{{"strategy", commit_after}}},
       {"commit_after_never_bills_twice", always, "commit-after bills no event twice",
        check<Rule::repeated>},
       4},
      {"a-bounded-inbox-bills-exactly-once",
       strategies,
       {{{"strategy", commit_after_dedupe}, {"inbox", 1}}},
       {"a_bounded_inbox_bills_exactly_once", always,
        "an inbox of bounded size lets no event through twice", check<Rule::repeated>},
       6},
      {"two-writes-agree",
       strategies,
       {{{"sinks", 2}, {"outbox", 0}}},
       {"two_writes_agree", always,
        "a consumer that writes to two sinks leaves both with the same totals",
        check<Rule::sinks_disagree>},
       4},
      {"an-inbox-covers-two-sinks",
       strategies,
       {{{"strategy", commit_after_dedupe}, {"inbox", 0}, {"sinks", 2}, {"outbox", 0}}},
       {"an_inbox_covers_two_sinks", always,
        "an inbox in the first sink is enough for two sinks to agree", check<Rule::sinks_disagree>},
       6},
      {"a-transaction-covers-two-sinks",
       strategies,
       {{{"strategy", transactional}, {"sinks", 2}, {"outbox", 0}}},
       {"a_transaction_covers_two_sinks", always,
        "results and offset in one transaction of the first sink are enough for two sinks to agree",
        check<Rule::sinks_disagree>},
       8},
      {"a-rebalance-repeats-nothing",
       strategies,
       {{{"strategy", commit_after}, {"consumers", 2}}},
       {"a_rebalance_repeats_nothing", always,
        "while no consumer crashes, partitions may move without an event being billed twice",
        check<Rule::repeated_by_rebalance>},
       4},
      {"a-failover-repeats-nothing",
       strategies,
       {{{"strategy", commit_first}}},
       {"a_failover_repeats_nothing", always,
        "while no consumer crashes, the broker may fail over without an event being billed twice",
        check<Rule::repeated_by_failover>},
       5},
      {"commit-first-keeps-the-order-of-a-moved-partition",
       strategies,
       {{{"strategy", commit_first}, {"consumers", 2}}},
       {"commit_first_keeps_the_order_of_a_moved_partition", always,
        "with commit-first a tenant's events are billed in their order though its partition moves",
        check<Rule::disordered>},
       6},
      {"a-tenant-needs-no-partition-of-its-own",
       strategies,
       {{{"strategy", commit_after}, {"partitions", 2}}},
       {"a_tenant_needs_no_partition_of_its_own", always,
        "a tenant's events are billed in their order whatever partitions they are in",
        check<Rule::disordered_over_partitions>},
       4},
  };
}

bool has(const Scenario& scenario, const Parameters& parameters) {
  return std::ranges::all_of(parameters.values, [&](const auto& pinned) {
    return scenario.parameters.get(pinned.first) == pinned.second;
  });
}

/// A workload whose properties are its own.
struct Extended {
  std::vector<Property> properties;
  Workload workload;
};

std::vector<Extended> extend_all() {
  std::vector<Extended> all;
  for (const Claim& claim : claims()) {
    const Workload& plain = *find_workload(claim.workload);
    Extended& extended = all.emplace_back();
    extended.properties.assign(plain.properties.begin(), plain.properties.end());
    extended.properties.push_back(claim.property);
    extended.workload = plain;
    extended.workload.properties = extended.properties;
  }
  return all;
}

}  // namespace

std::span<const Claim> claims() {
  static const std::vector<Claim> all = gather();
  return all;
}

const Claim* find_claim(std::string_view property) {
  for (const Claim& claim : claims())
    if (claim.property.name == property) return &claim;
  return nullptr;
}

const Workload& workload_with(const Claim& claim) {
  static const std::vector<Extended> all = extend_all();
  return all[static_cast<std::size_t>(&claim - claims().data())].workload;
}

std::optional<Finding> refute(const Claim& claim, sut::Home& home, std::uint64_t seeds) {
  Trial trial(workload_with(claim), home);
  const auto fails = [&](const Scenario& scenario) -> std::optional<Fingerprint> {
    if (!has(scenario, claim.parameters)) return std::nullopt;
    const Verdict& verdict = trial.run(scenario);
    if (verdict.ruling != Ruling::violated) return std::nullopt;
    return verdict.fingerprint;
  };
  std::optional<Finding> best;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Finding finding;
    finding.seed = seed;
    finding.found = draw_scenario(trial.workload(), seed, faults::Families::none());
    for (const auto& [name, value] : claim.parameters.values)
      finding.found.parameters.set(name, value);
    const auto fingerprint = fails(finding.found);
    if (!fingerprint || fingerprint->property != claim.property.name) continue;
    finding.fingerprint = *fingerprint;
    finding.shrunk = shrink(finding.found, *fingerprint, fails);
    finding.verdict = trial.run(finding.shrunk.scenario);
    const std::size_t size = finding.shrunk.scenario.steps.size();
    if (!best || size < best->shrunk.scenario.steps.size()) best = std::move(finding);
    if (best->shrunk.scenario.steps.size() <= claim.shortest) break;
  }
  return best;
}

}  // namespace fencepost::properties
