// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/state_rebuild_reading.hpp"

#include <algorithm>
#include <utility>

namespace fencepost::properties {
namespace {

bool is_refused(const Event& event, std::string_view code) {
  return event.kind == Event::Kind::answered && event.outcome.is_refused(code);
}

}  // namespace

void StateRebuildReading::read(const Scenario& scenario, const History& history) {
  *this = {};
  adds_ = scenario.parameters.get("increment", 0) == 1;
  ledger_ = FoldLedger(adds_);
  if (const std::int64_t r = scenario.parameters.get("tombstone_retention"); r != Parameter::none)
    retention_ = r;
  for (const Event& event : history) {
    if (event.kind == Event::Kind::damage_found) mark(Mark::damage_reported);
    if (event.kind == Event::Kind::bit_flipped) bit_flipped_ = true;
    if (event.torn_bytes > 0) mark(Mark::torn_tail_cut);
    if (event.kind == Event::Kind::answered || event.in_message)
      see(event, scenario.steps[event.message].command);
    if (is_broken_) return;
    ++now_;
  }
}

std::optional<Broken> StateRebuildReading::find(Rule rule) const {
  return broken_[static_cast<std::size_t>(rule)];
}

void StateRebuildReading::see(const Event& event, const Command& command) {
  const bool open = event.in_message || event.outcome.status == Status::unknown;
  if (!open && !event.outcome.is_done()) note_refusal(event, command);
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return append(event, fields, open);
    case 1: return compact(event, fields, open);
    case 2: return truncate(event, fields, open);
    case 3: return snapshot(event, open);
    case 4: return lose_node(event, open);
    case 5: return rebuild(event, fields, open);
    case 6: return state(event);
    default: return;
  }
}

void StateRebuildReading::note_refusal(const Event& event, const Command& command) {
  const bool is_rebuild = command.type == 5;
  if (is_refused(event, refusal::malformed)) mark(Mark::malformed_refused);
  if (is_refused(event, refusal::beyond_end)) mark(Mark::beyond_end_refused);
  if (is_refused(event, refusal::no_state)) mark(Mark::no_state_refused);
  if (is_refused(event, refusal::no_such_snapshot)) mark(Mark::no_such_snapshot_refused);
  if (is_refused(event, refusal::not_a_replacement_log)) mark(Mark::increments_not_compacted);
  if (is_refused(event, refusal::snapshot_damaged) && bit_flipped_)
    mark(Mark::damaged_snapshot_refused);
  rebuild_refused_ |= is_rebuild;
}

void StateRebuildReading::append(const Event& event, TapeReader fields, bool open) {
  const std::string_view key = fields.text();
  const std::string_view payload = fields.raw();
  if (!fields.good() || payload.empty() || (!open && !event.outcome.is_done())) return;
  // What is no payload is refused as malformed, whatever becomes of the reply.
  const auto tag = static_cast<Tag>(payload.front());
  TapeReader number(payload);
  if (tag == Tag::number) number.value();
  const bool fits =
      tag == Tag::number ? number.good() : !adds_ && (tag == Tag::null || tag == Tag::text);
  if (!fits) return;
  std::erase_if(tombstones_, [key](const Tombstone& tombstone) { return tombstone.key == key; });
  if (open) return ledger_.perhaps_appended(key, payload);
  const std::int64_t offset = TapeReader(event.outcome.body).offset();
  if (offset < surely_ends_)
    return breaks(Rule::survives, "the record is given offset " + std::to_string(offset) +
                                      ", although the log reached to before " +
                                      std::to_string(surely_ends_));
  surely_ends_ = offset + 1;
  ledger_.appended(key, payload);
  if (tag == Tag::null) tombstones_.push_back({offset, std::string(key)});
}

void StateRebuildReading::compact(const Event& event, TapeReader fields, bool open) {
  const std::int64_t upto = fields.offset();
  if (!fields.good() || adds_) return;
  perhaps_compacted_ |= open || event.outcome.is_done();
  if (!open && event.outcome.is_done()) compacted(upto, TapeReader(event.outcome.body).offset());
}

void StateRebuildReading::compacted(std::int64_t upto, std::int64_t kept) {
  thinned_out_ |= kept < surely_ends_ - surely_starts_;
  std::erase_if(tombstones_, [&](Tombstone& tombstone) {
    if (tombstone.offset >= upto || tombstone.offset < perhaps_starts_) return false;
    const bool expired =
        tombstone.seen && retention_ && surely_ends_ - tombstone.offset > *retention_;
    if (expired) expired_below_ = std::max(expired_below_, tombstone.offset + 1);
    tombstone.seen = true;
    return expired;
  });
}

void StateRebuildReading::truncate(const Event& event, TapeReader fields, bool open) {
  const std::int64_t offset = fields.offset();
  if (!fields.good()) return;
  if (open || event.outcome.is_done()) perhaps_starts_ = std::max(perhaps_starts_, offset);
  if (!open && event.outcome.is_done())
    surely_starts_ = std::max(surely_starts_, TapeReader(event.outcome.body).offset());
}

void StateRebuildReading::snapshot(const Event& event, bool open) {
  if (event.in_message) mark(Mark::snapshot_interrupted);
  if (open) return;
  asked_for_state(event);
  if (!event.outcome.is_done()) return;
  TapeReader result(event.outcome.body);
  const std::int64_t id = result.offset();
  const std::int64_t next = result.offset();
  if (!snapshots_.empty() && id <= snapshots_.rbegin()->first)
    return breaks(Rule::survives, "snapshot id " + std::to_string(id) + " is given a second time");
  snapshots_[id] = next;
}

void StateRebuildReading::lose_node(const Event& event, bool open) {
  if (open && held_ == Held::yes) held_ = Held::perhaps;
  if (open || !event.outcome.is_done()) return;
  held_ = Held::no;
  was_lost_ = true;
}

void StateRebuildReading::asked_for_state(const Event& event) {
  if (event.outcome.is_done()) {
    if (held_ == Held::no)
      return breaks(Rule::gone,
                    "there is a state, although it was lost and no rebuild was done since");
    held_ = Held::yes;
  } else if (is_refused(event, refusal::no_state)) {
    if (held_ == Held::yes)
      return breaks(Rule::survives, "there is no state, although it was not lost");
    held_ = Held::no;
  }
}

void StateRebuildReading::state(const Event& event) {
  if (event.kind != Event::Kind::answered || event.outcome.status == Status::unknown) return;
  asked_for_state(event);
  if (is_broken_ || !event.outcome.is_done()) return;
  if (const auto wrong = ledger_.told(TapeReader(event.outcome.body))) {
    if (rebuild_refused_)
      return breaks(Rule::refused, wrong->sentence + ", and a rebuild was refused before");
    return breaks(wrong->one_twice ? Rule::applies_once : Rule::survives, wrong->sentence);
  }
  rebuild_refused_ = false;
}

void StateRebuildReading::rebuild(const Event& event, TapeReader fields, bool open) {
  const bool from_empty = fields.peek() == Tag::null || fields.peek() == Tag::absent;
  std::optional<std::int64_t> id, next = 0;
  if (!from_empty) id = fields.offset();
  if (!fields.good()) return;
  if (open && held_ == Held::no) held_ = Held::perhaps;
  if (open) return;
  if (id) {
    const auto known = snapshots_.find(*id);
    next.reset();
    if (known != snapshots_.end()) next = known->second;
  }
  if (event.outcome.is_done()) return rebuilt(TapeReader(event.outcome.body), id, next);
  if (next) rebuild_refused(event, id, *next);
}

void StateRebuildReading::rebuild_refused(const Event& event, std::optional<std::int64_t> id,
                                          std::int64_t next) {
  if (is_refused(event, refusal::no_such_snapshot))
    return breaks(Rule::survives, "there is no snapshot " + std::to_string(id.value_or(0)) +
                                      ", although it was acknowledged");
  if (!is_refused(event, refusal::suffix_lost)) return;
  if (perhaps_starts_ <= next && !(id && perhaps_compacted_))
    return breaks(Rule::equal, "the rebuild is refused, although every record from " +
                                   std::to_string(next) + " on is there");
  if (surely_starts_ > next)
    mark(Mark::lost_by_retention);
  else if (id && expired_below_ > next)
    mark(Mark::lost_by_expiry);
}

void StateRebuildReading::rebuilt(TapeReader result, std::optional<std::int64_t> id,
                                  std::optional<std::int64_t> next) {
  const TapeReader told = result;
  result.raw();
  const std::int64_t from = result.offset();
  const bool is_lost = surely_starts_ > from || (id && expired_below_ > from);
  const std::string head =
      (id ? "rebuilt from snapshot " + std::to_string(*id) : "rebuilt from empty") + ", ";
  const auto wrong = ledger_.told(told);
  if (wrong && wrong->deleted_is_back) return breaks(Rule::deleted, head + wrong->sentence);
  if (is_lost)
    return breaks(
        Rule::refused,
        head + (surely_starts_ > from
                    ? "although the log begins at " + std::to_string(surely_starts_)
                    : "although a tombstone at or above " + std::to_string(from) + " is gone"));
  if (wrong)
    return breaks(wrong->one_twice ? Rule::applies_once : Rule::equal, head + wrong->sentence);
  if (next && from != *next)
    return breaks(Rule::applies_once,
                  head + "the replay began at " + std::to_string(from) +
                      ", although what it began from holds every record below " +
                      std::to_string(*next));
  if (held_ == Held::no && was_lost_) mark(Mark::regained);
  held_ = Held::yes;
  rebuild_refused_ = false;
  if (id && from < surely_ends_) mark(Mark::suffix_replayed);
  if (!id && surely_ends_ > 0) mark(Mark::rebuilt_from_empty);
  if (thinned_out_) mark(Mark::rebuilt_after_compaction);
  if (adds_ && surely_ends_ > 0) mark(Mark::increments_rebuilt);
}

void StateRebuildReading::breaks(Rule rule, std::string sentence) {
  if (!is_broken_) broken_[static_cast<std::size_t>(rule)] = Broken{now_, std::move(sentence)};
  is_broken_ = true;
}

}  // namespace fencepost::properties
