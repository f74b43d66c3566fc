// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/consumer_strategies_audit.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

enum Type : std::uint8_t {
  append_,
  poll_,
  apply_,
  commit_,
  commit_fails_,
  consumer_crash_,
  rebalance_,
  broker_failover_,
  relay_,
  relay_crash_,
  totals_
};

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

}  // namespace

void ConsumerStrategiesAudit::read(const Scenario& scenario, const History& history) {
  *this = {};
  const Parameters& given = scenario.parameters;
  partitions_ = given.get("partitions", 4);
  strategy_ = given.get("strategy", commit_first);
  batch_ = given.get("batch", 2);
  inbox_ = given.get("inbox", 0);
  consumers_ = given.get("consumers", 1);
  window_ = given.get("window", 0);
  has_outbox_ = given.get("sinks", 1) == 2 && given.get("outbox", 0) == 1;
  for (const Event& event : history) {
    Asked asked;
    if (event.message < scenario.steps.size() &&
        parse(scenario.steps[event.message].command, asked)) {
      if (event.kind == Event::Kind::answered && event.outcome.is_done())
        answered(event, asked);
      else if (event.kind == Event::Kind::answered && event.outcome.status == Status::refused)
        refused(event, asked);
      else if ((event.kind == Event::Kind::answered && event.outcome.status == Status::unknown) ||
               (event.kind == Event::Kind::crashed && event.in_message))
        uncertain(asked);
    }
    ++at_;
  }
}

bool ConsumerStrategiesAudit::parse(const Command& command, Asked& asked) const {
  TapeReader fields(command.fields);
  asked.type = command.type;
  switch (command.type) {
    case append_:
      asked.partition = fields.partition(partitions_);
      asked.tenant = fields.text();
      asked.number = fields.value();
      asked.time = fields.time();
      break;
    case poll_:
    case apply_:
    case commit_:
    case commit_fails_:
      asked.consumer = fields.number(0, consumers_ - 1);
      asked.partition = fields.partition(partitions_);
      break;
    case consumer_crash_: asked.consumer = fields.number(0, consumers_ - 1); break;
    case rebalance_:
      asked.partition = fields.partition(partitions_);
      asked.consumer = fields.number(0, consumers_ - 1);
      break;
    case broker_failover_:
      asked.partition = fields.partition(partitions_);
      asked.number = fields.offset();
      break;
    case relay_:
    case relay_crash_:
    case totals_: break;
    default: return false;
  }
  return fields.good();
}

void ConsumerStrategiesAudit::answered(const Event& event, const Asked& asked) {
  TapeReader result(event.outcome.body);
  switch (asked.type) {
    case append_: return appended(asked, result.offset());
    case poll_: return polled(asked, result);
    case apply_: return applied(asked, result);
    case commit_:
    case commit_fails_: return ended(asked, result);
    case consumer_crash_: return crashed(asked);
    case rebalance_: return moved(asked);
    case broker_failover_: return failed_over(asked, result.offset());
    case totals_: return told_totals(result);
    default: return relayed(asked.type == relay_crash_, result);
  }
}

void ConsumerStrategiesAudit::refused(const Event& event, const Asked& asked) {
  if (!event.outcome.is_refused(refusal::unfinished)) return;
  const Hand& held = hand(asked.consumer, asked.partition);
  if (held.full && held.sure && held.at == held.next)
    breaks(Rule::forgotten, "the batch is called unfinished, though its last record, " +
                                place_of(asked.partition, held.next - 1) + ", was applied");
}

/// What the command may have done no answer has told; only what is certain either way stays.
void ConsumerStrategiesAudit::uncertain(const Asked& asked) {
  certain_ = false;
  switch (asked.type) {
    case append_: ++partition(asked.partition).most_end; return;
    case apply_:
      ++let_in_;
      bills_certain_ = false;
      break;
    case commit_: bills_certain_ = false; break;
    case commit_fails_:
    case consumer_crash_:
      consumer_failed_ = true;
      if (strategy_ == transactional) bills_certain_ = false;
      break;
    case rebalance_: any_moved_ = true; break;
    case broker_failover_: any_set_back_ = true; break;
    case relay_:
    case relay_crash_: relay_certain_ = false; return;
    default: break;
  }
  for (Hand& held : hands_) {
    if (asked.type == rebalance_ || asked.type == broker_failover_) break;
    if (held.consumer != asked.consumer) continue;
    if (asked.type != consumer_crash_ && held.partition != asked.partition) continue;
    held.sure = held.moved = false;
    if (asked.type != poll_ && asked.type != apply_) held.in_transaction.clear();
  }
  doubt_records(asked);
}

void ConsumerStrategiesAudit::doubt_records(const Asked& asked) {
  for (std::size_t number = 0; number < log_.size(); ++number) {
    if (asked.type != consumer_crash_ && static_cast<std::int64_t>(number) != asked.partition)
      continue;
    Partition& touched = log_[number];
    if (asked.type != consumer_crash_ && asked.type != rebalance_) touched.exact = false;
    if (asked.type == rebalance_ || asked.type == broker_failover_) touched.disturbed = true;
    if (asked.type == broker_failover_)
      touched.committed = std::min(touched.committed, asked.number);
    for (std::size_t offset = 0; offset < touched.records.size(); ++offset) {
      touched.records[offset].in_doubt = true;
      if (asked.type == broker_failover_ && asked.number <= static_cast<std::int64_t>(offset))
        ++touched.records[offset].set_back;
    }
  }
}

void ConsumerStrategiesAudit::appended(const Asked& asked, std::int64_t offset) {
  Partition& to = partition(asked.partition);
  if (offset < to.least_end || offset > to.most_end)
    return breaks(Rule::not_dense, "the append was given " + place_of(asked.partition, offset) +
                                       "; the next one is " + std::to_string(to.least_end));
  to.least_end = to.most_end = offset + 1;
  to.records.resize(static_cast<std::size_t>(offset) + 1);
  Record& record = to.records.back();
  record.window = window_of(asked.time);
  record.tokens = asked.number;
  record.tenant = asked.tenant;
  record.serial = ++appends_;
  record.known = true;
  if (record.window < 0) mark(Mark::negative_window);
}

void ConsumerStrategiesAudit::polled(const Asked& asked, TapeReader result) {
  Hand& held = hand(asked.consumer, asked.partition);
  bool may_have_taken = false;
  if (result.peek() == Tag::absent) {
    result.raw();
    result.raw();
    check_beginning(held, partition(asked.partition).least_end);
    drop(held);
  } else {
    const std::int64_t first = result.offset();
    const std::int64_t next = result.offset();
    // Of a batch that was taken by an apply only where it was then is known.
    const bool is_the_same = held.full && first <= held.first && held.first < next;
    may_have_taken = !is_the_same || !held.sure;
    if (!is_the_same) {
      check_beginning(held, first);
      take(held, first, next);
    }
    held.first = first;
    held.next = next;
  }
  told_committed(asked.partition, result.offset(), !may_have_taken || strategy_ != commit_first);
}

void ConsumerStrategiesAudit::applied(const Asked& asked, TapeReader result) {
  Hand& held = hand(asked.consumer, asked.partition);
  Partition& from = partition(asked.partition);
  if (result.peek() == Tag::absent) {
    if (!held.full) check_beginning(held, from.least_end);
    return;
  }
  const std::int64_t offset = result.offset();
  if (strategy_ == commit_first && !held.sure) from.exact = false;
  if (!held.full || offset < held.first || offset >= held.next) {
    if (!held.full) check_beginning(held, offset);
    const std::int64_t next = std::min(offset + batch_, from.most_end);
    take(held, offset, next);
    from.exact = from.exact && held.sure && from.least_end == from.most_end;
    if (strategy_ == commit_first && from.exact) from.committed = next;
  } else if (held.sure && offset < held.at) {
    breaks(Rule::forgotten, place_of(asked.partition, offset) +
                                " was applied again in the same batch, though its consumer did "
                                "not crash");
  }
  const bool tells_sink = result.peek() != Tag::absent;
  std::int64_t sink = 1;
  if (tells_sink)
    sink = result.offset();
  else
    result.raw();
  const bool was_applied = result.flag();
  held.half = tells_sink && sink == 1 && was_applied;
  held.at = held.half ? offset : offset + 1;
  if (held.moved) mark(Mark::zombie_applied);
  if (!was_applied) return mark(Mark::ignored);
  if (sink == 2) return;
  if (strategy_ == transactional)
    held.in_transaction.push_back(offset);
  else
    bill(asked.partition, offset);
}

void ConsumerStrategiesAudit::ended(const Asked& asked, TapeReader result) {
  Hand& held = hand(asked.consumer, asked.partition);
  const std::int64_t committed = result.offset();
  const bool fenced = asked.type == commit_ && result.peek() != Tag::absent;
  if (fenced) mark(Mark::fenced_commit);
  if (asked.type == commit_fails_) consumer_failed_ = true;
  const bool fails = fenced || asked.type == commit_fails_;
  if (!held.in_transaction.empty() && fails) mark(Mark::rolled_back);
  const bool commits = held.full && !fails && strategy_ != commit_first;
  if (commits && held.moved)
    breaks(Rule::committed_by_zombie, "consumer " + std::to_string(asked.consumer) +
                                          " committed offset " + std::to_string(committed) +
                                          " of partition " + std::to_string(asked.partition) +
                                          ", which had moved since it took the batch");
  const bool stays = fails || strategy_ == commit_first || (held.sure && !held.full);
  const std::vector<std::int64_t> transaction = std::move(held.in_transaction);
  drop(held);
  if (!fails)
    for (const std::int64_t offset : transaction) bill(asked.partition, offset);
  told_committed(asked.partition, committed, stays);
}

void ConsumerStrategiesAudit::crashed(const Asked& asked) {
  consumer_failed_ = true;
  for (Hand& held : hands_) {
    if (held.consumer != asked.consumer) continue;
    held.sure = true;
    if (!held.full) continue;
    if (held.at > held.first && held.at < held.next) mark(Mark::crash_in_mid_batch);
    if (held.at == held.next) mark(Mark::crash_before_commit);
    if (held.half) mark(Mark::crash_between_two_sinks);
    if (!held.in_transaction.empty()) mark(Mark::rolled_back);
    drop(held);
    look_for_losses(held.partition);
  }
}

void ConsumerStrategiesAudit::moved(const Asked& asked) {
  any_moved_ = true;
  partition(asked.partition).disturbed = true;
  for (Hand& held : hands_) {
    if (held.partition != asked.partition || held.consumer == asked.consumer || !held.full ||
        !held.sure)
      continue;
    mark(Mark::moved_in_mid_batch);
    held.moved = true;
  }
}

void ConsumerStrategiesAudit::failed_over(const Asked& asked, std::int64_t committed) {
  if (strategy_ == transactional) return told_committed(asked.partition, committed, true);
  Partition& from = partition(asked.partition);
  any_set_back_ = true;
  from.disturbed = true;
  if (committed < from.committed) mark(Mark::commit_lost);
  told_committed(asked.partition, committed, false);
  for (std::size_t offset = 0; offset < from.records.size(); ++offset)
    if (committed <= static_cast<std::int64_t>(offset)) ++from.records[offset].set_back;
}

void ConsumerStrategiesAudit::relayed(bool crashes, TapeReader result) {
  const std::int64_t delivered = result.offset();
  const std::int64_t ignored = result.offset();
  if (ignored > 0) mark(Mark::relay_repeated);
  check_waiting(delivered, in_outbox_ - received_, "were delivered to the second sink");
  received_ = in_outbox_;
  if (!crashes) relayed_ = received_;
}

void ConsumerStrategiesAudit::take(Hand& held, std::int64_t first, std::int64_t next) {
  Partition& from = partition(held.partition);
  if (first < from.furthest) mark(Mark::read_again);
  from.furthest = std::max(from.furthest, next);
  held.full = true;
  held.first = held.at = first;
  held.next = next;
  held.half = held.moved = false;
  held.in_transaction.clear();
}

void ConsumerStrategiesAudit::drop(Hand& held) {
  held.full = held.half = held.moved = false;
  held.sure = true;
  held.in_transaction.clear();
}

ConsumerStrategiesAudit::Partition& ConsumerStrategiesAudit::partition(std::int64_t number) {
  const auto place = static_cast<std::size_t>(number);
  if (place >= log_.size()) log_.resize(place + 1);
  return log_[place];
}

ConsumerStrategiesAudit::Hand& ConsumerStrategiesAudit::hand(std::int64_t consumer,
                                                             std::int64_t number) {
  const auto found = std::ranges::find_if(hands_, [&](const Hand& held) {
    return held.consumer == consumer && held.partition == number;
  });
  if (found != hands_.end()) return *found;
  Hand& fresh = hands_.emplace_back();
  fresh.consumer = consumer;
  fresh.partition = number;
  // It is not known to be empty if an open fate may have filled it.
  fresh.sure = certain_;
  return fresh;
}

ConsumerStrategiesAudit::Record* ConsumerStrategiesAudit::find(std::int64_t number,
                                                               std::int64_t offset) {
  std::vector<Record>& records = partition(number).records;
  const auto place = static_cast<std::size_t>(offset);
  return place < records.size() && records[place].known ? &records[place] : nullptr;
}

std::int64_t ConsumerStrategiesAudit::window_of(std::int64_t time) const {
  if (window_ == 0) return 0;
  const std::int64_t into = time % window_;
  return time - into - (into < 0 ? window_ : 0);
}

void ConsumerStrategiesAudit::breaks(Rule rule, std::string sentence) {
  auto& breach = breaches_[static_cast<std::size_t>(rule)];
  if (!breach) breach = Broken{at_, std::move(sentence)};
}

}  // namespace fencepost::properties
