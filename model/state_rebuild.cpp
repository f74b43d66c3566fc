// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/state_rebuild.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {
namespace {

bool is_tombstone(const Tape& payload) { return TapeReader(payload).peek() == Tag::null; }

/// Consumes a payload: null, a value or text; where values are added, a value.
std::string_view payload(TapeReader& fields, bool increment) {
  TapeReader value = fields;
  if (increment || fields.peek() == Tag::number)
    fields.value();
  else if (fields.peek() == Tag::text)
    fields.text();
  else if (!fields.null())
    fields.refuse();
  return value.raw();
}

void write_state(const std::map<std::string, Tape, std::less<>>& state, Tape& result) {
  result.list(static_cast<std::uint32_t>(state.size()));
  for (const auto& [key, value] : state) result.list(2).text(key).raw(value.bytes());
}

std::string key_text(const std::string& key) {
  Tape tape;
  tape.text(key);
  return to_text(TapeReader(tape));
}

void print_state(const std::map<std::string, Tape, std::less<>>& state, std::string_view head,
                 std::string& text) {
  for (const auto& [key, value] : state)
    text +=
        std::string(head) + " key=" + key_text(key) + " value=" + to_text(TapeReader(value)) + "\n";
}

}  // namespace

StateRebuild::StateRebuild(const Parameters& parameters)
    : increment_(parameters.get("increment", 0) == 1),
      retains_for_ever_(parameters.get("tombstone_retention") == Parameter::none),
      retention_(parameters.get("tombstone_retention")),
      state_(State{}) {}

void StateRebuild::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return append(fields, outcome);
    case 1: return compact(fields, outcome);
    case 2: return truncate_before(fields, outcome);
    case 3: return snapshot(outcome);
    case 4: return lose_node(outcome);
    case 5: return rebuild(fields, outcome);
    case 6: return state(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

void StateRebuild::append(TapeReader fields, Outcome& outcome) {
  const std::string_view key = fields.text();
  const std::string_view value = payload(fields, increment_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Record& record = log_.emplace_back(Record{end_, std::string(key), {}, false});
  record.payload.raw(value);
  if (state_) apply(record, *state_);
  outcome.done().number(end_);
  ++end_;
}

void StateRebuild::apply(const Record& record, State& state) const {
  if (is_tombstone(record.payload)) {
    state.erase(record.key);
    return;
  }
  if (!increment_) {
    state[record.key] = record.payload;
    return;
  }
  Tape& sum = state[record.key];
  const std::int64_t before = sum.empty() ? 0 : TapeReader(sum).time();
  sum.clear();
  sum.number(before + TapeReader(record.payload).value());
}

void StateRebuild::compact(TapeReader fields, Outcome& outcome) {
  const std::int64_t upto = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (increment_) return outcome.refuse(refusal::not_a_replacement_log);
  if (upto > end_) return outcome.refuse(refusal::beyond_end);
  const std::map<std::string, std::int64_t> last = last_of_each_key();
  std::vector<Record> kept;
  for (Record& record : log_) {
    if (record.offset < upto) {
      if (last.at(record.key) != record.offset) continue;
      if (is_tombstone(record.payload) && may_drop(record)) {
        newest_expired_ = std::max(newest_expired_, record.offset);
        continue;
      }
      record.seen = true;
    }
    kept.push_back(std::move(record));
  }
  log_ = std::move(kept);
  outcome.done().number(static_cast<std::int64_t>(log_.size()));
}

std::map<std::string, std::int64_t> StateRebuild::last_of_each_key() const {
  std::map<std::string, std::int64_t> last;
  for (const Record& record : log_) last[record.key] = record.offset;
  return last;
}

bool StateRebuild::may_drop(const Record& tombstone) const {
  return !retains_for_ever_ && tombstone.seen && end_ - tombstone.offset > retention_;
}

void StateRebuild::truncate_before(TapeReader fields, Outcome& outcome) {
  const std::int64_t offset = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (offset > end_) return outcome.refuse(refusal::beyond_end);
  start_ = std::max(start_, offset);
  std::erase_if(log_, [this](const Record& record) { return record.offset < start_; });
  outcome.done().number(start_);
}

void StateRebuild::snapshot(Outcome& outcome) {
  if (!state_) return outcome.refuse(refusal::no_state);
  outcome.done().number(static_cast<std::int64_t>(snapshots_.size())).number(end_);
  snapshots_.push_back({end_, *state_});
}

void StateRebuild::lose_node(Outcome& outcome) {
  state_.reset();
  outcome.done();
}

void StateRebuild::rebuild(TapeReader fields, Outcome& outcome) {
  const bool from_empty = fields.peek() == Tag::null || fields.peek() == Tag::absent;
  const std::int64_t id = from_empty ? 0 : fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (!from_empty && id >= static_cast<std::int64_t>(snapshots_.size()))
    return outcome.refuse(refusal::no_such_snapshot);
  const Snapshot nothing{0, {}};
  const Snapshot& from = from_empty ? nothing : snapshots_[static_cast<std::size_t>(id)];
  if (from_empty ? start_ > 0 : !covers(from)) return outcome.refuse(refusal::suffix_lost);
  State rebuilt = from.state;
  for (const Record& record : log_)
    if (record.offset >= from.next) apply(record, rebuilt);
  state_ = std::move(rebuilt);
  write_state(*state_, outcome.done());
  outcome.body.number(from.next);
}

bool StateRebuild::covers(const Snapshot& snapshot) const {
  return start_ <= snapshot.next && newest_expired_ < snapshot.next;
}

void StateRebuild::state(Outcome& outcome) const {
  if (!state_) return outcome.refuse(refusal::no_state);
  write_state(*state_, outcome.done());
}

void StateRebuild::print(std::string& text) const {
  text += "log from " + std::to_string(start_) + " to before " + std::to_string(end_) + "\n";
  if (newest_expired_ >= 0)
    text += "newest expired tombstone " + std::to_string(newest_expired_) + "\n";
  for (const Record& record : log_) {
    text += "record " + std::to_string(record.offset) + " key=" + key_text(record.key) +
            " value=" + to_text(TapeReader(record.payload));
    if (is_tombstone(record.payload) && record.seen) text += " seen by a compaction";
    text += "\n";
  }
  for (std::size_t id = 0; id < snapshots_.size(); ++id) {
    const std::string head = "snapshot " + std::to_string(id);
    text += head + " next=" + std::to_string(snapshots_[id].next) + "\n";
    print_state(snapshots_[id].state, head, text);
  }
  if (state_)
    print_state(*state_, "state", text);
  else
    text += "no state\n";
}

std::unique_ptr<Model> StateRebuild::clone() const { return std::make_unique<StateRebuild>(*this); }

}  // namespace fencepost::model
