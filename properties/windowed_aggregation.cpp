// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/windowed_aggregation.hpp"

#include <array>

#include "fencepost/properties/read_once.hpp"
#include "fencepost/properties/windowed_aggregation_reading.hpp"

namespace fencepost::properties {
namespace {

using Reading = WindowedAggregationReading;

template <Reading::Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).broken(rule);
}

template <Reading::Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).reached(mark);
}

template <Reading::Rule rule>
constexpr Property always(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence, check<rule>};
}

template <Reading::Mark mark>
constexpr Property sometimes(std::string_view name, std::string_view sentence,
                             bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, reached<mark>, needs_disk};
}

constexpr std::array properties{
    always<Reading::survival>("acknowledged_results_survive",
                              "What an answer told is still true after any crash: counts, late "
                              "events, the watermark, the "
                              "close, and that a window has been emitted."),
    always<Reading::emitted_twice>("no_window_is_emitted_twice",
                                   "A window of a key is emitted at most once."),
    always<Reading::going_back>("watermark_never_goes_back",
                                "The watermark that answers tell never falls."),
    always<Reading::lateness>(
        "only_events_below_the_watermark_are_late",
        "An event is late exactly if its time is below the watermark before it."),
    always<Reading::waiting>(
        "emission_waits_for_the_watermark",
        "No window is emitted before the watermark has reached its end, and the watermark is never "
        "ahead of the events."),
    always<Reading::no_state>(
        "emitted_windows_leave_no_state",
        "No event is counted in a window that was emitted, and nothing is emitted after a close."),
    always<Reading::counting>("every_event_is_counted_once_or_late",
                              "A window has the count and sum of its events and is emitted as soon "
                              "as it is due; what was "
                              "late is listed once."),
    always<Reading::order>("arrival_order_within_lateness_does_not_matter",
                           "Windows that had the same events in any order have the same sums."),
    sometimes<Reading::emitted_at_its_end>(
        "a_window_was_emitted_at_its_end",
        "The watermark was exactly the end of an emitted window."),
    sometimes<Reading::waited_for_the_last_tick>(
        "a_window_waited_for_its_last_tick",
        "The watermark was one below the end of an open window."),
    sometimes<Reading::counted_at_the_watermark>("an_event_at_the_watermark_was_counted",
                                                 "Its time was exactly the watermark."),
    sometimes<Reading::late_by_one>("an_event_one_below_the_watermark_was_late",
                                    "Its time was one less."),
    sometimes<Reading::negative_time>("a_negative_time_was_counted",
                                      "Inside a window, not at its start."),
    sometimes<Reading::event_emitted_several>("an_event_emitted_several_windows",
                                              "The watermark passed several ends."),
    sometimes<Reading::close_emitted_several>("a_close_emitted_several_windows",
                                              "Several windows were open."),
    sometimes<Reading::late_after_close>("an_event_after_the_close_was_late",
                                         "The watermark was plus infinity."),
    only_with_crashes(sometimes<Reading::crash_before_emission>(
        "a_crash_came_between_event_and_emission",
        "A window held an event of an earlier life of the system.")),
    sometimes<Reading::duplicate_counted>("a_duplicate_was_counted",
                                          "A copy is an event like any other here."),
    only_with_crashes(sometimes<Reading::unanswered_counted>(
        "an_unanswered_event_was_counted",
        "Power was lost over it, and it had its effect all the same.")),
    sometimes<Reading::another_order>("the_same_events_came_in_another_order",
                                      "In two windows of equal sums."),
    sometimes<Reading::beyond_limits>(
        "a_time_beyond_the_limits_was_refused",
        "A bound of its window or its watermark would not fit 64 bits."),
    sometimes<Reading::malformed>("a_malformed_command_was_refused",
                                  "A command that the contract does not allow."),
    sometimes<Reading::torn_tail>("a_torn_tail_was_cut", "Power was lost within a write.", true),
    sometimes<Reading::damage>("damage_was_reported", "A stored bit had been flipped.", true),
    sometimes<Reading::full_disk>("a_full_disk_refused_a_command", "It surely had no effect.",
                                  true),
};

}  // namespace

Workload windowed_aggregation() {
  return {find_contract("windowed-aggregation"), draw_windowed_aggregation, properties};
}

}  // namespace fencepost::properties
