// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/contract.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"

namespace fencepost {
namespace {

constexpr Field partition{"partition", Kind::partition};
constexpr Field offset{"offset", Kind::offset};
constexpr Field sequence{"sequence", Kind::sequence};
constexpr Field epoch{"epoch", Kind::epoch};
constexpr Field producer{"producer", Kind::name};
constexpr Field value_{"value", Kind::value};
constexpr Field key{"key", Kind::name};
constexpr Field time_{"time", Kind::time};
constexpr Field payload{"value", Kind::payload};
constexpr Field member{"member", Kind::owner};

constexpr Parameter partitions{"partitions", 1, 1 << 20, "partitions are 0 .. partitions-1", 4,
                               false};
constexpr Parameter allowed_lateness{
    "allowed_lateness", 0, INT64_MAX, "the watermark stays this many milliseconds behind", 0, true};

// ── 1 offset-commit
constexpr Parameter one_partition_count[] = {partitions};
constexpr Field processed_fields[] = {partition, offset};
constexpr Field committed_fields[] = {partition};
constexpr Field committed_result[] = {{"committed", Kind::last_offset}};
constexpr CommandContract offset_commit[] = {
    {"processed", "the consumer has processed the record at this offset", processed_fields,
     committed_result},
    {"committed", "asks up to where everything has been processed", committed_fields,
     committed_result},
};

// ── 2 group-assign
constexpr Field one_member[] = {{"member", Kind::name}};
constexpr Field one_partition[] = {partition};
constexpr Field ownership[] = {partition, member};
constexpr Field assign_fields[] = {{"members", Kind::list, one_member},
                                   {"partitions", Kind::list, one_partition}};
constexpr Field assign_result[] = {{"owners", Kind::tuples, ownership}};
constexpr CommandContract group_assign[] = {
    {"assign", "spreads the partitions over the members, round robin over the sorted lists",
     assign_fields, assign_result},
};

// ── 3 rebalance-plan
constexpr Field plan_fields[] = {{"before", Kind::tuples, ownership},
                                 {"after", Kind::tuples, ownership}};
constexpr Field move_parts[] = {partition, {"from", Kind::owner}, {"to", Kind::owner}};
constexpr Field plan_result[] = {{"moves", Kind::tuples, move_parts}};
constexpr CommandContract rebalance_plan[] = {
    {"plan", "lists the partitions whose owner differs between two assignments", plan_fields,
     plan_result},
};

// ── 4 stream-metrics
constexpr Parameter metrics_parameters[] = {partitions, allowed_lateness};
constexpr Field append_fields[] = {partition, {"event_time", Kind::time}};
constexpr Field offset_result[] = {offset};
constexpr Field commit_fields[] = {partition, {"next", Kind::offset}};
constexpr Field next_result[] = {{"committed", Kind::offset}};
constexpr Field partition_metrics[] = {partition,
                                       {"end", Kind::offset},
                                       {"committed", Kind::offset},
                                       {"lag", Kind::count},
                                       {"watermark", Kind::watermark},
                                       {"idle", Kind::flag}};
constexpr Field metrics_result[] = {{"partitions", Kind::objects, partition_metrics},
                                    {"total_lag", Kind::count},
                                    {"max_lag", Kind::count},
                                    {"watermark", Kind::watermark}};
constexpr CommandContract stream_metrics[] = {
    {"append", "a record with this event time is written to the partition", append_fields,
     offset_result},
    {"commit", "the consumer's next offset; it never goes back", commit_fields, next_result},
    {"idle", "the input declares itself idle until its next append", one_partition, {}},
    {"metrics", "lag and watermarks of all partitions", {}, metrics_result},
};
constexpr std::string_view beyond_end[] = {refusal::beyond_end};

// ── 5 windowed-aggregation
constexpr Parameter window_parameters[] = {
    {"size", 1, INT64_MAX, "length of a window in milliseconds", 0, true}, allowed_lateness};
constexpr Field event_fields[] = {key, time_, value_};
constexpr Field window_parts[] = {
    {"start", Kind::time}, {"end", Kind::time}, key, {"sum", Kind::sum}, {"count", Kind::count}};
constexpr Field emitted_field{"emitted", Kind::tuples, window_parts};
constexpr Field event_result[] = {
    {"late", Kind::flag}, {"watermark", Kind::watermark}, emitted_field};
constexpr Field close_result[] = {emitted_field};
constexpr Field late_result[] = {{"late", Kind::tuples, event_fields}};
constexpr CommandContract windowed_aggregation[] = {
    {"event", "an event to be counted in the window of its time, or late", event_fields,
     event_result},
    {"close", "the input ends: every open window is emitted", {}, close_result},
    {"late", "the events that came too late, in arrival order", {}, late_result},
};

// ── 6 idempotent-producer
constexpr Field produce_fields[] = {producer, epoch, partition, sequence, value_};
constexpr Field produce_result[] = {{"offset", Kind::offset, {}, true},
                                    {"duplicate", Kind::flag, {}, true}};
constexpr Field one_value[] = {value_};
constexpr Field values_result[] = {{"values", Kind::list, one_value}};
constexpr CommandContract idempotent_producer[] = {
    {"produce", "appends the value once, in sequence, unless the producer is fenced",
     produce_fields, produce_result},
    {"read", "the values of a partition in offset order", one_partition, values_result},
};
constexpr std::string_view producer_refusals[] = {refusal::fenced, refusal::out_of_order};

// ── 7 log-compaction
constexpr Parameter compaction_parameters[] = {
    {"tombstone_retention", 0, INT64_MAX,
     "offsets a tombstone outlives its first compaction; for ever if absent", Parameter::none,
     false}};
constexpr Field log_append_fields[] = {key, payload};
constexpr Field compact_fields[] = {{"upto", Kind::offset}};
constexpr Field kept_result[] = {{"kept", Kind::count}};
constexpr Field read_fields[] = {{"from", Kind::offset}};
constexpr Field record_parts[] = {offset, key, payload};
constexpr Field records_result[] = {{"records", Kind::tuples, record_parts}};
constexpr Field state_parts[] = {key, payload};
constexpr Field state_result[] = {{"state", Kind::tuples, state_parts}};
constexpr CommandContract log_compaction[] = {
    {"append", "writes a record; null as its value is a tombstone", log_append_fields,
     offset_result},
    {"compact", "below `upto`, keeps the records that are the last of their key", compact_fields,
     kept_result},
    {"read", "the records from an offset on", read_fields, records_result},
    {"state", "the latest value of every key that has one", {}, state_result},
};

// ── 8 exactly-once-stream
constexpr Field session[] = {producer, epoch};
constexpr Field send_fields[] = {producer, epoch, partition, sequence, value_};
constexpr Field offsets_fields[] = {producer, epoch, partition, offset};
constexpr Field appended_parts[] = {partition, offset, value_};
constexpr Field committed_parts[] = {partition, offset};
constexpr Field committed_offsets{"committed", Kind::tuples, committed_parts};
constexpr Field commit_result[] = {{"appended", Kind::tuples, appended_parts}, committed_offsets};
constexpr Field log_parts[] = {partition, {"values", Kind::list, one_value}};
constexpr Field output_result[] = {{"logs", Kind::tuples, log_parts}, committed_offsets};
constexpr CommandContract exactly_once_stream[] = {
    {"begin", "starts a transaction with an empty buffer", session, {}},
    {"send", "buffers a record in the open transaction", send_fields, {}},
    {"offsets", "buffers a consumed offset in the open transaction", offsets_fields, {}},
    {"commit", "applies the transaction, all or nothing", session, commit_result},
    {"abort", "drops the transaction", session, {}},
    {"output", "the committed logs and offsets", {}, output_result},
};
constexpr std::string_view transaction_refusals[] = {refusal::fenced, refusal::no_transaction};

// ── 9 state-rebuild
constexpr Parameter rebuild_parameters[] = {
    compaction_parameters[0],
    {"increment", 0, 1,
     "1: values are integers and are added to the key's state, instead of replacing it", 0, false}};
constexpr Field truncate_fields[] = {offset};
constexpr Field start_result[] = {{"start", Kind::offset}};
constexpr Field snapshot_result[] = {{"id", Kind::offset}, {"next", Kind::offset}};
constexpr Field rebuild_fields[] = {{"snapshot", Kind::snapshot}};
constexpr Field latest_parts[] = {key, {"value", Kind::latest}};
constexpr Field latest_field{"state", Kind::tuples, latest_parts};
constexpr Field latest_result[] = {latest_field};
constexpr Field rebuild_result[] = {latest_field, {"replayed_from", Kind::offset}};
constexpr CommandContract state_rebuild[] = {
    {"append", "writes a record and applies it to the state; null as its value deletes the key",
     log_append_fields, offset_result},
    {"compact", "below `upto`, keeps the records that are the last of their key", compact_fields,
     kept_result},
    {"truncate_before", "retention: the log begins at this offset, or later if it did before",
     truncate_fields, start_result},
    {"snapshot", "stores the state, which holds every record below `next`", {}, snapshot_result},
    {"lose_node", "the state is gone until a rebuild is done; log and snapshots stay", {}, {}},
    {"rebuild", "replays what follows the snapshot into it, or the whole log into nothing",
     rebuild_fields, rebuild_result},
    {"state", "the value of every key that has one", {}, latest_result},
};
constexpr std::string_view rebuild_refusals[] = {
    refusal::beyond_end, refusal::no_state, refusal::no_such_snapshot,
    refusal::not_a_replacement_log, refusal::suffix_lost};
// ── 10 dead-letter
constexpr Parameter dead_letter_parameters[] = {
    partitions,
    {"max_attempts", 1, 1000, "a record that failed this often becomes a dead letter", 0, true}};
constexpr Field arrive_fields[] = {partition, key, value_, {"failures", Kind::failures}};
constexpr Field work_result[] = {{"offset", Kind::offset, {}, true},
                                 {"attempt", Kind::count, {}, true},
                                 {"result", Kind::name, {}, true}};
constexpr Field progress_result[] = {
    {"committed", Kind::offset}, {"end", Kind::offset}, {"complete", Kind::flag}};
constexpr Field letter_parts[] = {{"id", Kind::count},
                                  partition,
                                  offset,
                                  key,
                                  value_,
                                  {"reason", Kind::name},
                                  {"attempts", Kind::count},
                                  {"replayed", Kind::flag}};
constexpr Field letters_result[] = {{"letters", Kind::objects, letter_parts}};
constexpr Field replay_fields[] = {{"id", Kind::count}};
constexpr Field replay_result[] = {{"processed", Kind::flag}, {"attempts", Kind::count}};
constexpr Field result_parts[] = {partition, offset, key, value_};
constexpr Field results_result[] = {{"results", Kind::tuples, result_parts},
                                    {"complete", Kind::flag}};
constexpr CommandContract dead_letter[] = {
    {"arrive", "writes a record that fails `failures` times before it succeeds, always if null",
     arrive_fields, offset_result},
    {"work",
     "tries the first unhandled record once: `processed`, `failed` or `dead_lettered`; nothing is "
     "said if none waits",
     one_partition, work_result},
    {"progress", "the next offset to handle; complete if nothing waits and no dead letter is open",
     one_partition, progress_result},
    {"letters",
     "the dead letters in hand-off order; the reason is `failed N times`, N the attempts made "
     "before the hand-off",
     {},
     letters_result},
    {"replay", "one more attempt at the record of a dead letter; `attempts` counts it",
     replay_fields, replay_result},
    {"results",
     "what was processed or replayed, by partition and offset; complete if every partition is",
     {},
     results_result},
};
constexpr std::string_view letter_refusals[] = {refusal::already_replayed, refusal::no_such_letter};

// ── 11 consumer-strategies
constexpr Parameter strategy_parameters[] = {
    partitions,
    {"strategy", 0, 3,
     "where the offset is committed: 0 commit-first, 1 commit-after, 2 commit-after+dedupe, 3 "
     "transactional",
     0, true},
    {"batch", 1, 1000, "records that a consumer takes at a time", 2, false},
    {"inbox", 0, 1 << 20,
     "ids that commit-after+dedupe keeps, the oldest are forgotten; 0 for all of them", 0, false},
    {"consumers", 1, 8,
     "consumers are 0 .. consumers-1; partition p begins with consumer p mod consumers", 1, false},
    {"window", 0, INT64_MAX,
     "length of the sink's event-time windows in milliseconds; 0 for plain totals", 0, false},
    {"sinks", 1, 2, "sinks that every effect must reach", 1, false},
    {"outbox", 0, 1,
     "1: effects for the second sink are written with those of the first and relayed", 0, false}};
constexpr Field consumer{"consumer", Kind::count};
constexpr Field usage_fields[] = {
    partition, {"tenant", Kind::name}, {"tokens", Kind::value}, time_};
constexpr Field consumer_fields[] = {consumer};
constexpr Field batch_fields[] = {consumer, partition};
constexpr Field rebalance_fields[] = {partition, consumer};
constexpr Field failover_fields[] = {partition, {"committed", Kind::offset}};
constexpr Field poll_result[] = {{"first", Kind::offset, {}, true},
                                 {"next", Kind::offset, {}, true},
                                 {"committed", Kind::offset}};
constexpr Field apply_result[] = {{"offset", Kind::offset, {}, true},
                                  {"sink", Kind::count, {}, true},
                                  {"applied", Kind::flag, {}, true}};
constexpr Field batch_end_result[] = {{"committed", Kind::offset},
                                      {"fenced", Kind::flag, {}, true}};
constexpr Field relay_result[] = {{"delivered", Kind::count}, {"ignored", Kind::count}};
constexpr Field total_parts[] = {
    {"window", Kind::time}, {"tenant", Kind::name}, {"tokens", Kind::sum}, {"events", Kind::count}};
constexpr Field strategy_offsets[] = {partition, {"committed", Kind::offset}};
constexpr Field totals_result[] = {{"totals", Kind::tuples, total_parts},
                                   {"second", Kind::tuples, total_parts},
                                   {"waiting", Kind::count},
                                   {"committed", Kind::tuples, strategy_offsets}};
constexpr CommandContract consumer_strategies[] = {
    {"append", "a usage event is written to the log", usage_fields, offset_result},
    {"poll", "the consumer takes a batch from the committed offset on, if it has none in hand",
     batch_fields, poll_result},
    {"apply", "the consumer makes the next write of its batch, taking one if it has none",
     batch_fields, apply_result},
    {"commit", "the consumer ends its batch and commits as its strategy says", batch_fields,
     batch_end_result},
    {"commit_fails", "the consumer ends its batch, and what it would have committed fails",
     batch_fields, next_result},
    {"consumer_crash",
     "batches in hand and open transactions of the consumer are gone",
     consumer_fields,
     {}},
    {"rebalance",
     "the partition moves to another consumer; a batch in hand stays where it is",
     rebalance_fields,
     {}},
    {"broker_failover", "the broker has lost its newest commits and answers with an older offset",
     failover_fields, next_result},
    {"relay", "what waits in the outbox is delivered to the second sink", {}, relay_result},
    {"relay_crash",
     "the same, but the relay crashes before it remembers how far it came",
     {},
     relay_result},
    {"totals", "what the sinks have billed, and the offsets as committed", {}, totals_result},
};
constexpr std::string_view strategy_refusals[] = {refusal::fenced, refusal::unfinished,
                                                  refusal::beyond_end};

constexpr Contract all[] = {
    {"offset-commit", 1, "commit only contiguous offsets", one_partition_count, offset_commit, {}},
    {"group-assign",
     2,
     "deterministic assignment of partitions to members",
     {},
     group_assign,
     {},
     true},
    {"rebalance-plan", 3, "the moves between two assignments", {}, rebalance_plan, {}, true},
    {"stream-metrics", 4, "lag and the global watermark", metrics_parameters, stream_metrics,
     beyond_end},
    {"windowed-aggregation",
     5,
     "tumbling sums behind a watermark",
     window_parameters,
     windowed_aggregation,
     {}},
    {"idempotent-producer", 6, "sequence gating and fencing", one_partition_count,
     idempotent_producer, producer_refusals},
    {"log-compaction", 7, "the latest record per key", compaction_parameters, log_compaction,
     beyond_end},
    {"exactly-once-stream", 8, "fencing, transactions and idempotence together",
     one_partition_count, exactly_once_stream, transaction_refusals},
    {"state-rebuild", 9, "snapshot and suffix", rebuild_parameters, state_rebuild,
     rebuild_refusals},
    {"dead-letter", 10, "poison records never block and never vanish", dead_letter_parameters,
     dead_letter, letter_refusals},
    {"consumer-strategies", 11, "where the offset is committed decides the guarantee",
     strategy_parameters, consumer_strategies, strategy_refusals},
};

}  // namespace

std::span<const Contract> contracts() { return all; }

const Contract* find_contract(std::string_view name) {
  for (const std::span<const Contract> known : {contracts(), cluster_contracts()}) {
    const auto found = std::ranges::find(known, name, &Contract::name);
    if (found != known.end()) return &*found;
  }
  return nullptr;
}

std::uint8_t find_command(const Contract& contract, std::string_view name) {
  const auto found = std::ranges::find(contract.commands, name, &CommandContract::name);
  if (found == contract.commands.end()) return Command::unknown_type;
  return static_cast<std::uint8_t>(found - contract.commands.begin());
}

std::int64_t Parameters::get(std::string_view name, std::int64_t otherwise) const {
  for (const auto& [given, value] : values)
    if (given == name) return value;
  return otherwise;
}

void Parameters::set(std::string_view name, std::int64_t value) {
  for (auto& [given, old] : values)
    if (given == name) {
      old = value;
      return;
    }
  values.emplace_back(name, value);
}

}  // namespace fencepost
