// SPDX-License-Identifier: Apache-2.0
// What can be planted in the engine of offset-commit.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

/// In the order of the table.
enum class OffsetCommitBug : std::uint8_t {
  far_offset_wraps,
  run_ends_with_its_word,
  growth_forgets_what_waits,
  duplicate_clears_its_bit,
  late_acknowledgement_moves_back,
  acknowledged_before_synced,
  replay_starts_one_record_late,
  replay_reads_next_as_last,
  recovery_stops_at_the_checkpoint,
};

inline constexpr PlantedBug offset_commit_bugs[] = {
    {"far-offset-wraps", "offset-commit",
     "an offset too far ahead for the window goes into it all the same, on the bit of another "
     "offset",
     "checklist: index beyond a ring", "commit_never_passes_a_gap", 1},
    {"run-ends-with-its-word", "offset-commit",
     "the search for the end of a run of processed offsets stops at the end of a 64-bit word",
     "checklist: boundary of a machine word", "order_of_acknowledgements_does_not_matter", 65},
    {"growth-forgets-what-waits", "offset-commit",
     "when the window grows, the offsets that wait behind a gap are not carried over",
     "checklist: state lost when a table grows", "order_of_acknowledgements_does_not_matter", 3},
    {"duplicate-clears-its-bit", "offset-commit",
     "an offset above the gap that is processed again is taken out of the window",
     "checklist: duplicate toggles instead of setting", "duplicates_change_nothing", 3},
    {"late-acknowledgement-moves-back", "offset-commit",
     "an offset that is already committed is committed again, so that a late one moves the commit "
     "back",
     "OFF-26", "commit_never_goes_back", 3},
    {"offset-acknowledged-before-synced", "offset-commit",
     "the commit is acknowledged before the disk has it", "checklist: acknowledged before durable",
     "acknowledged_results_survive", 3},
    {"offset-replay-starts-late", "offset-commit",
     "recovery passes over the first record of the log", "checklist: replay starts one record late",
     "acknowledged_results_survive", 3},
    {"replay-reads-next-as-last", "offset-commit",
     "recovery takes the next offset of a record for the last one processed", "OFF-11",
     "commit_never_passes_a_gap", 3},
    {"offset-recovery-stops-at-the-checkpoint", "offset-commit",
     "recovery takes a checkpoint for everything and leaves out the records after it",
     "checklist: checkpoint and what follows it", "acknowledged_results_survive", 19},
};

}  // namespace fencepost::sut
