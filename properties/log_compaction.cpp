// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/log_compaction.hpp"

#include "fencepost/properties/log_compaction_audit.hpp"

namespace fencepost::properties {
namespace {

using Audit = LogCompactionAudit;

template <Audit::Rule rule>
std::optional<Broken> breaks(const Scenario& scenario, const History& history) {
  return Audit::find(rule, scenario, history);
}

template <Audit::Rule rule>
constexpr Property always(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence, &breaks<rule>};
}

template <Audit::Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return Audit::reached(mark, scenario, history);
}

template <Audit::Mark mark>
constexpr Property sometimes(std::string_view name, std::string_view sentence,
                             bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, &reached<mark>, needs_disk};
}

using enum Audit::Rule;
using enum Audit::Mark;

constexpr Property properties[] = {
    always<order>("order_is_kept", "a read gives the records in the order of their offsets"),
    always<offsets>("offsets_are_never_renumbered",
                    "a record keeps the offset it was given, and no offset is given twice"),
    always<survives>(
        "acknowledged_records_survive",
        "what an append or a compaction has been told to have done stands after every crash"),
    always<idempotent>(
        "compaction_is_idempotent",
        "the same compaction again removes nothing, or only tombstones whose retention is over"),
    always<retention>("a_tombstone_outlives_its_retention",
                      "a tombstone stays until a compaction after the first that kept it, and "
                      "until it is old enough"),
    always<state>("compaction_keeps_the_state", "no compaction removes the latest record of a key"),
    always<progress>("compaction_makes_progress",
                     "a compaction removes every record that is superseded and every tombstone "
                     "that has had its time"),

    sometimes<removed_records>("a_compaction_removed_records",
                               "a compaction kept fewer records than there were"),
    sometimes<removed_nothing>("a_compaction_removed_nothing",
                               "a compaction kept every record there was"),
    sometimes<tombstone_outlived>(
        "a_tombstone_went_with_a_later_compaction",
        "a tombstone was kept by its first compaction and dropped by a later one"),
    sometimes<tombstone_retained>("a_tombstone_was_retained",
                                  "a tombstone stayed although a compaction had seen it"),
    sometimes<newest_dropped>("the_newest_offset_was_not_given_again",
                              "the newest record was dropped and the next append got a new offset"),
    sometimes<beyond_end>("a_compaction_beyond_the_end_was_refused", "upto lay beyond the end"),
    sometimes<key_came_back>("a_key_came_back", "a key was written again after its tombstone"),
    sometimes<crash_in_compaction>(
        "a_crash_in_a_compaction_left_a_whole_log",
        "power was lost while a compaction removed records, and a read told which log stayed",
        true),
    sometimes<torn_tail_cut>("a_torn_write_was_survived", "a power loss left a part of a write",
                             true),
    sometimes<damage_reported>("damage_was_reported",
                               "a start reported that the stored data are damaged", true),
    sometimes<malformed_refused>("a_malformed_command_was_refused", "a command was not one"),
    sometimes<duplicate_appended>("a_duplicate_append_got_a_new_offset",
                                  "a second copy of an append was written too"),
};

}  // namespace

Workload log_compaction() {
  return {find_contract("log-compaction"), &draw_log_compaction, properties};
}

}  // namespace fencepost::properties
