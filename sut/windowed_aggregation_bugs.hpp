// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {

enum class WindowedAggregationBug : std::uint8_t {
  truncates_towards_zero,
  counts_the_watermark_as_late,
  keeps_emitted_windows,
  emits_one_tick_early,
  follows_the_last_event,
  adds_in_32_bits,
  replays_the_last_record_twice,
  forgets_the_close,
  answers_before_the_sync,
};

inline constexpr PlantedBug windowed_aggregation_bugs[] = {
    {"window-truncates", "windowed-aggregation",
     "the start of a window is rounded towards zero, not down", "WIN-01",
     "every_event_is_counted_once_or_late", 2},
    {"window-late-at-watermark", "windowed-aggregation",
     "an event exactly at the watermark is late", "WIN-15",
     "only_events_below_the_watermark_are_late", 2},
    {"window-not-removed", "windowed-aggregation", "an emitted window stays in the active state",
     "checklist: emitted windows removed", "no_window_is_emitted_twice", 3},
    {"window-early", "windowed-aggregation",
     "a window is emitted when the watermark is one tick before its end", "WIN-21",
     "emission_waits_for_the_watermark", 1},
    {"window-watermark-regresses", "windowed-aggregation",
     "the watermark follows the last event, not the greatest", "WIN-22",
     "watermark_never_goes_back", 2},
    {"window-sum-overflows", "windowed-aggregation", "sums are kept in 32 bits",
     "checklist: sums are exact", "every_event_is_counted_once_or_late", 3},
    {"window-replays-twice", "windowed-aggregation",
     "recovery applies the last record of the log a second time", "REC-18",
     "every_event_is_counted_once_or_late", 3},
    {"window-forgets-close", "windowed-aggregation",
     "recovery emits what a close emitted, but lets the input go on", "WIN-22",
     "acknowledged_results_survive", 3},
    {"window-answers-unsynced", "windowed-aggregation",
     "an event is answered before its record is synced", "REC-13", "acknowledged_results_survive",
     3},
};

}  // namespace fencepost::sut
