// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/scenario.hpp"

#include <algorithm>

namespace fencepost {
namespace {

std::string name(std::uint32_t id) { return "message " + std::to_string(id); }

std::string why_bad_parameters(const Scenario& scenario) {
  for (const Parameter& parameter : scenario.workload->parameters) {
    const std::int64_t given = scenario.parameters.get(parameter.name);
    const std::string what = "parameter " + std::string(parameter.name);
    if (given == Parameter::none) {
      if (parameter.required) return what + " is missing";
    } else if (given < parameter.least || given > parameter.most) {
      return what + "=" + std::to_string(given) + " is out of range";
    }
  }
  for (const auto& [given, value] : scenario.parameters.values)
    if (std::ranges::find(scenario.workload->parameters, given, &Parameter::name) ==
        scenario.workload->parameters.end())
      return "parameter " + given + " is not one of " + std::string(scenario.workload->name);
  return {};
}

}  // namespace

const char* to_text(Family family) {
  static constexpr const char* names[family_count] = {"none",   "duplicate", "reorder",   "loss",
                                                      "zombie", "crash",     "node_loss", "disk"};
  return names[static_cast<int>(family)];
}

Family family_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::command: return step.zombie ? Family::zombie : Family::none;
    case Step::Kind::again: return Family::duplicate;
    case Step::Kind::late: return Family::reorder;
    case Step::Kind::drop_request:
    case Step::Kind::drop_reply: return Family::loss;
    case Step::Kind::crash:
    case Step::Kind::crash_in: return Family::crash;
    case Step::Kind::lose_node: return Family::node_loss;
    case Step::Kind::fail_write:
    case Step::Kind::fail_sync:
    case Step::Kind::flip_bit:
    case Step::Kind::disk_full: return Family::disk;
    case Step::Kind::calm: return Family::none;
  }
  return Family::none;
}

const Step* find_message(const Scenario& scenario, std::uint32_t id) {
  for (const Step& step : scenario.steps)
    if (step.kind == Step::Kind::command && step.id == id) return &step;
  return nullptr;
}

std::size_t count_commands(const Scenario& scenario) {
  return static_cast<std::size_t>(std::ranges::count(scenario.steps, Step::Kind::command, &Step::kind));
}

std::string why_unplayable(const Scenario& scenario) {
  if (scenario.workload == nullptr) return "it names no workload";
  if (std::string why = why_bad_parameters(scenario); !why.empty()) return why;
  std::uint32_t last = 0;
  bool calm = false;
  std::vector<std::uint32_t> late;
  std::vector<std::uint32_t> seen;
  for (const Step& step : scenario.steps) {
    if (step.kind == Step::Kind::command) {
      if (step.id <= last) return name(step.id) + " does not come after " + name(last);
      if (step.actor.empty()) return name(step.id) + " has no actor";
      last = step.id;
      seen.push_back(step.id);
      continue;
    }
    if (step.kind == Step::Kind::calm) {
      if (calm) return "calm begins twice";
      calm = true;
      continue;
    }
    if (calm) return "an exception stands after calm began";
    if (step.kind == Step::Kind::crash || step.kind == Step::Kind::lose_node || step.kind == Step::Kind::flip_bit)
      continue;
    if (!std::ranges::binary_search(seen, step.id)) return "an exception names " + name(step.id) + ", which is not sent before it";
    if (step.kind == Step::Kind::late) {
      if (std::ranges::find(late, step.id) != late.end()) return name(step.id) + " is late twice";
      late.push_back(step.id);
    }
  }
  return {};
}

}  // namespace fencepost
