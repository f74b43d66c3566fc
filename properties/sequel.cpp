// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/sequel.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/value_tree.hpp"

namespace fencepost::properties {
namespace {

/// The number in an actor's name, `c2`.
std::uint64_t number_in(const std::string& actor) {
  const std::size_t digits = actor.find_first_of("0123456789");
  CHECK(digits != std::string::npos);
  return std::stoull(actor.substr(digits));
}

/// What a story has used: a sequel's numbers begin behind it.
struct Used {
  std::uint32_t id = 0;
  std::uint64_t actor = 0;
  std::int64_t key = 0, value = 0;

  void add(const Scenario& story) {
    for (const Step& step : story.steps) {
      if (step.kind != Step::Kind::command) continue;
      id = std::max(id, step.id);
      actor = std::max(actor, number_in(step.actor) + 1);
      std::vector<Value> values = grow(step.command.fields);
      visit_values(fields_of(story, step), values, [this](Kind kind, const Value& seen) {
        if (seen.tag != Tag::number) return false;
        if (kind == Kind::count) key = std::max(key, seen.number + 1);
        if (kind == Kind::value) value = std::max(value, seen.number + 1);
        return false;
      });
    }
  }
};

}  // namespace

std::uint32_t append_sequel(const Scenario& next, Scenario& story) {
  CHECK(next.workload == story.workload && next.parameters == story.parameters);
  std::erase_if(story.steps, [](const Step& step) { return step.kind == Step::Kind::calm; });
  Used used;
  used.add(story);
  const auto first = static_cast<std::uint32_t>(story.steps.size());
  for (Step step : next.steps) {
    if (step.id != 0) step.id += used.id;
    if (step.kind == Step::Kind::command) {
      step.actor = step.actor.substr(0, 1) + std::to_string(number_in(step.actor) + used.actor);
      std::vector<Value> values = grow(step.command.fields);
      visit_values(fields_of(next, step), values, [&used](Kind kind, Value& value) {
        if (value.tag != Tag::number) return false;
        if (kind == Kind::count) value.number += used.key;
        if (kind == Kind::value) value.number += used.value;
        return false;
      });
      step.command.fields = lay(values);
    }
    story.steps.push_back(std::move(step));
  }
  return first;
}

}  // namespace fencepost::properties
