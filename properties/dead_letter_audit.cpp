// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/dead_letter_audit.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

// In the order of the contract.
enum Type : std::uint8_t {
  arrive_type,
  work_type,
  progress_type,
  letters_type,
  replay_type,
  results_type
};

}  // namespace

std::string DeadLetterAudit::record_named(std::int64_t partition, std::int64_t offset) {
  return "record " + std::to_string(offset) + " of partition " + std::to_string(partition);
}

void DeadLetterAudit::read(const Scenario& scenario, const History& history) {
  *this = {};
  max_attempts_ = scenario.parameters.get("max_attempts", 1);
  partitions_.resize(static_cast<std::size_t>(scenario.parameters.get("partitions", 4)));
  for (const Event& event : history) {
    const Command& command = scenario.steps[event.message].command;
    const bool is_open = event.in_message || (event.kind == Event::Kind::answered &&
                                              event.outcome.status == Status::unknown);
    if (is_open) {
      uncertain(event, command);
    } else if (event.kind == Event::Kind::answered) {
      see(event, command);
    }
    if (event.kind == Event::Kind::crashed || event.kind == Event::Kind::node_lost) power_lost();
    ++at_;
  }
}

void DeadLetterAudit::breaks(Rule rule, std::string sentence) {
  std::optional<Broken>& breach = breaches_[static_cast<std::size_t>(rule)];
  if (!breach) breach = Broken{at_, std::move(sentence)};
}

void DeadLetterAudit::power_lost() {
  ++life_;
  for (Partition& partition : partitions_) partition.attempts_before_crash = partition.attempts;
}

void DeadLetterAudit::see(const Event& event, const Command& command) {
  TapeReader fields(command.fields);
  const TapeReader result(event.outcome.body);
  if (command.type == replay_type) {
    const std::int64_t id = fields.number(0, INT64_MAX);
    if (fields.good()) replayed(id, event);
    return;
  }
  if (!event.outcome.is_done()) return;
  if (command.type == letters_type) return letters(result);
  if (command.type == results_type) return results(result);
  if (command.type == arrive_type) return arrived(fields, TapeReader(result).offset());
  const std::int64_t number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  if (!fields.good()) return;
  if (command.type == work_type) worked(event, number);
  if (command.type == progress_type) progress(number, result);
}

void DeadLetterAudit::uncertain(const Event& event, const Command& command) {
  TapeReader fields(command.fields);
  if (command.type == replay_type) {
    const std::int64_t id = fields.number(0, INT64_MAX);
    if (fields.good()) uncertain_replay(id);
    return;
  }
  if (command.type != arrive_type && command.type != work_type) return;
  const std::int64_t number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  if (!fields.good()) return;
  if (command.type == work_type) return uncertain_work(event, partition(number));
  ++partition(number).most;
}

void DeadLetterAudit::uncertain_work(const Event& event, Partition& partition) {
  if (partition.is_exact() && partition.next == partition.size()) return;
  partition.hand_off_at = -1;
  if (event.in_message && partition.open == 0 && partition.next < partition.size()) {
    const Record& record = partition.record(partition.next);
    const bool hands_off = record.is_known && record.fails(partition.attempts + 1) &&
                           partition.attempts + 1 == max_attempts_;
    if (hands_off) partition.hand_off_at = partition.next;
  }
  ++partition.open;
  ++partition.reach;
}

void DeadLetterAudit::grow(Partition& partition, std::int64_t end) {
  while (partition.size() < end) partition.records.emplace_back().open_replays = wild_replays_;
  partition.most = std::max(partition.most, end);
}

void DeadLetterAudit::advance(Partition& partition, std::int64_t next) {
  if (next <= partition.next) return;
  grow(partition, next);
  const std::int64_t reach = std::exchange(partition.reach, partition.next);
  bool is_numbered = ids_are_known();
  for (std::int64_t offset = partition.next; offset < next; ++offset) {
    Record& record = partition.record(offset);
    if (record.fate != Fate::waiting) continue;
    record.fate = !record.is_known              ? Fate::handled
                  : record.fails(max_attempts_) ? Fate::dead
                                                : Fate::processed;
    record.is_deduced = record.is_known;
    record.attempts = max_attempts_;
    record.life = life_;
    is_numbered = is_numbered && record.is_known;
    if (is_numbered && record.fate == Fate::dead)
      number_letter(record, {&partition - partitions_.data(), offset});
  }
  if (partition.hand_off_at >= 0 && next > partition.hand_off_at) mark(Mark::handed_off);
  partition.hand_off_at = -1;
  partition.open = std::max<std::int64_t>(0, partition.open - (next - partition.next));
  partition.next = next;
  partition.reach = std::max(reach, next);
  partition.attempts = partition.attempts_before_crash = 0;
}

bool DeadLetterAudit::may_be_handled(const Partition& partition, std::int64_t offset) const {
  return offset < std::min(partition.reach, partition.most);
}

void DeadLetterAudit::arrived(TapeReader fields, std::int64_t offset) {
  const std::int64_t number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  const std::string_view key = fields.text();
  const std::int64_t value = fields.value();
  std::optional<std::int64_t> failures;
  if (!fields.null()) failures = fields.number(0, INT64_MAX);
  if (!fields.good()) return;
  Partition& written = partition(number);
  if (offset < written.size())
    return breaks(Rule::survives, record_named(number, offset) +
                                      " arrived, but that offset had been given to another");
  if (offset > written.most) {
    breaks(Rule::every, record_named(number, offset) + " arrived, but at most " +
                            std::to_string(written.most) + " records can have come before it");
    return;
  }
  grow(written, offset);
  written.records.push_back({.is_known = true, .key = key, .value = value, .failures = failures});
  written.most = offset + 1;
}

void DeadLetterAudit::worked(const Event& event, std::int64_t number) {
  TapeReader result(event.outcome.body);
  if (result.peek() == Tag::absent) return nothing_waits(number);
  const std::int64_t offset = result.number(0, INT64_MAX - 1);
  const std::int64_t attempt = result.number(0, INT64_MAX);
  const std::string_view word = result.text();
  if (!result.good()) return;
  if (event.copy != Event::Copy::first) mark(Mark::work_copied);
  tried(number, offset, attempt, word);
}

void DeadLetterAudit::tried(std::int64_t number, std::int64_t offset, std::int64_t attempt,
                            std::string_view result) {
  Partition& source = partition(number);
  judge_place(number, offset, attempt);
  if (offset < source.next || offset >= source.most || offset > source.reach) return;
  if (offset == source.hand_off_at && attempt == max_attempts_) mark(Mark::left_unhandled);
  if (offset == source.next && source.attempts_before_crash > 0 &&
      attempt == source.attempts_before_crash + 1)
    mark(Mark::attempts_survived);
  source.hand_off_at = -1;
  advance(source, offset);
  grow(source, offset + 1);
  judge_result(number, offset, attempt, result);

  source.open = 0;
  source.reach = offset;
  source.attempts = attempt;
  source.attempts_before_crash = 0;
  if (result == "failed") return;
  Record& record = source.record(offset);
  const bool is_numbered = ids_are_known();
  record.fate = result == "processed" ? Fate::processed : Fate::dead;
  record.life = life_;
  record.attempts = attempt;
  record.open_replays = 0;
  source.next = source.reach = offset + 1;
  source.attempts = 0;
  if (record.fate == Fate::dead && is_numbered) number_letter(record, {number, offset});
}

void DeadLetterAudit::judge_place(std::int64_t number, std::int64_t offset, std::int64_t attempt) {
  const Partition& source = partition(number);
  const std::string what =
      "attempt " + std::to_string(attempt) + " was made at " + record_named(number, offset);
  if (offset < source.next) return breaks(Rule::survives, what + ", which had been handled before");
  if (offset >= source.most) return breaks(Rule::every, what + ", which never arrived");
  const std::int64_t skipped = offset - source.next;
  if (offset > source.reach)
    return breaks(Rule::passes,
                  what + ", but " + record_named(number, source.next) + " has not been handled");
  const std::int64_t before = skipped == 0 ? source.attempts : 0;
  const std::int64_t most = before + source.open - skipped + 1;
  if (attempt <= before)
    breaks(Rule::bounded, what + " after attempt " + std::to_string(before) + " had been told");
  if (attempt > most)
    breaks(Rule::bounded, what + ", but no more than " + std::to_string(most) + " can be counted");
}

void DeadLetterAudit::judge_result(std::int64_t number, std::int64_t offset, std::int64_t attempt,
                                   std::string_view result) {
  const Record& record = partition(number).record(offset);
  const std::string what = record_named(number, offset);
  const std::string limit = std::to_string(max_attempts_);
  if (attempt > max_attempts_ || (attempt == max_attempts_ && result == "failed"))
    breaks(Rule::bounded, what + " is not given up after " + std::to_string(attempt) +
                              " failed attempts of " + limit);
  const bool gave_up = result == "dead_lettered";
  if (gave_up && attempt < max_attempts_)
    breaks(Rule::only_failing,
           what + " was dead-lettered after " + std::to_string(attempt) + " attempts of " + limit);
  if (!record.is_known) return;
  if (result != "processed" && !record.fails(attempt))
    breaks(Rule::only_failing, what + " " + (gave_up ? "was dead-lettered" : "failed") +
                                   ", but attempt " + std::to_string(attempt) + " succeeds");
  if (gave_up && !record.failures) mark(Mark::poison_dead_lettered);
  if (gave_up && max_attempts_ == 1) mark(Mark::single_attempt);
  if (result == "processed" && attempt == max_attempts_ && attempt > 1)
    mark(Mark::succeeded_on_last_attempt);
}

void DeadLetterAudit::nothing_waits(std::int64_t number) {
  Partition& source = partition(number);
  if (source.size() > source.reach)
    return breaks(Rule::passes, "nothing waits in partition " + std::to_string(number) + ", but " +
                                    record_named(number, source.reach) + " has not been handled");
  advance(source, source.size());
  if (source.most > source.size()) return;
  source.open = 0;
  source.reach = source.next;
  source.attempts = source.attempts_before_crash = 0;
}

void DeadLetterAudit::progress(std::int64_t number, TapeReader result) {
  const std::int64_t committed = result.offset();
  const std::int64_t end = result.offset();
  const bool complete = result.flag();
  if (!result.good()) return;
  Partition& source = partition(number);
  const std::string where = " in partition " + std::to_string(number);
  if (committed < source.next)
    return breaks(Rule::survives, "the offset is " + std::to_string(committed) + where + ", but " +
                                      record_named(number, source.next - 1) + " was handled");
  if (committed > source.reach || committed > end)
    return breaks(Rule::passes, "the offset is " + std::to_string(committed) + where + ", but " +
                                    record_named(number, source.reach) + " has not been handled");
  if (end < source.size())
    return breaks(Rule::survives, "the end is " + std::to_string(end) + where + ", but " +
                                      std::to_string(source.size()) + " records arrived");
  if (end > source.most)
    return breaks(Rule::every, "the end is " + std::to_string(end) + where + ", but at most " +
                                   std::to_string(source.most) + " records arrived");
  advance(source, committed);
  grow(source, end);
  source.most = end;
  source.reach = committed;
  if (committed == end) {
    source.open = 0;
    source.attempts = source.attempts_before_crash = 0;
  }
  if (complete && (committed < end || surely_open(source)))
    breaks(Rule::complete, "partition " + std::to_string(number) + " is called complete, but " +
                               (committed < end ? record_named(number, committed) + " waits"
                                                : "a dead letter of it is open"));
  if (!complete && committed == end && !perhaps_open(source))
    breaks(Rule::complete, "partition " + std::to_string(number) +
                               " is called incomplete, but nothing waits and no letter is open");
  was_incomplete_ = was_incomplete_ || (!complete && surely_open(source));
}

}  // namespace fencepost::properties
