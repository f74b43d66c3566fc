// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/exactly_once_stream_audit.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties {
namespace {

enum Type : std::uint8_t { begin_, send_, offsets_, commit_, abort_, output_ };

std::string number(std::int64_t value) { return std::to_string(value); }

}  // namespace

std::string ExactlyOnceStreamAudit::name_of(std::string_view producer, std::int64_t epoch) {
  return quote(producer) + ", epoch " + number(epoch) + ",";
}

void ExactlyOnceStreamAudit::read(const Scenario& scenario, const History& history) {
  *this = {};
  partitions_ = scenario.parameters.get("partitions", 4);
  first_delivery_.resize(scenario.steps.size());
  for (const Event& event : history) {
    see(scenario, event);
    ++at_;
  }
}

void ExactlyOnceStreamAudit::breaks(Rule rule, std::string sentence) {
  std::optional<Broken>& breach = breaches_[static_cast<std::size_t>(rule)];
  if (!breach) breach = Broken{at_, std::move(sentence)};
}

void ExactlyOnceStreamAudit::see(const Scenario& scenario, const Event& event) {
  const bool is_answer = event.kind == Event::Kind::answered;
  const Command& command = scenario.steps[event.message].command;
  Asked asked{};
  if ((is_answer || event.in_message) && parse(command, asked)) {
    if (event.in_message || event.outcome.status == Status::unknown) {
      uncertain(asked);
    } else {
      answered(event, asked);
    }
    if (first_delivery_[event.message] == 0) first_delivery_[event.message] = at_ + 1;
  }
  if (is_answer && command.type == output_ && event.outcome.is_done())
    output(TapeReader(event.outcome.body));
  const bool memory_lost = event.kind == Event::Kind::crashed ||
                           event.kind == Event::Kind::node_lost ||
                           (is_answer && event.outcome.status == Status::unknown);
  if (memory_lost) power_was_lost();
}

bool ExactlyOnceStreamAudit::parse(const Command& command, Asked& asked) const {
  if (command.type >= output_) return false;
  TapeReader fields(command.fields);
  asked.type = command.type;
  asked.producer = fields.text();
  asked.epoch = fields.epoch();
  if (asked.type == send_ || asked.type == offsets_) {
    asked.send.partition = fields.partition(partitions_);
    asked.send.sequence = fields.offset();
  }
  if (asked.type == send_) asked.send.value = fields.value();
  return fields.good();
}

void ExactlyOnceStreamAudit::answered(const Event& event, const Asked& asked) {
  const std::string_view code = event.outcome.code();
  if (code == refusal::fenced && asked.type == send_)
    log(asked.send.partition).fenced_values.push_back(asked.send.value);
  if (!event.outcome.is_done() && code != refusal::no_transaction) return;

  Session& self = session(asked.producer);
  if (asked.epoch < self.epoch)
    return breaks(Rule::zombie, name_of(asked.producer, asked.epoch) +
                                    " was not fenced though epoch " + number(self.epoch) +
                                    " was known");
  if (asked.epoch > self.epoch) {
    if (self.open) mark(Mark::dropped_by_bump);
    if (self.epoch >= 0 && asked.epoch > self.epoch + 1) mark(Mark::epoch_jumped);
    if (self.epoch >= 0 && !event.outcome.is_done()) mark(Mark::bump_stood);
    drop(self);
    self.epoch = asked.epoch;
  }
  if (event.outcome.is_done()) return carried_out(event, asked, self);
  if (self.open)
    breaks(Rule::own_transaction, "the transaction of " + name_of(asked.producer, asked.epoch) +
                                      " is no longer open, but it was not the one to decide it");
}

void ExactlyOnceStreamAudit::carried_out(const Event& event, const Asked& asked, Session& self) {
  if (asked.type != begin_ && !self.open)
    breaks(Rule::own_transaction, "a command of " + name_of(asked.producer, asked.epoch) +
                                      " was carried out though it had no transaction open");
  switch (asked.type) {
    case begin_:
      if (self.open) mark(Mark::dropped_by_begin);
      drop(self);
      self.open = true;
      self.began_at = at_;
      break;
    case send_: self.sends.push_back(asked.send); break;
    case offsets_: self.offsets.push_back({asked.send.partition, asked.send.sequence}); break;
    case commit_: {
      const std::uint32_t first = first_delivery_[event.message];
      if (first != 0 && first <= self.began_at) mark(Mark::late_commit);
      committed(event, self);
      break;
    }
    default:
      if (!self.sends.empty() || !self.offsets.empty()) mark(Mark::aborted);
      drop(self);
  }
}

void ExactlyOnceStreamAudit::drop(Session& self) {
  for (const Send& send : self.sends) log(send.partition).dropped_values.push_back(send.value);
  self.sends.clear();
  self.offsets.clear();
  self.open = false;
}

void ExactlyOnceStreamAudit::power_was_lost() {
  ++life_;
  for (Session& self : sessions_) {
    if (self.open) mark(Mark::dropped_by_crash);
    drop(self);
  }
}

void ExactlyOnceStreamAudit::uncertain(const Asked& asked) {
  Session& self = session(asked.producer);
  if (asked.type != commit_ || asked.epoch != self.epoch || !self.open) return;
  Pending& pending = pending_.emplace_back();
  pending.growth = growth_of(self);
  for (const Send& send : self.sends) {
    Lane& sequences = lane(self, send.partition);
    sequences.perhaps = std::max(sequences.perhaps, send.sequence);
    log(send.partition).pending_values.push_back(send.value);
  }
  for (const Growth& growth : pending.growth) log(growth.partition).most += growth.most;
  for (const Offset& offset : self.offsets) {
    Log& records = log(offset.partition);
    if (offset.offset > records.least_offset) pending.offsets.push_back(offset);
    records.most_offset = std::max(records.most_offset, offset.offset);
  }
  self.sends.clear();
  self.offsets.clear();
  self.open = false;
}

std::vector<ExactlyOnceStreamAudit::Growth> ExactlyOnceStreamAudit::growth_of(const Session& self) {
  std::vector<Growth> all;
  for (Lane& sequences : lanes_) sequences.in_commit = -1;
  for (const Send& send : self.sends) {
    auto growth = std::ranges::find(all, send.partition, &Growth::partition);
    if (growth == all.end()) growth = all.insert(growth, Growth{send.partition, 0, 0});
    Lane& sequences = lane(self, send.partition);
    if (send.sequence > std::max(sequences.perhaps, sequences.in_commit)) ++growth->least;
    if (send.sequence > std::max(sequences.surely, sequences.in_commit)) ++growth->most;
    if (send.sequence <= sequences.surely) mark(Mark::filtered_over_two_transactions);
    sequences.in_commit = std::max(sequences.in_commit, send.sequence);
  }
  return all;
}

ExactlyOnceStreamAudit::Session& ExactlyOnceStreamAudit::session(std::string_view producer) {
  const auto found = std::ranges::find(sessions_, producer, &Session::producer);
  if (found != sessions_.end()) return *found;
  sessions_.emplace_back().producer = producer;
  return sessions_.back();
}

ExactlyOnceStreamAudit::Lane& ExactlyOnceStreamAudit::lane(const Session& self,
                                                           std::int64_t partition) {
  for (Lane& sequences : lanes_)
    if (sequences.epoch == self.epoch && sequences.partition == partition &&
        sequences.producer == self.producer)
      return sequences;
  return lanes_.emplace_back(Lane{self.producer, self.epoch, partition});
}

ExactlyOnceStreamAudit::Log& ExactlyOnceStreamAudit::log(std::int64_t partition) {
  const auto found = std::ranges::find(logs_, partition, &Log::partition);
  if (found != logs_.end()) return *found;
  logs_.emplace_back().partition = partition;
  return logs_.back();
}

}  // namespace fencepost::properties
