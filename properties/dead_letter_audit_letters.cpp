// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/dead_letter_audit.hpp"

namespace fencepost::properties {
namespace {

std::string letter_named(std::int64_t id) { return "letter " + std::to_string(id); }

std::string text_of(std::string_view key, std::int64_t value) {
  return quote(key) + "=" + std::to_string(value);
}

}  // namespace

void DeadLetterAudit::letters(TapeReader result) {
  listed_.clear();
  const std::uint32_t count = result.list();
  for (std::uint32_t place = 0; place < count; ++place) {
    if (result.list() != 8) return;
    Row row{};
    row.id = result.number(0, INT64_MAX);
    row.partition = result.partition(static_cast<std::int64_t>(partitions_.size()));
    row.offset = result.number(0, INT64_MAX - 1);
    row.key = result.text();
    row.value = result.value();
    row.reason = result.text();
    row.attempts = result.number(0, INT64_MAX);
    row.is_replayed = result.flag();
    if (!result.good()) return;
    if (row.id != place)
      breaks(Rule::identity, letter_named(row.id) + " stands in place " + std::to_string(place));
    judge_letter(row);
    take_letter(row);
  }
  letters_ = listed_;
  unlisted();
}

void DeadLetterAudit::judge_letter(const Row& row) {
  const Partition& source = partition(row.partition);
  const std::string name =
      letter_named(row.id) + " is of " + record_named(row.partition, row.offset);
  if (row.offset >= source.next && !may_be_handled(source, row.offset))
    return breaks(Rule::identity, name + ", which was not handed off");
  const std::string reason = "failed " + std::to_string(max_attempts_) + " times";
  if (row.reason != reason)
    breaks(Rule::identity,
           name + " with reason " + quote(row.reason) + " and not " + quote(reason));
  if (row.offset >= source.size()) return;
  const Record& record = source.record(row.offset);
  if (record.listed_at == at_)
    return breaks(Rule::every,
                  record_named(row.partition, row.offset) + " was dead-lettered twice");
  if (record.fate == Fate::processed) breaks(Rule::identity, name + ", which was processed");
  if (record.id >= 0 && record.id != row.id)
    breaks(Rule::identity, name + ", which was " + letter_named(record.id) + " before");
  if (record.is_known && (record.key != row.key || record.value != row.value))
    breaks(Rule::identity, name + " and carries " + text_of(row.key, row.value) + ", but " +
                               text_of(record.key, record.value) + " arrived there");
  if (!record.is_letter()) return;
  if (row.attempts < record.attempts)
    breaks(Rule::survives, letter_named(row.id) + " tells " + std::to_string(row.attempts) +
                               " attempts, but " + std::to_string(record.attempts) +
                               " were acknowledged");
  if (row.attempts > record.attempts + record.open_replays)
    breaks(Rule::identity, letter_named(row.id) + " tells " + std::to_string(row.attempts) +
                               " attempts, but at most " +
                               std::to_string(record.attempts + record.open_replays) +
                               " were made");
  if (!row.is_replayed && record.fate == Fate::replayed)
    breaks(Rule::survives, letter_named(row.id) + " is open, but its replay was acknowledged");
  if (row.is_replayed && record.fate == Fate::dead && record.open_replays == 0)
    breaks(Rule::identity, letter_named(row.id) + " is marked replayed, but never was");
}

void DeadLetterAudit::take_letter(const Row& row) {
  Partition& source = partition(row.partition);
  listed_.emplace_back(row.partition, row.offset);
  if (row.offset >= source.next && !may_be_handled(source, row.offset)) return;
  advance(source, row.offset + 1);
  Record& record = source.record(row.offset);
  record.fate = row.is_replayed ? Fate::replayed : Fate::dead;
  record.life = life_;
  record.id = row.id;
  record.attempts = row.attempts;
  record.open_replays = 0;
  record.is_deduced = false;
  record.listed_at = at_;
}

void DeadLetterAudit::unlisted() {
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    Partition& source = partitions_[number];
    for (std::int64_t offset = 0; offset < source.next; ++offset)
      if (source.record(offset).listed_at != at_)
        unlisted(source.record(offset), record_named(static_cast<std::int64_t>(number), offset));
    // What would be a letter, had it been handled, and is none, has not been handled.
    if (source.next >= source.size()) continue;
    const Record& first = source.record(source.next);
    if (first.is_known && first.fails(max_attempts_)) source.reach = source.next;
  }
}

void DeadLetterAudit::unlisted(Record& record, const std::string& name) {
  if (record.fate == Fate::handled) {
    record.fate = Fate::processed;
    record.is_deduced = !record.has_result;
    record.life = life_;
    return;
  }
  if (!record.is_letter()) return;
  if (record.is_deduced) return breaks(Rule::passes, name + " was passed and has no dead letter");
  const Rule rule = record.life != life_            ? Rule::survives
                    : record.fate == Fate::replayed ? Rule::identity
                                                    : Rule::every;
  breaks(rule, "no letter is of " + name + ", which was dead-lettered");
}

bool DeadLetterAudit::ids_are_known() const {
  std::size_t count = 0;
  for (const Partition& source : partitions_) {
    if (source.reach > source.next) return false;
    for (const Record& record : source.records) {
      if (record.fate == Fate::handled) return false;
      count += record.is_letter();
    }
  }
  return count == letters_.size();
}

bool DeadLetterAudit::hand_off_is_doubtful(std::int64_t id) {
  for (std::int64_t before = 0; before <= id; ++before)
    if (const Record* const record = letter(before); record != nullptr && record->is_deduced)
      return true;
  return false;
}

std::int64_t DeadLetterAudit::most_letters() const {
  std::int64_t count = 0;
  for (const Partition& source : partitions_) {
    const std::int64_t handled = std::min(source.reach, source.most);
    count += handled;
    for (std::int64_t offset = 0; offset < std::min(handled, source.size()); ++offset)
      count -= source.record(offset).fate == Fate::processed;
  }
  return count;
}

void DeadLetterAudit::number_letter(Record& record, const Source& source) {
  record.id = static_cast<std::int64_t>(letters_.size());
  letters_.push_back(source);
}

DeadLetterAudit::Record* DeadLetterAudit::letter(std::int64_t id) {
  if (id >= static_cast<std::int64_t>(letters_.size())) return nullptr;
  const auto& [number, offset] = letters_[static_cast<std::size_t>(id)];
  Partition& source = partition(number);
  return offset < source.size() ? &source.record(offset) : nullptr;
}

void DeadLetterAudit::uncertain_replay(std::int64_t id) {
  if (Record* const known = letter(id)) {
    known->open_replays += known->fate == Fate::dead;
    return;
  }
  ++wild_replays_;
  for (Partition& source : partitions_)
    for (Record& record : source.records)
      record.open_replays += record.id < 0 && record.fate != Fate::processed;
}

void DeadLetterAudit::replayed(std::int64_t id, const Event& event) {
  Record* const known = letter(id);
  if (event.outcome.is_refused(refusal::no_such_letter)) {
    mark(Mark::unknown_letter_refused);
    if (known != nullptr)
      breaks(hand_off_is_doubtful(id) ? Rule::passes : Rule::survives,
             letter_named(id) + " is not known, but a record must have been handed off");
    return;
  }
  if (event.outcome.is_refused(refusal::already_replayed)) {
    mark(Mark::second_replay_refused);
    if (known == nullptr) return;
    if (known->fate == Fate::dead && known->open_replays == 0)
      breaks(Rule::identity, letter_named(id) + " is refused as replayed, but never was");
    known->fate = Fate::replayed;
    return;
  }
  if (!event.outcome.is_done()) return;
  if (id >= most_letters())
    breaks(Rule::every, letter_named(id) + " was replayed, but there can be no more than " +
                            std::to_string(most_letters()));
  if (known == nullptr) return uncertain_replay(id);
  told_replay(*known, id, TapeReader(event.outcome.body));
}

void DeadLetterAudit::told_replay(Record& record, std::int64_t id, TapeReader result) {
  const bool processed = result.flag();
  const std::int64_t attempts = result.number(0, INT64_MAX);
  if (!result.good()) return;
  if (record.fate == Fate::replayed)
    breaks(Rule::replay_once, letter_named(id) + " was replayed again after it had been");
  if (attempts <= record.attempts)
    breaks(Rule::survives, letter_named(id) + " was tried for the " + std::to_string(attempts) +
                               ". time after " + std::to_string(record.attempts) +
                               " attempts were acknowledged");
  if (attempts > record.attempts + record.open_replays + 1)
    breaks(Rule::identity, letter_named(id) + " was tried for the " + std::to_string(attempts) +
                               ". time, but at most " +
                               std::to_string(record.attempts + record.open_replays + 1) +
                               " attempts were made");
  if (record.is_known && processed == record.fails(attempts))
    breaks(hand_off_is_doubtful(id) ? Rule::passes : Rule::identity,
           letter_named(id) + (processed ? " succeeded" : " failed") + " on attempt " +
               std::to_string(attempts) + ", but its record would not");
  mark(processed ? Mark::replayed : Mark::replay_failed);
  if (processed) record.fate = Fate::replayed;
  record.life = life_;
  record.attempts = attempts;
  record.open_replays = 0;
}

}  // namespace fencepost::properties
