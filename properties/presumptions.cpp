// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/presumptions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "fencepost/model/vocabulary/tape.hpp"
#include "fencepost/properties/kafka_commands.hpp"

namespace fencepost::properties {
bool writes_twice(const Scenario& scenario) {
  const std::string_view workload = scenario.workload->name;
  const bool is_txn = workload.starts_with("txn-");
  if (!is_txn && workload != "kafka" && workload != "broadcast" && workload != "g-set")
    return false;
  std::set<std::string, std::less<>> written;
  for (const Step& step : scenario.steps) {
    if (step.kind != Step::Kind::command || step.command.type != 0) continue;
    TapeReader fields(step.command.fields);
    fields.raw();  // the node
    if (!is_txn) {
      std::string what(fields.raw());
      if (!written.insert(what.append(fields.raw())).second) return true;
      continue;
    }
    for (std::uint32_t left = fields.list(); left > 0 && fields.good(); --left) {
      fields.list();
      const bool reads = fields.text() == "r";
      std::string what(fields.raw());
      if (!written.insert(what.append(fields.raw())).second && !reads) return true;
      if (reads) written.erase(what);
    }
  }
  return false;
}

bool reads_everything_back(const Scenario& scenario) {
  if (scenario.workload->name != "kafka") return true;
  using Keys = std::set<std::int64_t>;
  Keys sent, drained;
  std::map<std::string, Keys, std::less<>> assigned;
  bool is_calm = false;
  for (const Step& step : scenario.steps) {
    is_calm |= step.kind == Step::Kind::calm;
    if (step.kind != Step::Kind::command) continue;
    TapeReader fields(step.command.fields);
    fields.raw();  // the node
    if (step.command.type == KafkaCommand::send) sent.insert(fields.number(0, INT64_MAX));
    if (!is_calm) continue;
    if (step.command.type == KafkaCommand::assign) {
      Keys keys = read_kafka_keys(fields);
      const bool from_start = fields.flag() || !consumers_resume(scenario);
      assigned[step.actor] = from_start ? std::move(keys) : Keys{};
    }
    if (step.command.type == KafkaCommand::drain) drained.merge(Keys(assigned[step.actor]));
  }
  return !drained.empty() && std::ranges::includes(drained, sent);
}

}  // namespace fencepost::properties
