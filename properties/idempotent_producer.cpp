// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/idempotent_producer.hpp"

#include <algorithm>
#include <vector>

#include "fencepost/properties/idempotent_producer_audit.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Audit = IdempotentProducerAudit;
using Rule = Audit::Rule;

template <Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Audit>(scenario, history).breach(rule);
}

template <class Predicate>
bool any(const History& history, Predicate predicate) {
  return std::any_of(history.begin(), history.end(), predicate);
}

bool is_refused(const Event& event, std::string_view code) {
  return event.kind == Event::Kind::answered && event.outcome.is_refused(code);
}

bool is_produce(const Step& step) {
  return step.kind == Step::Kind::command && step.command.type == 0;
}

bool is_appended(const Scenario& scenario, const Event& event) {
  return event.kind == Event::Kind::answered && event.outcome.is_done() &&
         is_produce(scenario.steps[event.message]) &&
         TapeReader(event.outcome.body).peek() == Tag::number;
}

bool is_duplicate(const Scenario& scenario, const Event& event) {
  return event.kind == Event::Kind::answered && event.outcome.is_done() &&
         is_produce(scenario.steps[event.message]) &&
         TapeReader(event.outcome.body).peek() == Tag::absent;
}

bool a_duplicate_was_filtered(const Scenario& scenario, const History& history) {
  return any(history, [&](const Event& event) { return is_duplicate(scenario, event); });
}

bool a_gap_was_refused(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return is_refused(event, refusal::out_of_order); });
}

bool a_zombie_was_fenced(const Scenario& scenario, const History& history) {
  return any(history, [&](const Event& event) {
    return is_refused(event, refusal::fenced) && scenario.steps[event.message].zombie;
  });
}

bool a_malformed_command_was_refused(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return is_refused(event, refusal::malformed); });
}

/// The epochs that answers made known, by producer, as they rise.
class Epochs {
 public:
  /// The epoch known before this event and the one that it made known; equal if it told nothing
  /// new.
  std::pair<std::int64_t, std::int64_t> see(const Scenario& scenario, const Event& event) {
    const Step& step = scenario.steps[event.message];
    if (event.kind != Event::Kind::answered || !is_produce(step)) return {};
    if (!event.outcome.is_done() && !event.outcome.is_refused(refusal::out_of_order)) return {};
    TapeReader fields(step.command.fields);
    const std::string_view producer = fields.text();
    const std::int64_t epoch = fields.epoch();
    for (auto& [name, known] : known_)
      if (name == producer) return {std::exchange(known, std::max(known, epoch)), known};
    known_.emplace_back(producer, epoch);
    return {-1, epoch};
  }

 private:
  std::vector<std::pair<std::string_view, std::int64_t>> known_;
};

bool an_epoch_jumped(const Scenario& scenario, const History& history) {
  Epochs epochs;
  return any(history, [&](const Event& event) {
    const auto [before, after] = epochs.see(scenario, event);
    return before >= 0 && after > before + 1;
  });
}

bool a_bump_stood_though_its_sequence_was_refused(const Scenario& scenario,
                                                  const History& history) {
  Epochs epochs;
  return any(history, [&](const Event& event) {
    const auto [before, after] = epochs.see(scenario, event);
    return before >= 0 && after > before && is_refused(event, refusal::out_of_order);
  });
}

bool a_producer_went_on_after_a_crash(const Scenario& scenario, const History& history) {
  bool crashed = false;
  return any(history, [&](const Event& event) {
    crashed = crashed || event.kind == Event::Kind::crashed;
    return crashed && is_appended(scenario, event) && TapeReader(event.outcome.body).offset() > 0;
  });
}

/// Whether some crash struck a `produce` and the next answer to a copy of that message was as
/// `then` says.
template <class Then>
bool crash_then(const Scenario& scenario, const History& history, Then then) {
  std::vector<std::uint32_t> in_flight;
  return any(history, [&](const Event& event) {
    if (event.in_message && is_produce(scenario.steps[event.message]))
      in_flight.push_back(event.message);
    if (event.kind != Event::Kind::answered) return false;
    const auto found = std::ranges::find_if(in_flight, [&](std::uint32_t message) {
      return scenario.steps[message].command == scenario.steps[event.message].command;
    });
    if (found == in_flight.end()) return false;
    in_flight.erase(found);
    return then(scenario, event);
  });
}

bool a_record_in_flight_survived_a_crash(const Scenario& scenario, const History& history) {
  return crash_then(scenario, history, is_duplicate);
}

bool a_record_in_flight_was_lost_in_a_crash(const Scenario& scenario, const History& history) {
  return crash_then(scenario, history, is_appended);
}

bool a_torn_record_was_cut_off(const Scenario&, const History& history) {
  return any(history, [](const Event& event) {
    return event.kind == Event::Kind::crashed && event.torn_bytes > 0;
  });
}

bool damage_was_reported(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return event.kind == Event::Kind::damage_found; });
}

constexpr Property mark(std::string_view name, std::string_view sentence,
                        bool (*reached)(const Scenario&, const History&), bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, reached, needs_disk};
}

constexpr Property properties[] = {
    {"each_sequence_is_appended_at_most_once", Mode::always,
     "no producer's sequence is appended twice to a partition in one epoch",
     check<Rule::at_most_once>},
    {"sequences_are_appended_in_order", Mode::always,
     "a sequence is appended only when all sequences before it have been", check<Rule::in_order>},
    {"a_fenced_producer_changes_nothing", Mode::always,
     "once an epoch is known, nothing that an older epoch sends is appended", check<Rule::fenced>},
    {"acknowledged_records_survive", Mode::always,
     "what was acknowledged, as appended or as a duplicate, is in the log ever after",
     check<Rule::survives>},
    {"offsets_are_dense", Mode::always,
     "offsets rise by one and the log holds nothing that was not accepted", check<Rule::dense>},
    mark("a_duplicate_was_filtered", "a sequence came again and was not appended again",
         a_duplicate_was_filtered),
    mark("a_gap_was_refused", "a sequence came too early", a_gap_was_refused),
    mark("a_zombie_was_fenced", "a producer went on with its old epoch after its successor began",
         a_zombie_was_fenced),
    mark("an_epoch_jumped", "an epoch rose by more than one", an_epoch_jumped),
    mark("a_bump_stood_though_its_sequence_was_refused",
         "a new epoch came with a sequence that was out of order",
         a_bump_stood_though_its_sequence_was_refused),
    only_with_crashes(mark("a_producer_went_on_after_a_crash", "a log grew further after a crash",
                           a_producer_went_on_after_a_crash)),
    mark("a_record_in_flight_survived_a_crash",
         "power was lost while a record was appended; a later copy of it was a duplicate",
         a_record_in_flight_survived_a_crash, true),
    mark("a_record_in_flight_was_lost_in_a_crash",
         "power was lost while a record was appended; a later copy of it was appended",
         a_record_in_flight_was_lost_in_a_crash, true),
    mark("a_torn_record_was_cut_off", "a crash left a part of a write", a_torn_record_was_cut_off,
         true),
    mark("damage_was_reported", "a stored bit was flipped and the next start said so",
         damage_was_reported, true),
    mark("a_malformed_command_was_refused", "a command was not one of the contract",
         a_malformed_command_was_refused),
};

}  // namespace

Workload idempotent_producer() {
  return {find_contract("idempotent-producer"), draw_idempotent_producer, properties};
}

}  // namespace fencepost::properties
