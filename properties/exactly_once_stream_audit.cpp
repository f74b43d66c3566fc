// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/exactly_once_stream_audit.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties {
namespace {

enum Type : std::uint8_t { begin_, send_, offsets_, commit_, abort_, output_ };

std::string number(std::int64_t value) { return std::to_string(value); }

std::string in_partition(std::int64_t partition) { return " in partition " + number(partition); }

std::string name_of(std::string_view producer, std::int64_t epoch) {
  return quote(producer) + ", epoch " + number(epoch) + ",";
}

bool holds(const std::vector<std::int64_t>& values, std::int64_t value) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace

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

void ExactlyOnceStreamAudit::committed(const Event& event, Session& self) {
  TapeReader result(event.outcome.body);
  std::vector<Record> appended(result.list());
  for (Record& record : appended) {
    result.list();
    record = {result.offset(), result.offset(), result.value()};
  }
  std::vector<Offset> offsets(result.list());
  for (Offset& offset : offsets) {
    result.list();
    offset = {result.offset(), result.offset()};
  }
  if (appended.size() < self.sends.size()) mark(Mark::filtered);
  if (life_ > 0 && !appended.empty()) mark(Mark::went_on_after_crash);

  check_appended(self, appended);
  for (const Record& record : appended) place(record);
  check_offsets(self, offsets);
  for (const Send& send : self.sends) {
    Lane& sequences = lane(self, send.partition);
    sequences.surely = std::max(sequences.surely, send.sequence);
    sequences.perhaps = std::max(sequences.perhaps, send.sequence);
  }
  self.sends.clear();
  self.offsets.clear();
  self.open = false;
  settle();
}

void ExactlyOnceStreamAudit::check_appended(const Session& self,
                                            const std::vector<Record>& appended) {
  for (const Record& record : appended) {
    const bool is_own = std::ranges::any_of(self.sends, [&](const Send& send) {
      return send.partition == record.partition && send.value == record.value;
    });
    if (is_own) continue;
    const std::string what = "the commit of " + name_of(self.producer, self.epoch) + " appended " +
                             number(record.value) + in_partition(record.partition) + ", which ";
    if (holds(log(record.partition).dropped_values, record.value)) {
      breaks(Rule::nothing_aborted, what + "was aborted");
    } else {
      breaks(Rule::own_transaction, what + "its transaction does not hold");
    }
    return;
  }
  for (const Growth& growth : growth_of(self)) {
    const auto grown = std::ranges::count(appended, growth.partition, &Record::partition);
    const auto first = std::ranges::find(appended, growth.partition, &Record::partition);
    const std::string what = "the commit of " + name_of(self.producer, self.epoch) + " appended " +
                             number(grown) + " records" + in_partition(growth.partition) + ", ";
    if (grown < growth.least)
      breaks(Rule::all_or_nothing, what + number(growth.least) + " were new");
    if (grown > growth.most && first->offset >= log(growth.partition).least)
      breaks(Rule::at_most_once, what + "only " + number(growth.most) + " were new");
  }
}

void ExactlyOnceStreamAudit::place(const Record& record) {
  Log& records = log(record.partition);
  witness_length(records, record.offset);
  const std::string what = "offset " + number(record.offset) + in_partition(record.partition);
  if (record.offset < records.least)
    breaks(Rule::survives, what + " was told before and is given again");
  if (record.offset > records.most)
    breaks(Rule::at_most_once,
           what + " was given, but only " + number(records.most) + " records were committed");
  records.least = records.most = record.offset + 1;
  records.told.push_back(record);
}

void ExactlyOnceStreamAudit::check_offsets(const Session& self, const std::vector<Offset>& told) {
  for (const Offset& own : self.offsets)
    if (std::ranges::find(told, own.partition, &Offset::partition) == told.end())
      breaks(Rule::all_or_nothing, "the commit of " + name_of(self.producer, self.epoch) +
                                       " left out the offset" + in_partition(own.partition));
  for (const auto& [partition, offset] : told) {
    std::int64_t own = -1;
    for (const Offset& held : self.offsets)
      if (held.partition == partition) own = std::max(own, held.offset);
    Log& records = log(partition);
    if (offset < own)
      breaks(Rule::never_back, "offset " + number(offset) + " is committed" +
                                   in_partition(partition) + ", though " + number(own) +
                                   " was part of the transaction");
    if (own == -1)
      breaks(Rule::nothing_aborted,
             "a commit told of an offset" + in_partition(partition) + " that it did not hold");
    witness_offset(records, offset, own);
    records.most_offset = std::max(records.most_offset, own);
    check_offset(records, offset);
  }
}

void ExactlyOnceStreamAudit::check_offset(Log& records, std::int64_t offset) {
  if (offset < records.least_offset)
    breaks(life_ == records.told_in ? Rule::never_back : Rule::survives,
           "the committed offset" + in_partition(records.partition) + " went back from " +
               number(records.least_offset) + " to " + number(offset));
  if (offset > records.most_offset)
    breaks(Rule::nothing_aborted, "offset " + number(offset) + " is committed" +
                                      in_partition(records.partition) +
                                      ", but no committed transaction held it");
  records.least_offset = records.most_offset = offset;
  records.told_in = life_;
}

void ExactlyOnceStreamAudit::output(TapeReader result) {
  std::vector<std::int64_t> seen;
  std::vector<std::int64_t> values;
  for (std::uint32_t left = result.list(); left > 0; --left) {
    result.list();
    seen.push_back(result.offset());
    values.resize(result.list());
    for (std::int64_t& value : values) value = result.value();
    check_log(log(seen.back()), values);
  }
  for (Log& records : logs_)
    if (!holds(seen, records.partition)) check_log(records, {});
  seen.clear();
  for (std::uint32_t left = result.list(); left > 0; --left) {
    result.list();
    seen.push_back(result.offset());
    const std::int64_t offset = result.offset();
    witness_offset(log(seen.back()), offset, -1);
    check_offset(log(seen.back()), offset);
  }
  for (Log& records : logs_) {
    if (holds(seen, records.partition)) continue;
    witness_offset(records, -1, -1);
    check_offset(records, -1);
  }
  settle();
  pending_.clear();
}

void ExactlyOnceStreamAudit::check_log(Log& records, const std::vector<std::int64_t>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  witness_length(records, size);
  if (size < records.least)
    breaks(Rule::survives, "the log has " + number(size) + " records" +
                               in_partition(records.partition) + ", but " + number(records.least) +
                               " were told to be committed");
  for (const Record& told : records.told)
    if (told.offset < size && values[static_cast<std::size_t>(told.offset)] != told.value)
      breaks(Rule::survives, "offset " + number(told.offset) + in_partition(records.partition) +
                                 " no longer holds " + number(told.value));
  for (std::int64_t offset = records.least; offset < size; ++offset) {
    const std::int64_t value = values[static_cast<std::size_t>(offset)];
    if (offset >= records.most || !holds(records.pending_values, value))
      grew_unasked(records, value);
  }
  records.told.clear();
  for (const std::int64_t value : values)
    records.told.push_back(
        {records.partition, static_cast<std::int64_t>(records.told.size()), value});
  records.least = records.most = size;
  records.pending_values.clear();
}

void ExactlyOnceStreamAudit::grew_unasked(const Log& records, std::int64_t value) {
  const std::string what =
      "the log shows " + number(value) + in_partition(records.partition) + ", which ";
  const bool is_open = std::ranges::any_of(sessions_, [&](const Session& self) {
    return std::ranges::any_of(self.sends, [&](const Send& send) {
      return send.partition == records.partition && send.value == value;
    });
  });
  if (holds(records.fenced_values, value)) {
    breaks(Rule::zombie, what + "a fenced producer sent");
  } else if (is_open || holds(records.dropped_values, value)) {
    breaks(Rule::nothing_aborted, what + "was not committed");
  } else {
    breaks(Rule::at_most_once, what + "was committed less often");
  }
}

void ExactlyOnceStreamAudit::witness_length(const Log& records, std::int64_t length) {
  if (pending_.size() != 1) return;
  Pending& pending = pending_.front();
  const auto growth = std::ranges::find(pending.growth, records.partition, &Growth::partition);
  if (growth == pending.growth.end()) return;
  if (length > records.least) pending.applied = true;
  if (length < records.least + growth->least) pending.missing = true;
  pending.growth.erase(growth);
}

void ExactlyOnceStreamAudit::witness_offset(const Log& records, std::int64_t offset,
                                            std::int64_t own) {
  if (pending_.size() != 1) return;
  Pending& pending = pending_.front();
  for (const Offset& held : pending.offsets) {
    if (held.partition != records.partition) continue;
    if (offset < held.offset) pending.missing = true;
    if (offset > std::max(own, records.least_offset)) pending.applied = true;
  }
  std::erase_if(pending.offsets,
                [&](const Offset& held) { return held.partition == records.partition; });
}

void ExactlyOnceStreamAudit::settle() {
  if (pending_.size() != 1) return;
  const Pending& pending = pending_.front();
  if (pending.applied && pending.missing)
    breaks(Rule::all_or_nothing,
           "power was lost in a commit, and a part of its transaction is there without the rest");
  if (pending.applied) mark(Mark::in_flight_survived);
  if (pending.missing) mark(Mark::in_flight_lost);
  if (pending.growth.empty() && pending.offsets.empty()) pending_.clear();
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
