// SPDX-License-Identifier: Apache-2.0
// The part of the audit that reads what commits and outputs tell.
#include <algorithm>

#include "fencepost/properties/exactly_once_stream_audit.hpp"

namespace fencepost::properties {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

std::string in_partition(std::int64_t partition) { return " in partition " + number(partition); }

bool holds(const std::vector<std::int64_t>& values, std::int64_t value) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace

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

}  // namespace fencepost::properties
