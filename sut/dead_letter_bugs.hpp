// SPDX-License-Identifier: Apache-2.0
// What may be planted in the engine of the dead-letter workload.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class DeadLetterBug : std::uint8_t {
  offset_moves_before_the_hand_off,
  hand_off_error_only_logged,
  letter_acknowledged_before_synced,
  hand_off_repeated_after_a_crash,
  failing_record_skipped,
  letter_takes_the_next_payload,
  letter_loses_its_offset,
  replayed_letter_erased,
  one_attempt_too_many,
  attempts_not_stored,
  last_success_dead_lettered,
  replay_not_idempotent,
  replay_not_stored,
  complete_despite_open_letters,
};

/// In the order of the enumeration.
inline constexpr PlantedBug dead_letter_bugs[] = {
    {"offset-moves-before-the-hand-off", "dead-letter",
     "the offset passes a record before its dead letter is durable", "DLQ-01",
     "the_offset_never_passes_an_unhandled_record", 5},
    {"hand-off-error-only-logged", "dead-letter",
     "the offset passes a record although the dead-letter queue had no room for it", "DLQ-10",
     "the_offset_never_passes_an_unhandled_record", 4},
    {"letter-acknowledged-before-synced", "dead-letter",
     "a record is called dead-lettered when its letter is written, before it is synced", "DLQ-10",
     "acknowledged_results_survive", 4},
    {"hand-off-repeated-after-a-crash", "dead-letter",
     "a letter whose offset had not moved when power was lost is written again", "DLQ-07",
     "every_record_is_processed_or_dead_lettered", 5},
    {"failing-record-skipped", "dead-letter",
     "a record that would succeed some day is dropped when its attempts are used up", "DLQ-02",
     "every_record_is_processed_or_dead_lettered", 3},
    {"letter-takes-the-next-payload", "dead-letter",
     "a dead letter carries key and value of the record after its own", "DLQ-03",
     "a_dead_letter_keeps_its_identity", 4},
    {"letter-loses-its-offset", "dead-letter",
     "a dead letter names its place in the queue as the offset of its record",
     "checklist: does a dead letter name its source", "a_dead_letter_keeps_its_identity", 5},
    {"replayed-letter-erased", "dead-letter", "a letter that was replayed is no longer listed",
     "checklist: is the history kept", "a_dead_letter_keeps_its_identity", 4},
    {"one-attempt-too-many", "dead-letter", "a record is tried once more than it may be",
     "checklist: off by one at the limit", "retries_are_bounded", 2},
    {"attempts-not-stored", "dead-letter",
     "attempts are counted in memory only, so that with crashes poison is tried for ever",
     "checklist: state outside the log", "retries_are_bounded", 4},
    {"last-success-dead-lettered", "dead-letter",
     "a record that succeeds on its last attempt is dead-lettered all the same", "DLQ-05",
     "only_failing_records_are_dead_lettered", 2},
    {"replay-not-idempotent", "dead-letter", "a letter that was replayed can be replayed again",
     "DLQ-05", "a_letter_is_replayed_at_most_once", 4},
    {"replay-not-stored", "dead-letter", "that a letter was replayed is kept in memory only",
     "DLQ-06", "acknowledged_results_survive", 5},
    {"complete-despite-open-letters", "dead-letter",
     "the results are called complete although a dead letter is open",
     "checklist: is a partial result labelled", "completeness_is_reported", 3},
};

}  // namespace fencepost::sut
