// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/log_compaction.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/sut/engine_home.hpp"
#include "fencepost/sut/log_compaction_bugs.hpp"

namespace fencepost::sut {
namespace {

/// Consumes a payload (null, a 32-bit value or text) and returns its bytes.
std::string_view read_payload(TapeReader& fields) {
  TapeReader whole = fields;
  switch (fields.peek()) {
    case Tag::null: fields.null(); break;
    case Tag::number: fields.value(); break;
    default: fields.text();
  }
  return whole.raw();
}

}  // namespace

template <class Bugs>
LogCompaction<Bugs>::LogCompaction(const Parameters& parameters, Disk& disk, Bugs bugs)
    : log_(disk, parameters.get("tombstone_retention", CompactedLog<Bugs>::for_ever), bugs) {}

template <class Bugs>
void LogCompaction<Bugs>::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return append(fields, outcome);
    case 1: return compact(fields, outcome);
    case 2: return read(fields, outcome);
    case 3: return state(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

template <class Bugs>
void LogCompaction<Bugs>::append(TapeReader fields, Outcome& outcome) {
  const std::string_view key = fields.text();
  const std::string_view payload = read_payload(fields);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const std::int64_t offset = log_.end();
  if (log_.append(key, payload, outcome)) outcome.done().number(offset);
}

template <class Bugs>
void LogCompaction<Bugs>::compact(TapeReader fields, Outcome& outcome) {
  const std::int64_t upto = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (upto > log_.end()) return outcome.refuse(refusal::beyond_end);
  if (log_.compact(upto, outcome)) outcome.done().number(static_cast<std::int64_t>(log_.size()));
}

template <class Bugs>
void LogCompaction<Bugs>::read(TapeReader fields, Outcome& outcome) const {
  const std::int64_t from = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const std::size_t first = log_.find(from);
  Tape& records = outcome.done().list(static_cast<std::uint32_t>(log_.size() - first));
  for (std::size_t i = first; i < log_.size(); ++i) records.raw(log_.record(i));
}

template <class Bugs>
void LogCompaction<Bugs>::state(Outcome& outcome) {
  live_.clear();
  for (const std::uint32_t record : log_.last_of_each_key())
    if (!log_.is_tombstone(record)) live_.push_back(record);
  std::ranges::sort(live_, {}, [this](std::uint32_t record) { return log_.key(record); });
  Tape& state = outcome.done().list(static_cast<std::uint32_t>(live_.size()));
  for (const std::uint32_t record : live_)
    state.list(2).text(log_.key(record)).raw(log_.payload(record));
}

template <class Bugs>
void LogCompaction<Bugs>::print(std::string& text) const {
  text += "next offset " + std::to_string(log_.end()) + "\n";
  for (std::size_t i = 0; i < log_.size(); ++i) {
    Tape key;
    key.text(log_.key(i));
    text += "record " + std::to_string(log_.offset(i)) + " key=" + to_text(TapeReader(key)) +
            " value=" + to_text(TapeReader(log_.payload(i)));
    if (log_.is_tombstone(i) && log_.seen(i)) text += " seen by a compaction";
    text += "\n";
  }
}

template class LogCompaction<NoBugs>;
template class LogCompaction<OneBug<LogCompactionBug>>;

std::unique_ptr<Home> make_log_compaction(const PlantedBug* bug) {
  return make_home<LogCompaction, LogCompactionBug>(log_compaction_bugs, bug);
}

}  // namespace fencepost::sut
