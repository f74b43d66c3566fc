// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/scenario.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "fencepost/model/vocabulary/tape.hpp"

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

/// What the steps so far allow the next one to be.
struct Progress {
  const Contract& contract;
  std::uint32_t nodes;
  std::uint32_t last = 0;
  bool calm = false;
  std::vector<std::uint32_t> sent;
  std::set<std::pair<std::uint32_t, std::uint32_t>> late;

  std::string why_not(const Step& step) {
    switch (step.kind) {
      case Step::Kind::command:
        if (step.id <= last) return name(step.id) + " does not come after " + name(last);
        if (step.actor.empty()) return name(step.id) + " has no actor";
        last = step.id;
        sent.push_back(step.id);
        return contract.cluster ? why_not_ask(step) : std::string{};
      case Step::Kind::calm: return std::exchange(calm, true) ? "calm begins twice" : "";
      // What a service is always allowed to do is no fault.
      case Step::Kind::stale: return why_not_strike(step);
      default: return calm ? "an exception stands after calm began" : why_not_strike(step);
    }
  }

  /// A command of a cluster begins with the number of the node that it goes to.
  std::string why_not_ask(const Step& step) const {
    if (step.zombie) return name(step.id) + " is a zombie's, which clusters do not have";
    if (step.command.type >= contract.commands.size()) return {};
    const auto& fields = contract.commands[step.command.type].fields;
    if (fields.empty() || fields.front().kind != Kind::node) return {};
    TapeReader reader(step.command.fields);
    if (reader.peek() == Tag::absent) return name(step.id) + " names no node";
    reader.number(0, std::int64_t{nodes} - 1);
    return reader.good() ? std::string{}
                         : name(step.id) + " goes to a node that is not there" + there_are();
  }

  std::string there_are() const {
    return ": there " + (nodes == 1 ? std::string("is 1, number 0")
                                    : "are " + std::to_string(nodes) + ", from 0 to " +
                                          std::to_string(nodes - 1));
  }

  std::string why_not_strike(const Step& step) {
    if (!is_of(contract, step.kind))
      return contract.cluster ? "the exception is none that a cluster knows"
                              : "the exception is one of clusters only";
    if (step.node >= nodes || (step.from | step.to) >> nodes != 0)
      return "the exception names a node that is not there" + there_are();
    if (step.kind == Step::Kind::cut && (step.from == 0 || step.to == 0))
      return "a cut needs nodes on both sides";
    if ((step.from & step.to) != 0)
      return "the cut has a node on both sides; nothing is cut off from itself";
    if (!names_message(step.kind)) return {};
    if (!contract.cluster && step.part != 0) return "only in a cluster has a message parts";
    if (!std::ranges::binary_search(sent, step.id))
      return "an exception names " + name(step.id) + ", which is not sent before it";
    if (step.kind == Step::Kind::late && !late.emplace(step.id, step.part).second)
      return name(step.id) + " is late twice";
    return {};
  }
};

}  // namespace

const char* to_text(Family family) {
  static constexpr const char* names[family_count] = {"none",      "duplicate", "reorder",   "loss",
                                                      "zombie",    "crash",     "node_loss", "disk",
                                                      "partition", "pause",     "stale"};
  return names[static_cast<int>(family)];
}

bool names_message(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::command:
    case Step::Kind::crash:
    case Step::Kind::lose_node:
    case Step::Kind::flip_bit:
    case Step::Kind::cut:
    case Step::Kind::heal:
    case Step::Kind::pause:
    case Step::Kind::resume:
    case Step::Kind::wait:
    case Step::Kind::kill:
    case Step::Kind::lose_folder:
    case Step::Kind::calm: return false;
    default: return true;
  }
}

bool is_of(const Contract& contract, Step::Kind kind) {
  switch (kind) {
    case Step::Kind::command:
    case Step::Kind::again:
    case Step::Kind::late:
    case Step::Kind::calm: return true;
    default: return contract.cluster == (kind >= Step::Kind::drop);
  }
}

Step exception(Step::Kind kind, std::uint32_t id) {
  Step step;
  step.kind = kind;
  step.id = id;
  return step;
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
    case Step::Kind::drop: return Family::loss;
    case Step::Kind::stale: return Family::stale;
    case Step::Kind::cut:
    case Step::Kind::heal:
    case Step::Kind::wait: return Family::partition;
    case Step::Kind::pause:
    case Step::Kind::resume: return Family::pause;
    case Step::Kind::kill:
    case Step::Kind::kill_in: return Family::crash;
    case Step::Kind::lose_folder: return Family::node_loss;
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
  return static_cast<std::size_t>(
      std::ranges::count(scenario.steps, Step::Kind::command, &Step::kind));
}

std::string why_unplayable(const Scenario& scenario, std::size_t* step) {
  std::size_t at = scenario.steps.size();
  if (step == nullptr) step = &at;
  *step = scenario.steps.size();
  if (scenario.workload == nullptr) return "it names no workload";
  if (std::string why = why_bad_parameters(scenario); !why.empty()) return why;
  Progress progress{.contract = *scenario.workload,
                    .nodes = static_cast<std::uint32_t>(scenario.parameters.get("nodes", 1)),
                    .sent = {},
                    .late = {}};
  for (const Step& next : scenario.steps)
    if (std::string why = progress.why_not(next); !why.empty()) {
      *step = static_cast<std::size_t>(&next - scenario.steps.data());
      return why;
    }
  return {};
}

}  // namespace fencepost
