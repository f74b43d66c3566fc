// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/json_lines.hpp"

#include <nlohmann/json.hpp>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;
using properties::Mode;

std::string line(const char* type, Json data) {
  const Json envelope = {{"type", type}, {"data", std::move(data)}};
  return envelope.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

const char* to_text(Mode mode) {
  switch (mode) {
    case Mode::always: return "always";
    case Mode::eventually: return "eventually";
    case Mode::sometimes: return "sometimes";
  }
  return "";
}

Json json_property(std::string_view name, Mode mode, const char* result) {
  return {{"name", name}, {"mode", to_text(mode)}, {"result", result}};
}

Json json_properties(const Campaign& campaign) {
  const properties::Summary& summary = campaign.summary;
  const char* const not_broken = campaign.standing == Standing::system_failed ? "unknown" : "held";
  const auto judged = [&](std::string_view name) {
    return is_broken(summary, name) ? "violated" : not_broken;
  };
  Json all = Json::array();
  for (const std::string_view name : properties::shared_properties(*summary.workload->contract))
    all.push_back(json_property(name, Mode::always, judged(name)));
  for (std::size_t i = 0; i < summary.workload->properties.size(); ++i) {
    const properties::Property& property = summary.workload->properties[i];
    const bool reached = (summary.marks >> i & 1U) != 0;
    const char* result = property.mode != Mode::sometimes ? judged(property.name)
                         : reached                        ? "reached"
                                                          : "not_reached";
    all.push_back(json_property(property.name, property.mode, result));
  }
  return all;
}

Json json_faults(const properties::Summary& summary) {
  Json faults = Json::object();
  for (int family = 1; family < family_count; ++family)
    faults[fencepost::to_text(static_cast<Family>(family))] =
        summary.struck[static_cast<std::size_t>(family)];
  return faults;
}

}  // namespace

std::string json_begin(const Beginning& beginning) {
  Json data = {{"schema", json_lines_version},
               {"version", beginning.version},
               {"system", beginning.system},
               {"workloads", beginning.workloads},
               {"first_seed", hexadecimal(beginning.first_seed)},
               {"seeds", nullptr},
               {"families", beginning.families},
               {"longest", beginning.longest}};
  if (beginning.seeds) data["seeds"] = *beginning.seeds;
  return line("begin", std::move(data));
}

std::string json_violation(const properties::Finding& finding, const Saved& saved,
                           const std::string& replay) {
  const properties::Shrunk& shrunk = finding.shrunk;
  Json data = {{"workload", shrunk.scenario.workload->name},
               {"property", finding.fingerprint.property},
               {"kind", finding.fingerprint.kind},
               {"seed", hexadecimal(finding.seed)},
               {"sentence", finding.verdict.sentence},
               {"lines_found", finding.found.steps.size()},
               {"lines", shrunk.scenario.steps.size()},
               {"runs", shrunk.runs},
               {"one_minimal", shrunk.one_minimal},
               {"out_of_budget", shrunk.out_of_budget},
               {"digest", fencepost::to_text(finding.verdict.digest)},
               {"file", nullptr},
               {"history", saved.text},
               {"replay", replay}};
  if (!saved.path.empty()) data["file"] = saved.path;
  if (finding.repeats.of > 0)
    data["repeats"] = {{"of", finding.repeats.of},
                       {"same_verdict", finding.repeats.same_verdict},
                       {"same_history", finding.repeats.same_history}};
  return line("violation", std::move(data));
}

std::string json_workload(const Campaign& campaign) {
  const properties::Summary& summary = campaign.summary;
  Json data = {{"workload", summary.workload->contract->name},
               {"verdict", to_text(campaign.standing)},
               {"scenarios", summary.scenarios},
               {"deliveries", summary.deliveries},
               {"faults", json_faults(summary)},
               {"properties", json_properties(campaign)},
               {"undecided", summary.undecided},
               {"digest", fencepost::to_text(summary.digest)}};
  for (const auto& [what, seen] : summary.notes)
    data["notes"][what] = {{"count", seen.first}, {"first", seen.second}};
  if (!summary.failure.empty()) {
    data["failure"] = summary.failure;
    data["failing_seed"] = hexadecimal(summary.failing_seed);
  }
  return line("workload", std::move(data));
}

std::string json_end(const Ending& ending) {
  return line("end", {{"exit_code", ending.exit_code},
                      {"scenarios", ending.scenarios},
                      {"violations", ending.violations},
                      {"digest", fencepost::to_text(ending.digest)}});
}

}  // namespace fencepost::reports
