// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/consumer_strategies.hpp"

#include <algorithm>

#include "fencepost/properties/consumer_strategies_audit.hpp"
#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

using Audit = ConsumerStrategiesAudit;
using Rule = Audit::Rule;
using Mark = Audit::Mark;

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

const Audit& audit(const Scenario& scenario, const History& history) {
  return read_once<Audit>(scenario, history);
}

std::int64_t strategy_of(const Scenario& scenario) {
  return scenario.parameters.get("strategy", commit_first);
}

bool has_bounded_inbox(const Scenario& scenario) {
  return strategy_of(scenario) == commit_after_dedupe && scenario.parameters.get("inbox", 0) > 0;
}

template <Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return audit(scenario, history).breach(rule);
}

/// The earlier of two breaches.
std::optional<Broken> earlier(const std::optional<Broken>& a, const std::optional<Broken>& b) {
  return !a || (b && b->event < a->event) ? b : a;
}

std::optional<Broken> bills_twice(const Scenario& scenario, const History& history) {
  if (strategy_of(scenario) != commit_first) return std::nullopt;
  return audit(scenario, history).breach(Rule::repeated_beyond_failovers);
}

std::optional<Broken> loses(const Scenario& scenario, const History& history) {
  if (strategy_of(scenario) != commit_after) return std::nullopt;
  return audit(scenario, history).breach(Rule::lost);
}

std::optional<Broken> bills_otherwise(const Scenario& scenario, const History& history) {
  if (strategy_of(scenario) < commit_after_dedupe || has_bounded_inbox(scenario))
    return std::nullopt;
  const Audit& book = audit(scenario, history);
  return earlier(book.breach(Rule::repeated), book.breach(Rule::lost));
}

std::optional<Broken> bills_otherwise_within_the_inbox(const Scenario& scenario,
                                                       const History& history) {
  if (!has_bounded_inbox(scenario)) return std::nullopt;
  const Audit& book = audit(scenario, history);
  return earlier(book.breach(Rule::repeated_within_inbox), book.breach(Rule::lost));
}

std::optional<Broken> loses_order(const Scenario& scenario, const History& history) {
  return audit(scenario, history)
      .breach(strategy_of(scenario) == commit_first ? Rule::disordered_while_undisturbed
                                                    : Rule::disordered);
}

std::optional<Broken> sinks_disagree(const Scenario& scenario, const History& history) {
  const Parameters& given = scenario.parameters;
  if (given.get("sinks", 1) != 2 || given.get("outbox", 0) != 1) return std::nullopt;
  return audit(scenario, history).breach(Rule::sinks_disagree);
}

template <Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return audit(scenario, history).reached(mark);
}

template <std::int64_t strategy, Rule rule>
bool paid_its_price(const Scenario& scenario, const History& history) {
  return strategy_of(scenario) == strategy && audit(scenario, history).breach(rule).has_value();
}

bool two_sinks_disagreed(const Scenario& scenario, const History& history) {
  return audit(scenario, history).breach(Rule::sinks_disagree).has_value();
}

template <class Predicate>
bool any(const History& history, Predicate predicate) {
  return std::any_of(history.begin(), history.end(), predicate);
}

bool is_refused(const Event& event, std::string_view code) {
  return event.kind == Event::Kind::answered && event.outcome.is_refused(code);
}

bool a_stranger_was_turned_away(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return is_refused(event, refusal::fenced); });
}

bool a_malformed_command_was_refused(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return is_refused(event, refusal::malformed); });
}

bool a_torn_record_was_cut_off(const Scenario&, const History& history) {
  return any(history, [](const Event& event) {
    return event.kind == Event::Kind::crashed && event.torn_bytes > 0;
  });
}

bool damage_was_reported(const Scenario&, const History& history) {
  return any(history, [](const Event& event) { return event.kind == Event::Kind::damage_found; });
}

constexpr Property mark(std::string_view name, std::string_view sentence,
                        bool (*reached)(const Scenario&, const History&), bool needs_disk = false) {
  return {name, Mode::sometimes, sentence, nullptr, reached, needs_disk};
}

constexpr Property properties[] = {
    {"acknowledged_effects_survive", Mode::always,
     "a batch goes back only where its consumer crashed", check<Rule::forgotten>},
    {"a_zombie_commits_nothing", Mode::always,
     "a batch is not committed if its partition has moved since it was taken",
     check<Rule::committed_by_zombie>},
    {"an_offset_moves_by_its_commit_alone", Mode::always,
     "the committed offset stays where it is until a batch is committed or the broker fails over, "
     "and the next batch begins there",
     check<Rule::moved_by_itself>},
    {"never_bills_twice", Mode::always,
     "commit-first bills an event once, and again only where the broker had lost its commit",
     bills_twice},
    {"never_loses", Mode::always,
     "commit-after: an event whose offset is committed was billed or is in hand", loses},
    {"bills_exactly_once", Mode::always,
     "with an unbounded inbox, or results and offset in one transaction, every event is billed "
     "once",
     bills_otherwise},
    {"bills_exactly_once_within_the_inbox", Mode::always,
     "a bounded inbox lets an event through again only after as many others as it keeps",
     bills_otherwise_within_the_inbox},
    {"tenant_order_is_kept", Mode::always,
     "a tenant's events of one partition are first billed in their order; with commit-first only "
     "where the partition was neither moved nor set back",
     loses_order},
    {"both_sinks_agree", Mode::always,
     "with an outbox the sinks have the same totals whenever nothing waits in it", sinks_disagree},
    {"totals_are_what_was_billed", Mode::always,
     "the totals are the sums of what was told to be applied and committed",
     check<Rule::totals_differ>},
    {"offsets_are_dense", Mode::always, "every append gets the next offset of its partition",
     check<Rule::not_dense>},
    mark("commit_first_lost_an_event", "an event was committed and never billed",
         paid_its_price<commit_first, Rule::lost>),
    mark("commit_first_repeated_after_a_failover",
         "an event was billed again because the broker had lost its commit",
         paid_its_price<commit_first, Rule::repeated_by_failover>),
    mark("commit_after_billed_twice", "an event was billed again after a crash or a rebalance",
         paid_its_price<commit_after, Rule::repeated>),
    mark("a_replay_reached_beyond_the_inbox", "a bounded inbox had forgotten an event",
         reached<Mark::repeated_beyond_inbox>),
    mark("two_sinks_disagreed", "without an outbox the sinks differed when nothing was under way",
         two_sinks_disagreed),
    mark("a_consumer_crashed_in_mid_batch", "between two records of a batch",
         reached<Mark::crash_in_mid_batch>),
    mark("a_consumer_crashed_before_its_commit",
         "between the last record of a batch and its commit", reached<Mark::crash_before_commit>),
    mark("a_consumer_crashed_between_two_sinks", "an effect had reached the first sink only",
         reached<Mark::crash_between_two_sinks>),
    mark("records_were_read_again", "a batch began before the end of an earlier one",
         reached<Mark::read_again>),
    mark("a_duplicate_was_ignored", "the inbox knew an event", reached<Mark::ignored>),
    mark("a_partition_moved_in_mid_batch", "another consumer had a batch of it in hand",
         reached<Mark::moved_in_mid_batch>),
    mark("a_zombie_applied_a_record", "the partition was no longer the consumer's",
         reached<Mark::zombie_applied>),
    mark("a_commit_was_fenced", "the partition had moved since the batch was taken",
         reached<Mark::fenced_commit>),
    mark("a_stranger_was_turned_away", "a consumer asked for records of another's partition",
         a_stranger_was_turned_away),
    mark("a_transaction_was_rolled_back", "its results and its offset were gone",
         reached<Mark::rolled_back>),
    mark("the_broker_lost_a_commit", "a failover set a committed offset back",
         reached<Mark::commit_lost>),
    mark("the_relay_repeated_itself", "the second sink ignored what it had already",
         reached<Mark::relay_repeated>),
    mark("a_window_lay_before_zero", "an event had a negative time",
         reached<Mark::negative_window>),
    mark("a_torn_record_was_cut_off", "a crash left a part of a write", a_torn_record_was_cut_off,
         true),
    mark("damage_was_reported", "a stored bit was flipped and the next start said so",
         damage_was_reported, true),
    mark("a_malformed_command_was_refused", "a command was not one of the contract",
         a_malformed_command_was_refused),
};

}  // namespace

Workload consumer_strategies() {
  return {find_contract("consumer-strategies"), draw_consumer_strategies, properties};
}

}  // namespace fencepost::properties
