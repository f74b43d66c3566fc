// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/consumer_strategies.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::model {
namespace {

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

template <class Sink>
void tell(const Sink& sink, Tape& result) {
  result.list(static_cast<std::uint32_t>(sink.size()));
  for (const auto& [key, total] : sink)
    result.list(4).number(key.first).text(key.second).number(total.first).number(total.second);
}

void add_line(std::string& text, std::string_view what,
              std::initializer_list<std::int64_t> numbers) {
  text.append(what);
  for (const std::int64_t number : numbers) text.append(" ").append(std::to_string(number));
  text += "\n";
}

template <class Sink>
void print_sink(std::string& text, std::string_view name, const Sink& sink) {
  for (const auto& [key, total] : sink)
    add_line(text, std::string(name) + " " + std::to_string(key.first) + " " + quote(key.second),
             {total.first, total.second});
}

}  // namespace

ConsumerStrategies::ConsumerStrategies(const Parameters& parameters)
    : partitions_(parameters.get("partitions", 4)),
      strategy_(parameters.get("strategy", commit_first)),
      batch_(parameters.get("batch", 2)),
      inbox_size_(parameters.get("inbox", 0)),
      consumers_(parameters.get("consumers", 1)),
      window_(parameters.get("window", 0)) {
  const bool two_sinks = parameters.get("sinks", 1) == 2;
  has_outbox_ = two_sinks && parameters.get("outbox", 0) == 1;
  dual_write_ = two_sinks && !has_outbox_;
}

void ConsumerStrategies::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return append(fields, outcome);
    case 1: return poll(fields, outcome);
    case 2: return apply(fields, outcome);
    case 3: return commit(fields, false, outcome);
    case 4: return commit(fields, true, outcome);
    case 5: return consumer_crash(fields, outcome);
    case 6: return rebalance(fields, outcome);
    case 7: return broker_failover(fields, outcome);
    case 8: return relay(false, outcome);
    case 9: return relay(true, outcome);
    case 10: return totals(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

ConsumerStrategies::Partition& ConsumerStrategies::partition(std::int64_t number) {
  const auto [place, is_new] = log_.try_emplace(number);
  if (is_new) place->second.owner = number % consumers_;
  return place->second;
}

/// Nothing if a bound of the window would not fit.
std::optional<std::int64_t> ConsumerStrategies::window_of(std::int64_t time) const {
  if (window_ == 0) return 0;
  std::int64_t into = time % window_;
  if (into < 0) into += window_;
  if (time < INT64_MIN + into) return std::nullopt;
  const std::int64_t start = time - into;
  if (start > INT64_MAX - window_) return std::nullopt;
  return start;
}

void ConsumerStrategies::append(TapeReader fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partitions_);
  const std::string tenant(fields.text());
  const std::int64_t tokens = fields.value();
  const std::optional<std::int64_t> window = window_of(fields.time());
  if (!fields.good() || !window) return outcome.refuse(refusal::malformed);
  std::vector<Usage>& log = partition(number).log;
  outcome.done().number(static_cast<std::int64_t>(log.size()));
  log.push_back({*window, tenant, tokens});
}

bool ConsumerStrategies::take_batch(Partition& from, std::int64_t consumer) {
  if (from.batches.contains(consumer)) return true;
  if (from.owner != consumer) return false;
  const std::int64_t first = from.committed;
  const std::int64_t next = std::min(first + batch_, static_cast<std::int64_t>(from.log.size()));
  if (first == next) return true;
  from.batches[consumer] = {first, next, first, false, from.generation};
  if (strategy_ == commit_first) from.committed = next;
  return true;
}

void ConsumerStrategies::poll(TapeReader fields, Outcome& outcome) {
  const std::int64_t consumer = fields.number(0, consumers_ - 1);
  const std::int64_t number = fields.partition(partitions_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Partition& from = partition(number);
  if (!take_batch(from, consumer)) return outcome.refuse(refusal::fenced);
  const auto batch = from.batches.find(consumer);
  Tape& result = outcome.done();
  if (batch == from.batches.end())
    result.absent().absent();
  else
    result.number(batch->second.first).number(batch->second.next);
  result.number(from.committed);
}

void ConsumerStrategies::apply(TapeReader fields, Outcome& outcome) {
  const std::int64_t consumer = fields.number(0, consumers_ - 1);
  const std::int64_t number = fields.partition(partitions_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Partition& from = partition(number);
  if (!take_batch(from, consumer)) return outcome.refuse(refusal::fenced);
  Tape& result = outcome.done();
  const auto found = from.batches.find(consumer);
  if (found == from.batches.end() || found->second.at == found->second.next) {
    result.absent().absent().absent();
    return;
  }
  Batch& batch = found->second;
  result.number(batch.at);
  if (dual_write_)
    result.number(batch.half ? 2 : 1);
  else
    result.absent();
  const bool to_second = batch.half;
  bool applied = true;
  if (to_second)
    add(second_, from.log[static_cast<std::size_t>(batch.at)]);
  else
    applied = write(number, batch.at);
  result.flag(applied);
  batch.half = dual_write_ && applied && !to_second;
  if (!batch.half) ++batch.at;
}

bool ConsumerStrategies::write(std::int64_t number, std::int64_t offset) {
  // A transaction is what its batch has applied; the sink sees it when it is committed.
  if (strategy_ == transactional) return true;
  if (strategy_ == commit_after_dedupe) {
    const std::pair id(number, offset);
    if (std::ranges::find(inbox_, id) != inbox_.end()) return false;
    inbox_.push_back(id);
    if (inbox_size_ > 0 && static_cast<std::int64_t>(inbox_.size()) > inbox_size_)
      inbox_.pop_front();
  }
  bill(log_[number].log[static_cast<std::size_t>(offset)]);
  return true;
}

void ConsumerStrategies::bill(const Usage& usage) {
  add(first_, usage);
  if (has_outbox_) outbox_.push_back(usage);
}

void ConsumerStrategies::add(Sink& sink, const Usage& usage) {
  auto& [tokens, events] = sink[{usage.window, usage.tenant}];
  tokens += usage.tokens;
  ++events;
}

void ConsumerStrategies::commit(TapeReader fields, bool fails, Outcome& outcome) {
  const std::int64_t consumer = fields.number(0, consumers_ - 1);
  const std::int64_t number = fields.partition(partitions_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Partition& from = partition(number);
  bool fenced = false;
  if (const auto found = from.batches.find(consumer); found != from.batches.end()) {
    const Batch batch = found->second;
    if (batch.at < batch.next) return outcome.refuse(refusal::unfinished);
    from.batches.erase(found);
    if (strategy_ != commit_first && !fails) {
      fenced = batch.generation != from.generation;
      if (!fenced) from.committed = batch.next;
      if (!fenced && strategy_ == transactional)
        for (std::int64_t offset = batch.first; offset < batch.next; ++offset)
          bill(from.log[static_cast<std::size_t>(offset)]);
    }
  }
  Tape& result = outcome.done().number(from.committed);
  if (fails) return;
  if (fenced)
    result.flag(true);
  else
    result.absent();
}

void ConsumerStrategies::consumer_crash(TapeReader fields, Outcome& outcome) {
  const std::int64_t consumer = fields.number(0, consumers_ - 1);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  for (auto& [number, from] : log_) from.batches.erase(consumer);
  outcome.done();
}

void ConsumerStrategies::rebalance(TapeReader fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partitions_);
  const std::int64_t consumer = fields.number(0, consumers_ - 1);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Partition& moved = partition(number);
  if (moved.owner != consumer) ++moved.generation;
  moved.owner = consumer;
  outcome.done();
}

void ConsumerStrategies::broker_failover(TapeReader fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partitions_);
  const std::int64_t committed = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Partition& from = partition(number);
  if (strategy_ != transactional) {
    if (committed > from.committed) return outcome.refuse(refusal::beyond_end);
    from.committed = committed;
  }
  outcome.done().number(from.committed);
}

void ConsumerStrategies::relay(bool crashes, Outcome& outcome) {
  std::int64_t delivered = 0, ignored = 0;
  for (std::size_t entry = relayed_; entry < outbox_.size(); ++entry) {
    if (entry < received_) {
      ++ignored;
      continue;
    }
    add(second_, outbox_[entry]);
    ++received_;
    ++delivered;
  }
  if (!crashes) relayed_ = outbox_.size();
  outcome.done().number(delivered).number(ignored);
}

void ConsumerStrategies::totals(Outcome& outcome) const {
  Tape& result = outcome.done();
  tell(first_, result);
  tell(second_, result);
  result.number(static_cast<std::int64_t>(outbox_.size() - relayed_));
  const std::size_t place = result.open();
  std::uint32_t items = 0;
  for (const auto& [number, from] : log_) {
    if (from.committed == 0) continue;
    result.list(2).number(number).number(from.committed);
    ++items;
  }
  result.close(place, items);
}

void ConsumerStrategies::print(std::string& text) const {
  for (const auto& [number, from] : log_) {
    const std::string what = "partition " + std::to_string(number);
    for (const Usage& usage : from.log)
      add_line(text, what + " log " + std::to_string(usage.window) + " " + quote(usage.tenant),
               {usage.tokens});
    if (from.committed != 0) add_line(text, what + " committed", {from.committed});
    if (from.owner != number % consumers_ || from.generation != 0)
      add_line(text, what + " owner", {from.owner, from.generation});
    for (const auto& [consumer, batch] : from.batches)
      add_line(text, what + " batch of",
               {consumer, batch.first, batch.next, batch.at, batch.half, batch.generation});
  }
  print_sink(text, "first", first_);
  print_sink(text, "second", second_);
  // Of all ids the order says nothing; of a bounded number it says which are forgotten first.
  std::deque<std::pair<std::int64_t, std::int64_t>> ids = inbox_;
  if (inbox_size_ == 0) std::ranges::sort(ids);
  for (const auto& [number, offset] : ids) add_line(text, "inbox", {number, offset});
  for (std::size_t entry = std::min(relayed_, received_); entry < outbox_.size(); ++entry)
    add_line(text, "outbox " + quote(outbox_[entry].tenant),
             {outbox_[entry].window, outbox_[entry].tokens});
  if (has_outbox_)
    add_line(text, "relayed",
             {static_cast<std::int64_t>(relayed_), static_cast<std::int64_t>(received_)});
}

std::unique_ptr<Model> ConsumerStrategies::clone() const {
  return std::make_unique<ConsumerStrategies>(*this);
}

}  // namespace fencepost::model
