// SPDX-License-Identifier: Apache-2.0
// What can be planted in the engine of stream-metrics.
#pragma once

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

/// In the order of the table.
enum class StreamMetricsBug : std::uint8_t {
  commit_beyond_end_accepted,
  lag_counts_from_the_last_offset,
  waking_input_pulls_back,
  last_event_time_wins,
  fastest_input_decides,
  no_input_means_infinity,
  idle_input_still_counts,
  greatest_lag_never_shrinks,
  append_acknowledged_before_synced,
  idle_is_not_stored,
  last_record_applied_twice,
  recovery_recomputes_the_watermark,
};

inline constexpr PlantedBug stream_metrics_bugs[] = {
    {"commit-beyond-end-accepted", "stream-metrics",
     "a commit beyond the end of the partition is accepted", "LAG-01", "lag_is_never_negative", 1},
    {"lag-counts-from-the-last-offset", "stream-metrics",
     "lag is counted from the last offset written and not from the next", "LAG-06", "lags_add_up",
     1},
    {"waking-input-pulls-back", "stream-metrics",
     "an input that wakes from idleness with older events pulls the watermark back", "WIN-22",
     "watermark_never_goes_back", 4},
    {"last-event-time-wins", "stream-metrics",
     "the last event time of a partition counts, not the greatest",
     "checklist: out of order event times", "watermark_never_goes_back", 3},
    {"fastest-input-decides", "stream-metrics", "the watermark follows the fastest input", "WIN-20",
     "slowest_active_input_decides", 3},
    {"no-input-means-infinity", "stream-metrics",
     "with every input idle the watermark is the least of nothing, plus infinity", "WIN-06",
     "slowest_active_input_decides", 2},
    {"idle-input-still-counts", "stream-metrics", "an idle input goes on holding the watermark",
     "checklist: idle input", "idle_input_does_not_hold_the_watermark", 3},
    {"greatest-lag-never-shrinks", "stream-metrics",
     "the greatest lag is not counted anew when its partition commits",
     "checklist: stale aggregate", "lags_add_up", 3},
    {"append-acknowledged-before-synced", "stream-metrics",
     "a record is acknowledged before the disk has it", "checklist: acknowledged before durable",
     "acknowledged_results_survive", 3},
    {"idle-is-not-stored", "stream-metrics", "that an input is idle is kept in memory only",
     "checklist: state outside the log", "acknowledged_results_survive", 3},
    {"last-record-applied-twice", "stream-metrics",
     "recovery applies the last record of the log twice", "REC-18", "acknowledged_results_survive",
     3},
    {"recovery-recomputes-the-watermark", "stream-metrics",
     "recovery computes the watermark anew from the active inputs and forgets how far it was",
     "checklist: derived state that has a history", "acknowledged_results_survive", 5},
};

}  // namespace fencepost::sut
