// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/dead_letter_audit.hpp"

namespace fencepost::properties {
namespace {

std::string text_of(std::string_view key, std::int64_t value) {
  return quote(key) + "=" + std::to_string(value);
}

}  // namespace

void DeadLetterAudit::results(TapeReader result) {
  const std::uint32_t count = result.list();
  Source before{-1, -1};
  for (std::uint32_t place = 0; place < count; ++place) {
    if (result.list() != 4) return;
    Row row{};
    row.partition = result.partition(static_cast<std::int64_t>(partitions_.size()));
    row.offset = result.number(0, INT64_MAX - 1);
    row.key = result.text();
    row.value = result.value();
    if (!result.good()) return;
    if (Source(row.partition, row.offset) <= before)
      breaks(Rule::every, "the result of " + record_named(row.partition, row.offset) +
                              " is there twice or out of order");
    before = {row.partition, row.offset};
    judge_result_row(row);
  }
  const bool complete = result.flag();
  if (!result.good()) return;
  unshown();
  judge_completeness(complete);
}

void DeadLetterAudit::judge_result_row(const Row& row) {
  Partition& source = partition(row.partition);
  const std::string name = record_named(row.partition, row.offset);
  if (row.offset >= source.next && !may_be_handled(source, row.offset))
    return breaks(Rule::every, name + " has a result, but was not handled");
  advance(source, row.offset + 1);
  Record& record = source.record(row.offset);
  record.shown_at = at_;
  record.has_result = true;
  if (record.is_known && (record.key != row.key || record.value != row.value))
    breaks(Rule::every, "the result of " + name + " is " + text_of(row.key, row.value) + ", but " +
                            text_of(record.key, record.value) + " arrived there");
  if (record.fate == Fate::dead && record.open_replays == 0)
    breaks(Rule::every, name + " has a result and an open dead letter");
  if (record.fate == Fate::dead && record.open_replays > 0) record.fate = Fate::replayed;
  if (record.fate == Fate::handled && record.open_replays == 0) record.fate = Fate::processed;
  record.is_deduced = false;
  record.life = life_;
}

void DeadLetterAudit::unshown() {
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    Partition& source = partitions_[number];
    for (std::int64_t offset = 0; offset < source.next; ++offset)
      if (source.record(offset).shown_at != at_)
        unshown(source.record(offset), record_named(static_cast<std::int64_t>(number), offset));
    if (source.next >= source.size()) continue;
    const Record& first = source.record(source.next);
    if (first.is_known && !first.fails(max_attempts_)) source.reach = source.next;
  }
}

void DeadLetterAudit::unshown(Record& record, const std::string& name) {
  if (record.fate == Fate::dead) return;
  if (record.fate == Fate::handled) {
    record.fate = Fate::dead;
    record.is_deduced = true;
    record.life = life_;
    return;
  }
  if (record.is_deduced) return breaks(Rule::passes, name + " was passed and has no result");
  breaks(record.life != life_ ? Rule::survives : Rule::every,
         name + " has no result, but was processed");
}

bool DeadLetterAudit::surely_open(const Partition& source) const {
  return std::ranges::any_of(source.records, [](const Record& record) {
    return record.fate == Fate::dead && record.open_replays == 0;
  });
}

bool DeadLetterAudit::perhaps_open(const Partition& source) const {
  return std::ranges::any_of(source.records, [](const Record& record) {
    return record.fate == Fate::dead || record.fate == Fate::handled;
  });
}

void DeadLetterAudit::judge_completeness(bool complete) {
  const auto is_incomplete = [this](const Partition& source) {
    return surely_open(source) || source.size() > source.reach;
  };
  const auto is_complete = [this](const Partition& source) {
    return source.is_exact() && source.next == source.size() && !perhaps_open(source);
  };
  if (complete && std::ranges::any_of(partitions_, is_incomplete))
    breaks(Rule::complete,
           "the results are called complete, but a record waits or a dead letter is open");
  if (!complete && std::ranges::all_of(partitions_, is_complete))
    breaks(Rule::complete,
           "the results are called incomplete, but no record waits and no dead letter is open");
  const bool is_open = std::ranges::any_of(
      partitions_, [this](const Partition& source) { return surely_open(source); });
  if (complete && was_incomplete_) mark(Mark::completeness_regained);
  was_incomplete_ = was_incomplete_ || (!complete && is_open);
}

}  // namespace fencepost::properties
