// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/offset_commit.hpp"

#include <algorithm>

#include "fencepost/properties/offset_commit_reading.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Reading = OffsetCommitReading;

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
     "After a crash no partition has committed less than a client was told before it.",
     check<Reading::survival>},
    {"commit_never_passes_a_gap", Mode::always,
     "Every offset up to the committed one has been processed, in this life or before a commit "
     "that stands.",
     check<Reading::gap>},
    {"commit_never_goes_back", Mode::always,
     "The committed offset of a partition never becomes less.", check<Reading::going_back>},
    {"duplicates_change_nothing", Mode::always,
     "An offset that is processed again counts as processed once, no more and no less.",
     check<Reading::duplicates>},
    {"order_of_acknowledgements_does_not_matter", Mode::always,
     "The commit depends on which offsets have been processed since the start, not on their order.",
     check<Reading::order>},
    {"commit_reaches_the_end", Mode::eventually,
     "Once every offset below n has been processed in the current life, n-1 is committed.",
     check<Reading::the_end>},
    {"a_duplicate_changed_nothing", Mode::sometimes,
     "A message was delivered twice and the commit stayed.", nullptr,
     reached<Reading::duplicate_changed_nothing>},
    {"a_filled_gap_released_several_offsets", Mode::sometimes,
     "An offset filled a gap and the commit moved on by more than one.", nullptr,
     reached<Reading::filled_gap_released_several>},
    {"a_run_crossed_a_word", Mode::sometimes, "One commit moved on over the end of a 64-bit word.",
     nullptr, reached<Reading::run_crossed_a_word>},
    only_with_crashes({"a_crash_forgot_what_waited", Mode::sometimes,
                       "Power was lost while offsets waited above a gap.", nullptr,
                       reached<Reading::crash_forgot_what_waited>}),
    {"an_offset_waited_far_ahead", Mode::sometimes,
     "An offset a hundred thousand above the commit was processed.", nullptr,
     reached<Reading::waited_far_ahead>},
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

const Workload& offset_commit() {
  static const Workload workload{find_contract("offset-commit"), draw_offset_commit, properties};
  return workload;
}

}  // namespace fencepost::properties
