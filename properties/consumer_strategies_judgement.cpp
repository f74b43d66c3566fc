// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/consumer_strategies_audit.hpp"

namespace fencepost::properties {
namespace {

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

std::string times(std::uint32_t count) {
  return count == 2 ? "twice" : std::to_string(count) + " times";
}

}  // namespace

std::string ConsumerStrategiesAudit::place_of(std::int64_t partition, std::int64_t offset) {
  return "offset " + std::to_string(offset) + " of partition " + std::to_string(partition);
}

void ConsumerStrategiesAudit::bill(std::int64_t number, std::int64_t offset) {
  Record* const record = find(number, offset);
  ++in_outbox_;
  if (record == nullptr) {
    bills_certain_ = false;
    ++let_in_;
    return;
  }
  const std::string what = place_of(number, offset);
  if (record->billed++ > 0)
    check_repeat(*record, what);
  else if (!record->in_doubt)
    check_order(number, *record, what);
  record->let_in = ++let_in_;
}

void ConsumerStrategiesAudit::check_repeat(const Record& record, const std::string& what) {
  const std::string sentence = what + " was billed " + times(record.billed);
  breaks(Rule::repeated, sentence);
  if (record.billed > 1 + record.set_back)
    breaks(Rule::repeated_beyond_failovers,
           sentence + (record.set_back == 0 ? "" : ", more often than the broker lost its commit"));
  const std::uint64_t since = let_in_ - record.let_in;
  if (since < static_cast<std::uint64_t>(inbox_))
    breaks(Rule::repeated_within_inbox, sentence + ", though only " + std::to_string(since) +
                                            " ids had been let in since and the inbox keeps " +
                                            std::to_string(inbox_));
  else if (inbox_ > 0 && strategy_ == commit_after_dedupe)
    mark(Mark::repeated_beyond_inbox);
  if (consumer_failed_) return;
  if (any_moved_ && !any_set_back_)
    breaks(Rule::repeated_by_rebalance, sentence + ", though no consumer crashed");
  if (any_set_back_ && !any_moved_)
    breaks(Rule::repeated_by_failover, sentence + ", though no consumer crashed");
}

void ConsumerStrategiesAudit::check_order(std::int64_t number, const Record& record,
                                          const std::string& what) {
  for (std::size_t other = 0; other < log_.size(); ++other)
    for (std::size_t offset = 0; offset < log_[other].records.size(); ++offset) {
      const Record& earlier = log_[other].records[offset];
      if (!earlier.known || earlier.billed == 0 || earlier.serial <= record.serial ||
          earlier.tenant != record.tenant)
        continue;
      const std::string sentence =
          what + " was billed after " +
          place_of(static_cast<std::int64_t>(other), static_cast<std::int64_t>(offset)) +
          ", a later event of " + quote(record.tenant);
      breaks(Rule::disordered_over_partitions, sentence);
      if (static_cast<std::int64_t>(other) != number) continue;
      breaks(Rule::disordered, sentence);
      if (!log_[other].disturbed) breaks(Rule::disordered_while_undisturbed, sentence);
    }
}

void ConsumerStrategiesAudit::look_for_losses(std::int64_t number) {
  const Partition& from = partition(number);
  const std::int64_t end = std::min(from.committed, static_cast<std::int64_t>(from.records.size()));
  for (std::int64_t offset = 0; offset < end; ++offset) {
    const Record& record = from.records[static_cast<std::size_t>(offset)];
    if (!record.known || record.billed > 0 || record.in_doubt) continue;
    const bool is_held = std::ranges::any_of(hands_, [&](const Hand& held) {
      return held.full && held.partition == number && held.first <= offset && offset < held.next;
    });
    if (!is_held)
      return breaks(Rule::lost, place_of(number, offset) +
                                    " was never billed; it is committed and in nobody's hand");
  }
}

ConsumerStrategiesAudit::Totals ConsumerStrategiesAudit::read_totals(TapeReader& result) const {
  Totals totals;
  for (std::uint32_t left = result.list(); left > 0 && result.good(); --left) {
    result.list();
    const std::int64_t window = result.time();
    const std::string_view tenant = result.text();
    const std::int64_t tokens = result.time();
    totals[{window, tenant}] = {tokens, result.offset()};
  }
  return totals;
}

void ConsumerStrategiesAudit::told_totals(TapeReader result) {
  const Totals first = read_totals(result);
  const Totals second = read_totals(result);
  const std::int64_t waiting = result.offset();
  std::map<std::int64_t, std::int64_t> committed;
  for (std::uint32_t left = result.list(); left > 0 && result.good(); --left) {
    result.list();
    const std::int64_t number = result.partition(partitions_);
    committed[number] = result.offset();
    partition(number);
  }
  for (std::size_t place = 0; place < log_.size(); ++place) {
    const auto number = static_cast<std::int64_t>(place);
    told_committed(number, committed[number], true);
  }
  check_totals(first);
  check_waiting(waiting, in_outbox_ - relayed_, "wait in the outbox");
  check_sinks(first, second, waiting);
}

/// Where a batch begins that is taken into an empty hand, or could have.
void ConsumerStrategiesAudit::check_beginning(const Hand& held, std::int64_t first) {
  const Partition& from = partition(held.partition);
  if (held.full || !held.sure || !from.exact || first == from.committed) return;
  if (first == from.least_end && from.committed > from.least_end) return;
  breaks(Rule::moved_by_itself, "a batch of partition " + std::to_string(held.partition) +
                                    " begins at offset " + std::to_string(first) + "; offset " +
                                    std::to_string(from.committed) + " was committed");
}

void ConsumerStrategiesAudit::told_committed(std::int64_t number, std::int64_t committed,
                                             bool stays) {
  Partition& of = partition(number);
  if (stays && of.exact && committed != of.committed)
    breaks(Rule::moved_by_itself, "partition " + std::to_string(number) +
                                      " is committed up to offset " + std::to_string(committed) +
                                      "; it was up to " + std::to_string(of.committed) +
                                      " and nothing was committed since");
  of.committed = committed;
  of.exact = true;
  look_for_losses(number);
}

void ConsumerStrategiesAudit::check_waiting(std::int64_t told, std::int64_t right,
                                            std::string_view what) {
  if (!has_outbox_ || !bills_certain_ || !relay_certain_ || told == right) return;
  breaks(Rule::totals_differ, std::to_string(told) + " effects " + std::string(what) + "; " +
                                  std::to_string(right) + " were billed and are not there");
}

void ConsumerStrategiesAudit::check_totals(const Totals& told) {
  if (!bills_certain_) return;
  Totals right;
  for (const Partition& from : log_)
    for (const Record& record : from.records) {
      if (record.billed == 0) continue;
      auto& [tokens, events] = right[{record.window, record.tenant}];
      tokens += record.tokens * record.billed;
      events += record.billed;
    }
  if (told == right) return;
  for (const auto& [key, total] : told)
    if (const auto found = right.find(key); found == right.end() || found->second != total)
      return breaks(Rule::totals_differ,
                    quote(key.second) + " stands at " + std::to_string(total.first) +
                        " tokens of " + std::to_string(total.second) + " events" +
                        (window_ > 0 ? " in window " + std::to_string(key.first) : "") +
                        "; that is not what was applied and committed");
  breaks(Rule::totals_differ, "what was billed is missing from the totals");
}

void ConsumerStrategiesAudit::check_sinks(const Totals& first, const Totals& second,
                                          std::int64_t waiting) {
  if (first == second || waiting > 0) return;
  if (!has_outbox_) {
    const bool caught_up = std::ranges::all_of(
        log_, [](const Partition& from) { return from.committed == from.most_end; });
    const bool idle = std::ranges::none_of(hands_, [](const Hand& held) { return held.full; });
    if (!certain_ || !caught_up || !idle) return;
  }
  std::int64_t in_first = 0, in_second = 0;
  for (const auto& [key, total] : first) in_first += total.second;
  for (const auto& [key, total] : second) in_second += total.second;
  breaks(Rule::sinks_disagree, "the first sink has billed " + std::to_string(in_first) +
                                   " events, the second " + std::to_string(in_second) +
                                   ", and nothing is under way");
}

}  // namespace fencepost::properties
