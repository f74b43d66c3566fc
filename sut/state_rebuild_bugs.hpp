// SPDX-License-Identifier: Apache-2.0
// The planted bugs of state-rebuild.
#pragma once

#include <cstdint>

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class StateRebuildBug : std::uint8_t {
  replay_from_last_applied,
  expired_tombstone_unnoticed,
  increments_compacted,
  retention_passed_unnoticed,
  snapshot_before_newest,
  snapshot_not_synced,
  snapshot_name_not_synced,
  snapshot_is_derived,
  refused_rebuild_clears,
  retention_without_checkpoint,
  damaged_snapshot_trusted,
  lost_state_comes_back,
};

inline constexpr PlantedBug state_rebuild_bugs[] = {
    {"replay-from-last-applied", "state-rebuild",
     "a replay starts with the last record that the snapshot holds", "REC-18",
     "replay_applies_each_record_once", 3},
    {"expired-tombstone-unnoticed", "state-rebuild",
     "a snapshot is replayed into although a tombstone that it has not seen is gone",
     "checklist: expired tombstone", "a_deleted_key_stays_deleted", 6},
    {"increments-compacted", "state-rebuild",
     "a compaction thins out an increment log before it is refused",
     "checklist: compaction of increments", "rebuild_equals_full_replay", 4},
    {"retention-passed-unnoticed", "state-rebuild",
     "a rebuild replays what retention has left, wherever that begins", "checklist: retention",
     "a_rebuild_is_refused_rather_than_wrong", 3},
    {"snapshot-before-newest", "state-rebuild",
     "a snapshot is taken before the newest record has been applied",
     "checklist: snapshot position", "acknowledged_records_survive", 4},
    {"snapshot-not-synced", "state-rebuild", "a snapshot is acknowledged before it is synced",
     "REC-06", "starts_again_after_every_crash", 4},
    {"snapshot-name-not-synced", "state-rebuild",
     "a snapshot is acknowledged before its name is durable", "REC-05",
     "starts_again_after_every_crash", 4},
    {"snapshot-is-derived", "state-rebuild",
     "snapshots are stored with the files that go with the node", "checklist: node loss",
     "starts_again_after_every_crash", 4},
    {"refused-rebuild-clears", "state-rebuild",
     "a rebuild clears the old state before it knows that it can go on",
     "checklist: refused rebuild", "a_rebuild_is_refused_rather_than_wrong", 3},
    {"retention-without-checkpoint", "state-rebuild",
     "retention deletes records that only the state still knows, and stores no checkpoint of it",
     "checklist: retention", "starts_again_after_every_crash", 3},
    {"damaged-snapshot-trusted", "state-rebuild", "the checksum of a snapshot is not asked",
     "checklist: checksum", "acknowledged_records_survive", 9},
    {"lost-state-comes-back", "state-rebuild", "that the state is lost is forgotten in a crash",
     "checklist: node loss", "the_state_is_gone_until_a_rebuild", 3},
};

}  // namespace fencepost::sut
