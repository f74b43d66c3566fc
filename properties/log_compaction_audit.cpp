// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/log_compaction_audit.hpp"

#include <algorithm>
#include <utility>

namespace fencepost::properties {
namespace {

/// Consumes a payload: null, a value or text.
std::string_view payload(TapeReader& fields) {
  TapeReader whole = fields;
  if (fields.peek() == Tag::number)
    fields.value();
  else if (fields.peek() == Tag::text)
    fields.text();
  else if (!fields.null())
    fields.refuse();
  return whole.raw();
}

bool is_null(std::string_view value) { return value == LogLedger::no_payload; }

/// What was found of the history gone through last.
struct Remembered {
  Digest digest;
  std::size_t events = 0;
  std::int64_t retention = 0;
};

}  // namespace

std::optional<Broken> LogCompactionAudit::find(Rule rule, const Scenario& scenario,
                                               const History& history) {
  const LogCompactionAudit& audit = of(scenario, history);
  const auto& sentence = audit.broken_[static_cast<std::size_t>(rule)];
  if (!sentence) return std::nullopt;
  return Broken{audit.now_ - 1, *sentence};
}

bool LogCompactionAudit::reached(Mark mark, const Scenario& scenario, const History& history) {
  return (of(scenario, history).marks_ >> static_cast<unsigned>(mark) & 1U) != 0;
}

const LogCompactionAudit& LogCompactionAudit::of(const Scenario& scenario, const History& history) {
  thread_local Remembered remembered;
  thread_local LogCompactionAudit audit(0);
  const std::int64_t retention =
      scenario.parameters.get("tombstone_retention", LogLedger::for_ever);
  const Digest digest = history.digest();
  const bool is_the_same = digest == remembered.digest && !(digest == Digest{}) &&
                           history.size() == remembered.events && retention == remembered.retention;
  if (is_the_same) return audit;
  audit = LogCompactionAudit(retention);
  audit.run(scenario, history);
  remembered = {digest, history.size(), retention};
  return audit;
}

void LogCompactionAudit::run(const Scenario& scenario, const History& history) {
  for (const Event& event : history) {
    ++now_;
    if (event.kind == Event::Kind::damage_found) mark(Mark::damage_reported);
    if (event.torn_bytes > 0) mark(Mark::torn_tail_cut);
    if (event.kind == Event::Kind::answered || event.in_message)
      see(event, scenario.steps[event.message].command);
    if (is_broken_) return;
    if (event.kind != Event::Kind::crashed && event.kind != Event::Kind::node_lost) continue;
    last_crash_ = now_;
    last_upto_.reset();
  }
}

void LogCompactionAudit::see(const Event& event, const Command& command) {
  const TapeReader fields(command.fields);
  const bool is_done = event.kind == Event::Kind::answered && event.outcome.is_done();
  if (event.kind == Event::Kind::answered && event.outcome.is_refused(refusal::malformed))
    mark(Mark::malformed_refused);
  if (event.kind == Event::Kind::answered && event.outcome.status == Status::unknown)
    last_crash_ = now_;
  switch (command.type) {
    case 0: return append(event, fields);
    case 1: return compact(event, fields);
    case 2:
      if (TapeReader from = fields; is_done) read(from.offset(), TapeReader(event.outcome.body));
      return;
    case 3:
      if (is_done) state(TapeReader(event.outcome.body));
      return;
    default: return;
  }
}

void LogCompactionAudit::append(const Event& event, TapeReader fields) {
  LogLedger::Append append;
  append.key = fields.text();
  append.payload = payload(fields);
  if (!fields.good()) return;
  if (event.in_message || event.outcome.status == Status::unknown) {
    last_upto_.reset();
    return ledger_.perhaps_appended(append);
  }
  if (!event.outcome.is_done()) return;
  const std::int64_t offset = TapeReader(event.outcome.body).offset();
  if (offset < ledger_.surely_ends()) return end_went_back(offset);
  const auto before = std::ranges::find(ledger_.keys, append.key, &LedgerKey::key);
  const bool had_tombstone = std::ranges::any_of(ledger_.records, [&](const LedgerRecord& record) {
    return record.key == append.key && record.is_tombstone();
  });
  if (before != ledger_.keys.end() && is_null(before->payload) && had_tombstone &&
      !is_null(append.payload))
    mark(Mark::key_came_back);
  if (newest_was_dropped_) mark(Mark::newest_dropped);
  if (event.copy == Event::Copy::duplicate) mark(Mark::duplicate_appended);
  newest_was_dropped_ = false;
  last_upto_.reset();
  ledger_.appended(offset, append, now_);
}

void LogCompactionAudit::compact(const Event& event, TapeReader fields) {
  const std::int64_t upto = fields.offset();
  if (!fields.good()) return;
  if (event.in_message || event.outcome.status == Status::unknown) {
    last_upto_.reset();
    if (event.in_message)
      watch_crashed_compaction(upto);
    else
      to_be_removed_.reset();
    return ledger_.perhaps_compacted(upto);
  }
  if (event.outcome.is_refused(refusal::beyond_end)) return refused_beyond_end(upto);
  if (event.outcome.is_done()) compacted(upto, TapeReader(event.outcome.body).offset());
}

void LogCompactionAudit::refused_beyond_end(std::int64_t upto) {
  mark(Mark::beyond_end);
  if (upto <= ledger_.surely_ends()) return end_went_back(upto - 1);
  ledger_.ends_below(upto);
}

void LogCompactionAudit::end_went_back(std::int64_t end) {
  const std::string at_most = "the log ends at " + std::to_string(end) + " or before, although ";
  for (std::size_t i = ledger_.find(end); i < ledger_.records.size(); ++i) {
    const LedgerRecord& record = ledger_.records[i];
    if (record.perhaps_gone || !crashed_since(record.shown_at)) continue;
    return breaks(Rule::survives, at_most + to_text(record) + " was acknowledged");
  }
  breaks(Rule::offsets, at_most + "its next offset was " + std::to_string(ledger_.surely_ends()));
}

void LogCompactionAudit::compacted(std::int64_t upto, std::int64_t kept) {
  const std::int64_t fewest_before = ledger_.fewest();
  const std::int64_t most_before = ledger_.most();
  const std::int64_t clean_below = ledger_.clean_below();
  ledger_.compacted(upto, now_);
  if (last_upto_ == upto) repeated(kept);
  if (kept < ledger_.fewest()) too_few(upto, kept);
  if (kept > ledger_.most()) too_many(kept);
  if (kept < fewest_before) mark(Mark::removed_records);
  if (kept > 0 && kept == most_before) mark(Mark::removed_nothing);
  note_tombstones(upto, clean_below);
  last_upto_ = upto;
  last_kept_ = kept;
  to_be_removed_.reset();
}

void LogCompactionAudit::repeated(std::int64_t kept) {
  const bool finite = retention_ != LogLedger::for_ever;
  if (kept > last_kept_ || (!finite && kept != last_kept_))
    breaks(Rule::idempotent, "the same compaction kept " + std::to_string(last_kept_) +
                                 " records and then " + std::to_string(kept));
}

void LogCompactionAudit::too_few(std::int64_t upto, std::int64_t kept) {
  std::int64_t below = 0, tombstones = 0;
  for (const LedgerRecord& record : ledger_.records) {
    if (record.gone || record.perhaps_gone || record.offset >= upto) continue;
    ++below;
    if (record.is_tombstone()) ++tombstones;
  }
  const std::int64_t lost = ledger_.fewest() - kept;
  const std::string sentence = "the compaction kept " + std::to_string(kept) + " records, but " +
                               std::to_string(ledger_.fewest()) + " had to stay";
  if (lost > below && last_crash_ > 0)
    return breaks(Rule::survives, sentence + ", more of them at or above " + std::to_string(upto) +
                                      " than are left");
  if (lost <= tombstones)
    return breaks(Rule::retention, sentence + ", " + std::to_string(tombstones) +
                                       " of them tombstones that may not go yet");
  breaks(Rule::state, sentence + " as the latest of their keys");
}

void LogCompactionAudit::too_many(std::int64_t kept) {
  std::int64_t removed_now = 0, back = 0;
  for (const LedgerRecord& record : ledger_.records) {
    if (record.gone && record.gone_at == now_) ++removed_now;
    if (record.gone && crashed_since(record.gone_at)) ++back;
  }
  const std::int64_t excess = kept - ledger_.most();
  const std::string sentence = "the compaction kept " + std::to_string(kept) +
                               " records, but at most " + std::to_string(ledger_.most());
  if (excess > removed_now && back > 0) return breaks(Rule::survives, sentence + " could be there");
  breaks(Rule::progress, sentence + " could stay");
}

void LogCompactionAudit::note_tombstones(std::int64_t upto, std::int64_t clean_below) {
  for (const LedgerRecord& record : ledger_.records) {
    if (!record.is_tombstone() || record.perhaps_superseded) continue;
    const bool goes_now = record.gone && record.gone_at == now_;
    if (goes_now) mark(Mark::tombstone_outlived);
    if (goes_now && record.offset + 1 == ledger_.surely_ends()) newest_was_dropped_ = true;
    const bool was_seen = record.offset < std::min(upto, clean_below);
    if (!record.perhaps_gone && was_seen && ledger_.is_retained(record))
      mark(Mark::tombstone_retained);
  }
}

void LogCompactionAudit::watch_crashed_compaction(std::int64_t upto) {
  to_be_removed_.reset();
  if (upto > ledger_.surely_ends()) return;
  for (const LedgerRecord& record : ledger_.records)
    if (record.offset < upto && record.superseded && !record.perhaps_gone)
      to_be_removed_ = record.offset;
}

void LogCompactionAudit::breaks(Rule rule, std::string sentence) {
  auto& broken = broken_[static_cast<std::size_t>(rule)];
  if (!broken) broken = std::move(sentence);
  is_broken_ = true;
}

}  // namespace fencepost::properties
