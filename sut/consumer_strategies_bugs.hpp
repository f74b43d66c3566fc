// SPDX-License-Identifier: Apache-2.0
// What may be planted in the engine of the consumer-strategies workload.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class ConsumerStrategiesBug : std::uint8_t {
  failed_transaction_moves_the_offset,
  rolled_back_results_stay,
  inbox_lives_in_the_consumer,
  full_inbox_is_emptied,
  zombie_commits_its_batch,
  rebalance_commits_for_the_old_owner,
  outbox_outside_the_transaction,
  relayed_twice,
  usage_window_truncates,
  effect_acknowledged_before_synced,
};

/// In the order of the enumeration.
inline constexpr PlantedBug consumer_strategies_bugs[] = {
    {"failed-transaction-moves-the-offset", "consumer-strategies",
     "the offset is written outside the sink's transaction, so it moves although the transaction "
     "fails",
     "checklist: do results and offset commit together", "an_offset_moves_by_its_commit_alone", 3},
    {"rolled-back-results-stay", "consumer-strategies",
     "a transaction of the sink that fails leaves its results and takes back the offset only",
     "checklist: is a transaction rolled back whole", "totals_are_what_was_billed", 4},
    {"inbox-lives-in-the-consumer", "consumer-strategies",
     "the ids of billed events are kept in the consumer's memory and are gone when it crashes",
     "checklist: does the inbox survive with the effects", "bills_exactly_once_within_the_inbox",
     4},
    {"full-inbox-is-emptied", "consumer-strategies",
     "a bounded inbox that is full forgets all of its ids instead of the oldest",
     "checklist: which ids does a bounded inbox forget", "bills_exactly_once_within_the_inbox", 8},
    {"zombie-commits-its-batch", "consumer-strategies",
     "a consumer commits a batch although the partition has moved to another one meanwhile",
     "checklist: is a commit fenced by the generation", "a_zombie_commits_nothing", 4},
    {"rebalance-commits-for-the-old-owner", "consumer-strategies",
     "a partition that moves takes the position of its old owner along as the committed offset",
     "checklist: position or committed offset", "an_offset_moves_by_its_commit_alone", 4},
    {"outbox-outside-the-transaction", "consumer-strategies",
     "the effect for the second sink enters the outbox when it is applied, before its transaction "
     "commits",
     "checklist: is the outbox part of the transaction", "totals_are_what_was_billed", 3},
    {"relayed-twice", "consumer-strategies",
     "the second sink takes every delivery of the relay, also what it has already",
     "checklist: is the relay idempotent", "both_sinks_agree", 5},
    {"usage-window-truncates", "consumer-strategies",
     "the window of a negative event time is rounded towards zero",
     "checklist: are negative times rounded down", "totals_are_what_was_billed", 3},
    {"effect-acknowledged-before-synced", "consumer-strategies",
     "an applied effect is acknowledged when it is written, before it is synced",
     "checklist: is it durable before it is acknowledged", "acknowledged_effects_survive", 4},
};

}  // namespace fencepost::sut
