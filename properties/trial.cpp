// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/trial.hpp"

#include <utility>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::properties {
namespace {

std::string_view name_of(const Scenario& scenario, const Command& command) {
  const auto& commands = scenario.workload->commands;
  return command.type < commands.size() ? commands[command.type].name : "an unknown command";
}

/// How an answer went wrong, without names and numbers.
std::string kind_of(const Scenario& scenario, const Event& event, const Outcome* expected) {
  if (event.kind == Event::Kind::damage_found) return "start: damage reported";
  if (event.kind != Event::Kind::answered) return "at the end";
  std::string kind(name_of(scenario, scenario.steps[event.message].command));
  kind += ": ";
  if (expected == nullptr || *expected == event.outcome) return kind + "broken";
  switch (event.outcome.status) {
    case Status::done: return kind + (expected->is_done() ? "wrong result" : "done, not refused");
    case Status::refused:
      return kind + (expected->is_done() ? "refused, not done" : "refused otherwise");
    case Status::unknown: return kind + "unknown";
  }
  return kind;
}

}  // namespace

const Verdict& Trial::run(const Scenario& scenario, std::uint32_t until) {
  oracle_.begin(scenario, !home_.uses_disk());
  end_ = world_.play(scenario, home_, oracle_, history_, until);
  verdict_.ruling = Ruling::held;
  verdict_.fingerprint.property.clear();
  verdict_.fingerprint.kind.clear();
  verdict_.sentence.clear();
  verdict_.event = 0;
  verdict_.has_expected = false;
  verdict_.marks = 0;
  verdict_.digest = history_.digest();
  judge(scenario);
  return verdict_;
}

std::string Trial::system_state() const {
  std::string text;
  if (world_.system() != nullptr) world_.system()->print(text);
  return text;
}

void Trial::judge(const Scenario& scenario) {
  if (end_.kind == faults::End::Kind::system_failed) {
    verdict_.ruling = Ruling::system_failed;
    verdict_.sentence = end_.words;
    return;
  }
  std::uint64_t bit = 1;
  for (const Property& property : workload_.properties) {
    if (property.mode == Mode::sometimes) {
      if ((skipped_marks_ & bit) == 0 && property.reached(scenario, history_))
        verdict_.marks |= bit;
    } else if (property.mode == Mode::always || end_.kind == faults::End::Kind::played) {
      if (auto broken = property.check(scenario, history_))
        return convict(property.name, scenario, *std::move(broken));
    }
    bit <<= 1U;
  }
  if (oracle_.diverged()) return judge_divergence(scenario);
  if (oracle_.gave_up()) {
    verdict_.ruling = Ruling::undecided;
    verdict_.sentence =
        "more than " + std::to_string(Oracle::most_fates) + " fates were open at once";
  }
}

void Trial::judge_divergence(const Scenario& scenario) {
  const Event& event = history_.back();
  const auto at = static_cast<std::uint32_t>(history_.size() - 1);
  if (event.kind == Event::Kind::damage_found)
    return convict(starts_again_after_every_crash, scenario,
                   {at, "no stored bit was flipped, yet it does not start again: " +
                            std::string(event.outcome.code())});
  const Command& command = scenario.steps[event.message].command;
  convict(answers_as_the_model_does, scenario,
          {at, "message " + std::to_string(scenario.steps[event.message].id) + " was answered " +
                   to_text(*scenario.workload, command, event.outcome) + "; right is " +
                   to_text(*scenario.workload, command, oracle_.expected())});
}

void Trial::convict(std::string_view property, const Scenario& scenario, Broken broken) {
  const Event& event = history_[broken.event];
  verdict_.ruling = Ruling::violated;
  verdict_.event = broken.event;
  verdict_.sentence = std::move(broken.sentence);
  verdict_.has_expected = oracle_.diverged() && event.kind == Event::Kind::answered &&
                          broken.event + 1 == history_.size();
  if (verdict_.has_expected) verdict_.expected = oracle_.expected();
  verdict_.fingerprint = {
      std::string(property),
      kind_of(scenario, event, verdict_.has_expected ? &verdict_.expected : nullptr)};
}

}  // namespace fencepost::properties
