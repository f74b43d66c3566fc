// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/log_compaction.hpp"

#include <utility>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

bool is_tombstone(const Tape& payload) { return TapeReader(payload).peek() == Tag::null; }

/// Consumes a payload: null, a value or text.
std::string_view payload(TapeReader& fields) {
  TapeReader value = fields;
  if (fields.peek() == Tag::number)
    fields.value();
  else if (fields.peek() == Tag::text)
    fields.text();
  else if (!fields.null())
    fields.refuse();
  return value.raw();
}

}  // namespace

LogCompaction::LogCompaction(const Parameters& parameters)
    : retains_for_ever_(parameters.get("tombstone_retention") == Parameter::none),
      retention_(parameters.get("tombstone_retention")) {}

void LogCompaction::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return append(fields, outcome);
    case 1: return compact(fields, outcome);
    case 2: return read(fields, outcome);
    case 3: return state(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

void LogCompaction::append(TapeReader fields, Outcome& outcome) {
  const std::string_view key = fields.text();
  const std::string_view value = payload(fields);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Record& record = log_.emplace_back(Record{end_, std::string(key), {}, false});
  record.payload.raw(value);
  outcome.done().number(end_);
  ++end_;
}

void LogCompaction::compact(TapeReader fields, Outcome& outcome) {
  const std::int64_t upto = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (upto > end_) return outcome.refuse(refusal::beyond_end);
  const std::map<std::string, std::int64_t> last = last_of_each_key();
  std::vector<Record> kept;
  for (Record& record : log_) {
    if (record.offset < upto) {
      if (last.at(record.key) != record.offset) continue;
      if (is_tombstone(record.payload) && may_drop(record)) continue;
      record.seen = true;
    }
    kept.push_back(std::move(record));
  }
  log_ = std::move(kept);
  outcome.done().number(static_cast<std::int64_t>(log_.size()));
}

bool LogCompaction::may_drop(const Record& tombstone) const {
  return !retains_for_ever_ && tombstone.seen && end_ - tombstone.offset > retention_;
}

void LogCompaction::read(TapeReader fields, Outcome& outcome) const {
  const std::int64_t from = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Tape& records = outcome.done();
  const std::size_t list = records.open();
  std::uint32_t count = 0;
  for (const Record& record : log_) {
    if (record.offset < from) continue;
    records.list(3).number(record.offset).text(record.key).raw(record.payload.bytes());
    ++count;
  }
  records.close(list, count);
}

void LogCompaction::state(Outcome& outcome) const {
  std::map<std::string_view, const Tape*> latest;
  for (const Record& record : log_) latest[record.key] = &record.payload;
  Tape& state = outcome.done();
  const std::size_t list = state.open();
  std::uint32_t count = 0;
  for (const auto& [key, value] : latest) {
    if (is_tombstone(*value)) continue;
    state.list(2).text(key).raw(value->bytes());
    ++count;
  }
  state.close(list, count);
}

std::map<std::string, std::int64_t> LogCompaction::last_of_each_key() const {
  std::map<std::string, std::int64_t> last;
  for (const Record& record : log_) last[record.key] = record.offset;
  return last;
}

void LogCompaction::print(std::string& text) const {
  text += "next offset " + std::to_string(end_) + "\n";
  for (const Record& record : log_) {
    Tape key;
    key.text(record.key);
    text += "record " + std::to_string(record.offset) + " key=" + to_text(TapeReader(key)) +
            " value=" + to_text(TapeReader(record.payload));
    if (is_tombstone(record.payload) && record.seen) text += " seen by a compaction";
    text += "\n";
  }
}

std::unique_ptr<Model> LogCompaction::clone() const {
  return std::make_unique<LogCompaction>(*this);
}

}  // namespace fencepost::model
