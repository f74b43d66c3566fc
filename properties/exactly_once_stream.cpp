// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/exactly_once_stream.hpp"

#include <algorithm>

#include "fencepost/properties/exactly_once_stream_audit.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Audit = ExactlyOnceStreamAudit;
using Rule = Audit::Rule;
using Mark = Audit::Mark;

template <Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Audit>(scenario, history).breach(rule);
}

template <Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return read_once<Audit>(scenario, history).reached(mark);
}

template <class Predicate>
bool any(const History& history, Predicate predicate) {
  return std::any_of(history.begin(), history.end(), predicate);
}

bool is_refused(const Event& event, std::string_view code) {
  return event.kind == Event::Kind::answered && event.outcome.is_refused(code);
}

bool a_zombie_was_fenced(const Scenario& scenario, const History& history) {
  return any(history, [&](const Event& event) {
    return scenario.steps[event.message].zombie && is_refused(event, refusal::fenced);
  });
}

bool a_malformed_command_was_refused(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return is_refused(event, refusal::malformed); });
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
    {"a_transaction_is_all_or_nothing", Mode::always,
     "of a committed transaction everything new is there, of one that power loss cut short all or "
     "nothing",
     check<Rule::all_or_nothing>},
    {"nothing_aborted_is_visible", Mode::always,
     "no log and no committed offset shows what was never committed", check<Rule::nothing_aborted>},
    {"a_zombie_changes_nothing", Mode::always,
     "once an epoch is known, every command of an older one is fenced", check<Rule::zombie>},
    {"each_sequence_is_applied_at_most_once_per_epoch", Mode::always,
     "no producer's sequence is appended twice to a partition in one epoch",
     check<Rule::at_most_once>},
    {"committed_offsets_never_go_back", Mode::always,
     "a committed offset is the highest that was committed", check<Rule::never_back>},
    {"a_commit_decides_its_own_transaction_only", Mode::always,
     "a command is carried out in a transaction of its own producer and epoch that is open, and in "
     "no other",
     check<Rule::own_transaction>},
    {"acknowledged_records_survive", Mode::always,
     "what a reply told to be committed is so ever after", check<Rule::survives>},
    mark("a_duplicate_was_filtered", "a commit did not append all records of its transaction",
         reached<Mark::filtered>),
    mark("a_send_repeated_over_two_transactions_was_filtered",
         "a transaction held a sequence that an earlier one had committed",
         reached<Mark::filtered_over_two_transactions>),
    mark("a_zombie_was_fenced", "a producer went on with its old epoch after its successor began",
         a_zombie_was_fenced),
    mark("an_epoch_jumped", "an epoch rose by more than one", reached<Mark::epoch_jumped>),
    mark("a_bump_stood_though_its_command_was_refused",
         "a new epoch came with a command outside a transaction", reached<Mark::bump_stood>),
    mark("a_bump_dropped_a_transaction", "a new epoch ended the old one's open transaction",
         reached<Mark::dropped_by_bump>),
    only_with_crashes(mark("a_crash_dropped_a_transaction",
                           "power was lost while a transaction was open",
                           reached<Mark::dropped_by_crash>)),
    mark("a_begin_dropped_a_transaction", "a transaction began while another one was open",
         reached<Mark::dropped_by_begin>),
    mark("an_aborted_transaction_left_nothing", "a transaction that held something was aborted",
         reached<Mark::aborted>),
    mark("a_late_commit_decided_the_next_transaction",
         "a copy of a commit arrived in the transaction after its own", reached<Mark::late_commit>),
    only_with_crashes(mark("a_producer_went_on_after_a_crash",
                           "records were committed after a crash",
                           reached<Mark::went_on_after_crash>)),
    mark("a_commit_in_flight_survived_a_crash",
         "power was lost in a commit; it turned out to have had its effect",
         reached<Mark::in_flight_survived>, true),
    mark("a_commit_in_flight_was_lost_in_a_crash",
         "power was lost in a commit; it turned out to have had none",
         reached<Mark::in_flight_lost>, true),
    mark("a_torn_record_was_cut_off", "a crash left a part of a write", a_torn_record_was_cut_off,
         true),
    mark("damage_was_reported", "a stored bit was flipped and the next start said so",
         damage_was_reported, true),
    mark("a_malformed_command_was_refused", "a command was not one of the contract",
         a_malformed_command_was_refused),
};

}  // namespace

Workload exactly_once_stream() {
  return {find_contract("exactly-once-stream"), draw_exactly_once_stream, properties};
}

}  // namespace fencepost::properties
