// SPDX-License-Identifier: Apache-2.0
// What may be planted in the engine of the exactly-once-stream workload.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class ExactlyOnceStreamBug : std::uint8_t {
  zombie_decides,
  bump_keeps_transaction,
  bump_keeps_sequences,
  filtered_when_sent,
  newest_offset_wins,
  commit_stays_open,
  buffer_reused_uncleared,
  begin_not_stored,
  replay_forgets_sequences,
  commit_in_two_records,
  committed_before_synced,
};

/// In the order of the enumeration.
inline constexpr PlantedBug exactly_once_stream_bugs[] = {
    {"zombie-decides", "exactly-once-stream",
     "commit and abort are carried out before the epoch is compared, so a zombie decides its "
     "successor's transaction",
     "checklist: is the fence applied before the kind of command", "a_zombie_changes_nothing", 2},
    {"bump-keeps-transaction", "exactly-once-stream",
     "a new epoch takes over the transaction that the old one left open",
     "checklist: is transaction state cleared on an epoch bump",
     "a_commit_decides_its_own_transaction_only", 2},
    {"bump-keeps-sequences", "exactly-once-stream",
     "sequences committed in an old epoch still filter the new one's",
     "checklist: is state cleared on an epoch bump", "a_transaction_is_all_or_nothing", 6},
    {"filtered-when-sent", "exactly-once-stream",
     "duplicates are looked for when a record is sent, no longer when the transaction is committed",
     "checklist: are duplicates filtered at commit time",
     "each_sequence_is_applied_at_most_once_per_epoch", 4},
    {"newest-offset-wins", "exactly-once-stream",
     "the offset of the newest commit stands, even if an earlier commit's was higher", "OFF-26",
     "committed_offsets_never_go_back", 6},
    {"commit-stays-open", "exactly-once-stream",
     "a transaction stays open when it is committed, so a late copy of its commit decides the next "
     "one",
     "TXN-01", "a_commit_decides_its_own_transaction_only", 3},
    {"buffer-reused-uncleared", "exactly-once-stream",
     "an aborted transaction's buffer is handed to the next transaction as it is", "IDP-21",
     "nothing_aborted_is_visible", 5},
    {"begin-not-stored", "exactly-once-stream",
     "an epoch that came with a begin is known until the next crash only", "IDP-16",
     "a_zombie_changes_nothing", 3},
    {"replay-forgets-sequences", "exactly-once-stream",
     "recovery brings back the committed records and not the sequences that filter their "
     "duplicates",
     "IDP-15", "each_sequence_is_applied_at_most_once_per_epoch", 7},
    {"commit-in-two-records", "exactly-once-stream",
     "a commit stores its records first and its offsets after them, so a crash can come in between",
     "checklist: is a commit one write", "a_transaction_is_all_or_nothing", 6},
    {"committed-before-synced", "exactly-once-stream",
     "a commit is answered when it is written, before it is synced", "TXN-32",
     "acknowledged_records_survive", 5},
};

}  // namespace fencepost::sut
