// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/state_rebuild.hpp"

#include "fencepost/properties/read_once.hpp"
#include "fencepost/properties/state_rebuild_reading.hpp"

namespace fencepost::properties {
namespace {

using Reading = StateRebuildReading;

template <Reading::Rule rule>
std::optional<Broken> breaks(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).find(rule);
}

template <Reading::Rule rule>
constexpr Property always(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence, &breaks<rule>};
}

template <Reading::Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).reached(mark);
}

template <Reading::Mark mark>
constexpr Property sometimes(std::string_view name, std::string_view sentence,
                             bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, &reached<mark>, needs_disk};
}

using enum Reading::Rule;
using enum Reading::Mark;

constexpr Property properties[] = {
    always<deleted>("a_deleted_key_stays_deleted",
                    "no rebuild brings back a key whose latest record is a tombstone"),
    always<applies_once>(
        "replay_applies_each_record_once",
        "a replay begins at the snapshot's next and applies no record a second time"),
    always<refused>("a_rebuild_is_refused_rather_than_wrong",
                    "where the log no longer says what came after the snapshot, a rebuild is "
                    "refused, and the old state stands"),
    always<equal>("rebuild_equals_full_replay",
                  "a rebuild gives the state that all records ever appended fold to"),
    always<gone>("the_state_is_gone_until_a_rebuild",
                 "after the loss of the node there is no state until a rebuild is done"),
    always<survives>(
        "acknowledged_records_survive",
        "what an append or a snapshot has been told to have done stands after every crash"),

    sometimes<suffix_replayed>("a_suffix_was_replayed",
                               "a snapshot was rebuilt with records after it"),
    sometimes<rebuilt_from_empty>("the_whole_log_was_replayed", "a rebuild began with nothing"),
    sometimes<rebuilt_after_compaction>("a_compacted_log_was_replayed",
                                        "a rebuild was done after a compaction removed records"),
    sometimes<lost_by_retention>("retention_passed_a_snapshot",
                                 "a rebuild was refused because the log began too late"),
    sometimes<lost_by_expiry>("a_tombstone_expired_after_a_snapshot",
                              "a rebuild was refused because a tombstone that the snapshot has not "
                              "seen was gone"),
    sometimes<regained>("a_lost_state_was_regained", "a rebuild was done after the state was lost"),
    sometimes<snapshot_interrupted>("a_snapshot_was_interrupted",
                                    "power was lost while a snapshot was taken", true),
    sometimes<increments_rebuilt>("increments_were_rebuilt", "a log of increments was replayed"),
    sometimes<increments_not_compacted>("a_compaction_of_increments_was_refused",
                                        "a compaction of a log of increments was asked for"),
    sometimes<damaged_snapshot_refused>("a_damaged_snapshot_was_refused",
                                        "a flipped bit struck the only snapshot that could do",
                                        true),
    sometimes<no_state_refused>("a_lost_state_was_asked_for",
                                "the state or a snapshot was refused because the state was lost"),
    sometimes<no_such_snapshot_refused>("an_unknown_snapshot_was_refused",
                                        "a rebuild named a snapshot that does not exist"),
    sometimes<beyond_end_refused>("a_place_beyond_the_end_was_refused",
                                  "a compaction or retention reached beyond the end"),
    sometimes<torn_tail_cut>("a_torn_write_was_survived", "a power loss left a part of a write",
                             true),
    sometimes<damage_reported>("damage_was_reported",
                               "a start reported that the stored data are damaged", true),
    sometimes<malformed_refused>("a_malformed_command_was_refused", "a command was not one"),
};

}  // namespace

Workload state_rebuild() {
  return {find_contract("state-rebuild"), &draw_state_rebuild, properties};
}

}  // namespace fencepost::properties
