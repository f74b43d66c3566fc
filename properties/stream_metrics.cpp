// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/stream_metrics.hpp"

#include <algorithm>

#include "fencepost/properties/read_once.hpp"
#include "fencepost/properties/stream_metrics_reading.hpp"

namespace fencepost::properties {
namespace {

using Reading = StreamMetricsReading;

template <Reading::Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).broken(rule);
}

template <Reading::Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).reached(mark);
}

bool torn_tail_was_cut(const Scenario& /*scenario*/, const History& history) {
  return std::ranges::any_of(history, [](const Event& event) { return event.torn_bytes > 0; });
}

bool damage_was_reported(const Scenario& /*scenario*/, const History& history) {
  return !history.empty() && history.back().kind == Event::Kind::damage_found;
}

bool malformed_was_refused(const Scenario& /*scenario*/, const History& history) {
  return std::ranges::any_of(
      history, [](const Event& event) { return event.outcome.is_refused(refusal::malformed); });
}

constexpr Property properties[] = {
    {"acknowledged_results_survive", Mode::always,
     "After a crash ends, commits, idleness and the watermark are as they were acknowledged before "
     "it.",
     check<Reading::survival>},
    {"lags_add_up", Mode::always,
     "A lag is end minus committed, total_lag is the sum of the lags and max_lag the greatest of "
     "them.",
     check<Reading::sums>},
    {"lag_is_never_negative", Mode::always,
     "No partition has committed more than was written to it.", check<Reading::negative_lag>},
    {"watermark_never_goes_back", Mode::always,
     "Neither a partition's watermark nor the global one becomes less.",
     check<Reading::going_back>},
    {"slowest_active_input_decides", Mode::always,
     "The global watermark is where the slowest of the inputs that are not idle has brought it.",
     check<Reading::slowest>},
    {"idle_input_does_not_hold_the_watermark", Mode::always,
     "The global watermark is never behind the slowest input that is not idle.",
     check<Reading::idle_holds>},
    {"an_idle_input_released_the_watermark", Mode::sometimes,
     "An input fell idle and the watermark moved on.", nullptr,
     reached<Reading::idle_released_the_watermark>},
    {"a_woken_input_did_not_pull_the_watermark_back", Mode::sometimes,
     "An active input was behind the watermark, which stayed.", nullptr,
     reached<Reading::woken_did_not_pull_back>},
    {"all_inputs_were_idle", Mode::sometimes, "Every input was idle when metrics were asked for.",
     nullptr, reached<Reading::all_inputs_idle>},
    {"an_event_came_out_of_order", Mode::sometimes,
     "An event was older than one before it in its partition.", nullptr,
     reached<Reading::event_out_of_order>},
    {"a_commit_beyond_the_end_was_refused", Mode::sometimes, "A commit beyond the end was refused.",
     nullptr, reached<Reading::beyond_end_refused>},
    {"a_repeated_commit_changed_nothing", Mode::sometimes,
     "A commit was delivered twice and changed nothing more.", nullptr,
     reached<Reading::repeated_commit_changed_nothing>},
    {"a_command_in_flight_survived_a_crash", Mode::sometimes,
     "Power was lost while a message was handled, and its effect stood afterwards.", nullptr,
     reached<Reading::in_flight_survived>, true},
    {"a_torn_tail_was_cut", Mode::sometimes,
     "Power loss tore a write and the system started again.", nullptr, torn_tail_was_cut, true},
    {"damage_was_reported", Mode::sometimes, "A stored bit was flipped and the system said so.",
     nullptr, damage_was_reported, true},
    {"a_malformed_command_was_refused", Mode::sometimes, "A malformed command was refused.",
     nullptr, malformed_was_refused},
};

}  // namespace

const Workload& stream_metrics() {
  static const Workload workload{find_contract("stream-metrics"), draw_stream_metrics, properties};
  return workload;
}

}  // namespace fencepost::properties
