// SPDX-License-Identifier: Apache-2.0
// The planted bugs of log-compaction.
#pragma once

#include <cstdint>

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class LogCompactionBug : std::uint8_t {
  renumbers,
  newest_first,
  keys_by_hash,
  tombstone_at_once,
  last_below_upto,
  seen_forgotten,
  next_offset_forgotten,
  renamed_before_sync,
  name_not_synced,
  unfinished_trusted,
  append_not_synced,
  torn_tail_kept,
};

inline constexpr PlantedBug log_compaction_bugs[] = {
    {"compaction-renumbers", "log-compaction",
     "compaction appends the kept records anew, with fresh offsets", "CMP-17",
     "offsets_are_never_renumbered", 4},
    {"compaction-newest-first", "log-compaction",
     "compaction writes the kept records in the order in which it met them", "REC-22",
     "order_is_kept", 5},
    {"keys-by-hash", "log-compaction",
     "the offset map compares a few bits of the key's hash, never the key", "CMP-18",
     "compaction_keeps_the_state", 3},
    {"tombstone-at-once", "log-compaction",
     "a tombstone may go in the first compaction that meets it", "CMP-01",
     "a_tombstone_outlives_its_retention", 2},
    {"last-below-upto", "log-compaction",
     "records at or above upto do not supersede those below it", "CMP-07",
     "compaction_makes_progress", 3},
    {"seen-forgotten", "log-compaction",
     "which tombstones a compaction has seen is forgotten in a crash", "CMP-02",
     "compaction_makes_progress", 4},
    {"next-offset-forgotten", "log-compaction",
     "after a start the next offset is the one after the newest record left", "CMP-06",
     "offsets_are_never_renumbered", 5},
    {"renamed-before-sync", "log-compaction",
     "the compacted log takes the old one's name before it is synced", "REC-06",
     "acknowledged_records_survive", 5},
    {"name-not-synced", "log-compaction", "compaction answers before the new log's name is durable",
     "REC-05", "acknowledged_records_survive", 5},
    {"unfinished-trusted", "log-compaction", "a start takes an unfinished compaction for the log",
     "REC-12", "acknowledged_records_survive", 5},
    {"append-not-synced", "log-compaction", "append answers before its record is durable", "REC-13",
     "acknowledged_records_survive", 3},
    {"torn-tail-kept", "log-compaction", "a start skips a torn tail without cutting it off",
     "REC-20", "starts_again_after_every_crash", 4},
};

}  // namespace fencepost::sut
