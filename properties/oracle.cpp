// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/oracle.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::properties {
namespace {

/// Adds the state of a fate to those of others; false if one of them is the same.
bool adds(const model::Model& fate, std::vector<std::string>& states) {
  std::string state;
  fate.print(state);
  if (std::ranges::find(states, state) != states.end()) return false;
  states.push_back(std::move(state));
  return true;
}

/// Only such a command may find that a snapshot is damaged.
bool names_a_snapshot(const Scenario& scenario, const Command& command) {
  const auto& commands = scenario.workload->commands;
  return command.type < commands.size() &&
         std::ranges::find(commands[command.type].fields, Kind::snapshot, &Field::kind) !=
             commands[command.type].fields.end();
}

}  // namespace

void Oracle::begin(const Scenario& scenario, bool unknown_is_legal) {
  unknown_is_legal_ = unknown_is_legal;
  fates_.clear();
  fates_.push_back(model::make_model(scenario.workload->name, scenario.parameters));
  CHECK(fates_.front() != nullptr);
  diverged_ = gave_up_ = false;
  bits_flipped_ = false;
  compared_ = 0;
}

bool Oracle::saw(const Scenario& scenario, const Event& event) {
  const auto command = [&]() -> const Command& { return scenario.steps[event.message].command; };
  switch (event.kind) {
    case Event::Kind::answered: return compare(scenario, event, command());
    case Event::Kind::crashed:
      if (event.in_message) fork(command());
      for (auto& fate : fates_) fate->crash();
      return settle();
    case Event::Kind::node_lost:
      for (auto& fate : fates_) fate->crash();
      return settle();
    case Event::Kind::bit_flipped: bits_flipped_ = true; return true;
    case Event::Kind::damage_found: diverged_ = !bits_flipped_; return !diverged_;
    case Event::Kind::request_lost:
    case Event::Kind::calm_began: return true;
  }
  return true;
}

bool Oracle::compare(const Scenario& scenario, const Event& event, const Command& command) {
  if (event.outcome.status == Status::unknown && (event.disk_struck || unknown_is_legal_)) {
    fork(command);
    return settle();
  }
  if (event.disk_struck && event.outcome.is_refused(refusal::disk_full)) return true;
  if (bits_flipped_ && event.outcome.is_refused(refusal::snapshot_damaged))
    return allow_damage(scenario, command);
  if (fates_.size() == 1) {
    fates_.front()->answer(command, expected_);
    diverged_ = !(event.outcome == expected_);
    return !diverged_;
  }
  std::erase_if(fates_, [&](auto& fate) {
    fate->answer(command, scratch_);
    const bool possible = event.outcome == scratch_;
    if (!possible) expected_ = scratch_;
    return !possible;
  });
  diverged_ = fates_.empty();
  // Fates that have become equal do no harm, and telling costs more than following them.
  if (++compared_ % 8 == 0) drop_equal_fates();
  return !diverged_;
}

bool Oracle::allow_damage(const Scenario& scenario, const Command& command) {
  const auto would_be_refused = [&](const auto& fate) {
    fate->clone()->answer(command, scratch_);
    if (!scratch_.is_done()) expected_ = scratch_;
    return !scratch_.is_done();
  };
  if (names_a_snapshot(scenario, command)) {
    std::erase_if(fates_, would_be_refused);
    diverged_ = fates_.empty();
  } else {
    fates_.front()->answer(command, expected_);
    diverged_ = true;
  }
  return !diverged_;
}

void Oracle::fork(const Command& command) {
  const std::size_t before = fates_.size();
  for (std::size_t i = 0; i < before; ++i) {
    fates_.push_back(fates_[i]->clone());
    fates_.back()->answer(command, scratch_);
  }
}

bool Oracle::settle() {
  drop_equal_fates();
  gave_up_ = fates_.size() > most_fates;
  return !gave_up_;
}

void Oracle::drop_equal_fates() {
  if (fates_.size() < 2) return;
  std::vector<std::string> states;
  std::erase_if(fates_, [&states](const auto& fate) { return !adds(*fate, states); });
}

std::string Oracle::print() const {
  std::vector<std::string> states;
  for (const auto& fate : fates_) adds(*fate, states);
  std::string text;
  for (const std::string& state : states) {
    if (&state != &states.front()) text += "or, if what was under way had its effect:\n";
    text += state;
  }
  return text;
}

}  // namespace fencepost::properties
