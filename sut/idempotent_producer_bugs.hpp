// SPDX-License-Identifier: Apache-2.0
// What may be planted in the engine of the idempotent-producer workload.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class IdempotentProducerBug : std::uint8_t {
  any_first_sequence,
  retry_is_a_gap,
  only_last_remembered,
  bump_keeps_last,
  gated_before_stored,
  bump_not_stored,
  replay_forgets_last,
  replay_repeats_last,
  acknowledged_before_synced,
};

/// In the order of the enumeration.
inline constexpr PlantedBug idempotent_producer_bugs[] = {
    {"any-first-sequence", "idempotent-producer",
     "a producer that has written nothing to a partition yet may begin with any sequence", "IDP-20",
     "sequences_are_appended_in_order", 1},
    {"retry-is-a-gap", "idempotent-producer",
     "a retry of what was appended long ago is answered as if it came out of order", "IDP-02",
     "acknowledged_records_survive", 2},
    {"only-last-remembered", "idempotent-producer",
     "only the last sequence is known as a duplicate, an older one is appended again", "IDP-03",
     "each_sequence_is_appended_at_most_once", 3},
    {"bump-keeps-last", "idempotent-producer",
     "the first sequence of a new epoch is still filtered by the last one of the old epoch",
     "checklist: is state cleared on an epoch bump", "acknowledged_records_survive", 2},
    {"gated-before-stored", "idempotent-producer",
     "the first sequence is taken for appended before its record is stored, even if that fails",
     "IDP-06", "sequences_are_appended_in_order", 3},
    {"bump-not-stored", "idempotent-producer",
     "an epoch that came with a refused sequence is known until the next crash only", "IDP-16",
     "a_fenced_producer_changes_nothing", 3},
    {"replay-forgets-last", "idempotent-producer",
     "recovery brings back the records and not the last sequences of those who wrote them",
     "IDP-15", "acknowledged_records_survive", 3},
    {"replay-repeats-last", "idempotent-producer",
     "recovery applies the last record of the log once more", "REC-18", "offsets_are_dense", 3},
    {"acknowledged-before-synced", "idempotent-producer",
     "a record is acknowledged when it is written, before it is synced",
     "checklist: is it durable before it is acknowledged", "acknowledged_records_survive", 3},
};

}  // namespace fencepost::sut
