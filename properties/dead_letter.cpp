// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/dead_letter.hpp"

#include <algorithm>

#include "fencepost/properties/dead_letter_audit.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Audit = DeadLetterAudit;
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

bool a_torn_tail_was_cut(const Scenario&, const History& history) {
  return std::ranges::any_of(history, [](const Event& event) { return event.torn_bytes > 0; });
}

bool damage_was_reported(const Scenario&, const History& history) {
  return std::ranges::any_of(
      history, [](const Event& event) { return event.kind == Event::Kind::damage_found; });
}

bool a_malformed_command_was_refused(const Scenario&, const History& history) {
  return std::ranges::any_of(history, [](const Event& event) {
    return event.kind == Event::Kind::answered && event.outcome.is_refused(refusal::malformed);
  });
}

constexpr Property mark(std::string_view name, std::string_view sentence,
                        bool (*reached)(const Scenario&, const History&), bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, reached, needs_disk};
}

constexpr Property properties[] = {
    {"retries_are_bounded", Mode::always,
     "the attempts at a record are counted 1, 2, .. max_attempts, and the last failure gives it up",
     check<Rule::bounded>},
    {"only_failing_records_are_dead_lettered", Mode::always,
     "a record is handed off only if every attempt it may have has failed",
     check<Rule::only_failing>},
    {"the_offset_never_passes_an_unhandled_record", Mode::always,
     "every record below the offset has a result or a dead letter", check<Rule::passes>},
    {"acknowledged_results_survive", Mode::always,
     "records, attempts, results, letters and replays that were acknowledged outlive every crash",
     check<Rule::survives>},
    {"a_dead_letter_keeps_its_identity", Mode::always,
     "a dead letter keeps its id, the partition, offset, key and value of its record, its reason "
     "and its place, replayed or not",
     check<Rule::identity>},
    {"every_record_is_processed_or_dead_lettered", Mode::always,
     "results and dead letters together are what was handled of the input, each record once",
     check<Rule::every>},
    {"a_letter_is_replayed_at_most_once", Mode::always,
     "a letter that was replayed successfully is not replayed again", check<Rule::replay_once>},
    {"completeness_is_reported", Mode::always,
     "complete is said exactly while nothing waits and no dead letter is open",
     check<Rule::complete>},
    mark("a_flaky_record_succeeded_on_its_last_attempt",
         "a record failed as often as it may and was processed all the same",
         reached<Mark::succeeded_on_last_attempt>),
    mark("a_poison_record_was_dead_lettered", "a record that always fails was handed off",
         reached<Mark::poison_dead_lettered>),
    mark("a_single_attempt_was_allowed", "with max_attempts 1 the first failure was the last",
         reached<Mark::single_attempt>),
    only_with_crashes(mark("attempts_survived_a_crash",
                           "a crash came between two attempts and the count went on",
                           reached<Mark::attempts_survived>)),
    mark("a_copy_of_work_made_another_attempt", "a second copy of a message tried a record again",
         reached<Mark::work_copied>),
    mark("a_letter_was_replayed", "a dead letter's record succeeded when it was handed back",
         reached<Mark::replayed>),
    mark("a_replay_failed", "a dead letter's record failed once more",
         reached<Mark::replay_failed>),
    mark("a_second_replay_was_refused", "a letter was to be replayed again",
         reached<Mark::second_replay_refused>),
    mark("an_unknown_letter_was_refused", "a letter was to be replayed that is not there",
         reached<Mark::unknown_letter_refused>),
    mark("completeness_was_lost_and_regained", "a dead letter was open, and later none was",
         reached<Mark::completeness_regained>),
    mark("a_crash_in_the_hand_off_left_the_record_unhandled",
         "power was lost during a hand-off and the last attempt was made again",
         reached<Mark::left_unhandled>, true),
    mark("a_crash_in_the_hand_off_handed_the_record_off",
         "power was lost during a hand-off, which stood afterwards", reached<Mark::handed_off>,
         true),
    mark("a_torn_tail_was_cut", "a crash left a part of a write", a_torn_tail_was_cut, true),
    mark("damage_was_reported", "a stored bit was flipped and the next start said so",
         damage_was_reported, true),
    mark("a_malformed_command_was_refused", "a command was not one of the contract",
         a_malformed_command_was_refused),
};

}  // namespace

Workload dead_letter() { return {find_contract("dead-letter"), draw_dead_letter, properties}; }

}  // namespace fencepost::properties
