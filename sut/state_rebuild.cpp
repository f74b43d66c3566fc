// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/state_rebuild.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/sut/engine_home.hpp"
#include "fencepost/sut/state_rebuild_bugs.hpp"

namespace fencepost::sut {
namespace {

using Bug = StateRebuildBug;

/// Names that begin with the log's, so that what was told survives the loss of a node.
constexpr std::string_view snapshot_prefix = "log-snapshot.";
constexpr std::string_view checkpoint_prefix = "log-checkpoint.";

std::string checkpoint_name(std::int64_t next) {
  return std::string(checkpoint_prefix) + std::to_string(next);
}

/// Consumes a payload (null, a 32-bit value or text; where values are added, a value) and returns
/// its bytes.
std::string_view read_payload(TapeReader& fields, bool increment) {
  TapeReader whole = fields;
  switch (increment ? Tag::number : fields.peek()) {
    case Tag::null: fields.null(); break;
    case Tag::number: fields.value(); break;
    default: fields.text();
  }
  return whole.raw();
}

}  // namespace

template <class Bugs>
StateRebuild<Bugs>::StateRebuild(const Parameters& parameters, Disk& disk, Bugs bugs)
    : increment_(parameters.get("increment", 0) == 1),
      retention_(parameters.get("tombstone_retention", SegmentedLog::for_ever)),
      disk_(disk),
      log_(disk),
      files_(disk),
      bugs_(bugs) {}

template <class Bugs>
std::string StateRebuild<Bugs>::recover() {
  if (std::string damage = log_.recover(); !damage.empty()) return damage;
  tidy();
  has_state_ = log_.bounds().has_state;
  if (!has_state_) return {};
  if (!restore())
    return "the state cannot be rebuilt: of the log's beginning only damaged snapshots are left";
  state_ = std::move(rebuilt_);
  applied_ = log_.end();
  return {};
}

template <class Bugs>
void StateRebuild<Bugs>::tidy() {
  const LogBounds& bounds = log_.bounds();
  std::vector<std::string> known;
  for (std::size_t id = 0; id < bounds.snapshots.size(); ++id) known.push_back(snapshot_name(id));
  if (bounds.checkpoint >= 0) known.push_back(checkpoint_name(bounds.checkpoint));
  for (const std::string& name : disk_.names()) {
    const bool is_fold = name.starts_with(snapshot_prefix) || name.starts_with(checkpoint_prefix);
    if (is_fold && std::ranges::find(known, name) == known.end()) files_.remove(name);
  }
}

template <class Bugs>
std::string StateRebuild<Bugs>::snapshot_name(std::size_t id) const {
  const std::string name = std::string(snapshot_prefix) + std::to_string(id);
  return bugs_.has(Bug::snapshot_is_derived) ? name.substr(Disk::log_prefix.size()) : name;
}

template <class Bugs>
void StateRebuild<Bugs>::answer(const Command& command, Outcome& outcome) {
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

template <class Bugs>
void StateRebuild<Bugs>::append(TapeReader fields, Outcome& outcome) {
  const std::string_view key = fields.text();
  const std::string_view payload = read_payload(fields, increment_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const std::int64_t offset = log_.end();
  if (!log_.append(key, payload, outcome)) return;
  outcome.done().number(offset);
  if (has_state_) catch_up(bugs_.has(Bug::snapshot_before_newest) ? offset : log_.end());
}

template <class Bugs>
void StateRebuild<Bugs>::catch_up(std::int64_t end) {
  replay(state_, applied_, end);
  applied_ = end;
}

template <class Bugs>
void StateRebuild<Bugs>::replay(FoldedState& state, std::int64_t next, std::int64_t end) const {
  for (std::size_t i = log_.find(next); i < log_.size() && log_.offset(i) < end; ++i) {
    const std::string_view payload = log_.payload(i);
    if (increment_)
      state.add(log_.key(i), TapeReader(payload).value());
    else
      state.put(log_.key(i), payload);
  }
}

template <class Bugs>
void StateRebuild<Bugs>::compact(TapeReader fields, Outcome& outcome) {
  const std::int64_t upto = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (increment_) {
    if (bugs_.has(Bug::increments_compacted) && upto <= log_.end())
      log_.compact(log_.plan(upto, retention_), outcome);
    return outcome.refuse(refusal::not_a_replacement_log);
  }
  if (upto > log_.end()) return outcome.refuse(refusal::beyond_end);
  auto plan = log_.plan(upto, retention_);
  const std::int64_t checkpoint = log_.bounds().checkpoint;
  if (!stay_recoverable(plan.bounds, outcome) || !log_.compact(plan, outcome)) return;
  forget_checkpoint(checkpoint);
  outcome.done().number(static_cast<std::int64_t>(log_.size()));
}

template <class Bugs>
void StateRebuild<Bugs>::truncate_before(TapeReader fields, Outcome& outcome) {
  const std::int64_t offset = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (offset > log_.end()) return outcome.refuse(refusal::beyond_end);
  LogBounds bounds = log_.bounds();
  if (offset > bounds.start) {
    const std::int64_t checkpoint = bounds.checkpoint;
    bounds.start = offset;
    if (!stay_recoverable(bounds, outcome) || !log_.note(bounds, outcome)) return;
    forget_checkpoint(checkpoint);
  }
  outcome.done().number(bounds.start);
}

template <class Bugs>
bool StateRebuild<Bugs>::covers(const LogBounds& bounds, std::int64_t next) const {
  const bool suffix_is_there = bounds.start <= next || bugs_.has(Bug::retention_passed_unnoticed);
  const bool tombstones_are_there =
      bounds.expired_below <= next || bugs_.has(Bug::expired_tombstone_unnoticed);
  return suffix_is_there && tombstones_are_there;
}

template <class Bugs>
bool StateRebuild<Bugs>::stay_recoverable(LogBounds& bounds, Outcome& outcome) {
  if (!has_state_ || bounds.start == 0) return true;
  const auto keeps = [&](std::int64_t next) {
    return bounds.start <= next && bounds.expired_below <= next;
  };
  if (keeps(bounds.checkpoint) || std::ranges::any_of(bounds.snapshots, keeps)) return true;
  if (bugs_.has(Bug::retention_without_checkpoint)) return true;
  catch_up(log_.end());
  if (!files_.write(checkpoint_name(log_.end()), state_, log_.end(), outcome, {})) return false;
  bounds.checkpoint = log_.end();
  return true;
}

template <class Bugs>
void StateRebuild<Bugs>::forget_checkpoint(std::int64_t old) {
  if (old >= 0 && old != log_.bounds().checkpoint) files_.remove(checkpoint_name(old));
}

template <class Bugs>
void StateRebuild<Bugs>::snapshot(Outcome& outcome) {
  if (!has_state_) return outcome.refuse(refusal::no_state);
  LogBounds bounds = log_.bounds();
  const std::size_t id = bounds.snapshots.size();
  const FoldFiles::Skipped skipped = {.sync = bugs_.has(Bug::snapshot_not_synced),
                                      .sync_of_names = bugs_.has(Bug::snapshot_name_not_synced)};
  if (!files_.write(snapshot_name(id), state_, log_.end(), outcome, skipped)) return;
  bounds.snapshots.push_back(log_.end());
  if (log_.note(bounds, outcome))
    outcome.done().number(static_cast<std::int64_t>(id)).number(log_.end());
}

template <class Bugs>
void StateRebuild<Bugs>::lose_node(Outcome& outcome) {
  LogBounds bounds = log_.bounds();
  const std::int64_t checkpoint = std::exchange(bounds.checkpoint, -1);
  const bool to_be_noted = bounds.has_state && !bugs_.has(Bug::lost_state_comes_back);
  bounds.has_state = false;
  if (to_be_noted && !log_.note(bounds, outcome)) return;
  has_state_ = false;
  state_.clear();
  if (to_be_noted) forget_checkpoint(checkpoint);
  outcome.done();
}

template <class Bugs>
void StateRebuild<Bugs>::rebuild(TapeReader fields, Outcome& outcome) {
  const bool from_empty = fields.peek() == Tag::null || fields.peek() == Tag::absent;
  const std::int64_t id = from_empty ? 0 : fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (bugs_.has(Bug::refused_rebuild_clears)) state_.clear();
  LogBounds bounds = log_.bounds();
  if (!from_empty && static_cast<std::uint64_t>(id) >= bounds.snapshots.size())
    return outcome.refuse(refusal::no_such_snapshot);
  const auto number = static_cast<std::size_t>(id);
  const std::int64_t next = from_empty ? 0 : bounds.snapshots[number];
  const bool covered = from_empty ? bounds.start == 0 || bugs_.has(Bug::retention_passed_unnoticed)
                                  : covers(bounds, next);
  if (!covered) return outcome.refuse(refusal::suffix_lost);
  if (from_empty) {
    rebuilt_.clear();
    replay(rebuilt_, 0, log_.end());
  } else if (!restore_from({snapshot_name(number), next}) && !restore()) {
    return outcome.refuse(refusal::snapshot_damaged);
  }
  if (!std::exchange(bounds.has_state, true) && !log_.note(bounds, outcome)) return;
  has_state_ = true;
  std::swap(state_, rebuilt_);
  applied_ = log_.end();
  state_.write(outcome.done());
  outcome.body.number(next);
}

template <class Bugs>
bool StateRebuild<Bugs>::restore_from(const Fold& fold) {
  if (!files_.read(fold.name, fold.next, rebuilt_, bugs_.has(Bug::damaged_snapshot_trusted)))
    return false;
  const bool again = bugs_.has(Bug::replay_from_last_applied) && fold.next > 0;
  replay(rebuilt_, again ? fold.next - 1 : fold.next, log_.end());
  return true;
}

template <class Bugs>
bool StateRebuild<Bugs>::restore() {
  for (const Fold& fold : usable_folds())
    if (restore_from(fold)) return true;
  rebuilt_.clear();
  if (log_.bounds().start > 0) return false;
  replay(rebuilt_, 0, log_.end());
  return true;
}

template <class Bugs>
std::vector<typename StateRebuild<Bugs>::Fold> StateRebuild<Bugs>::usable_folds() const {
  const LogBounds& bounds = log_.bounds();
  std::vector<Fold> folds;
  if (bounds.checkpoint >= 0 && covers(bounds, bounds.checkpoint))
    folds.push_back({checkpoint_name(bounds.checkpoint), bounds.checkpoint});
  for (std::size_t id = bounds.snapshots.size(); id-- > 0;)
    if (covers(bounds, bounds.snapshots[id]))
      folds.push_back({snapshot_name(id), bounds.snapshots[id]});
  std::ranges::stable_sort(folds, std::ranges::greater(), &Fold::next);
  return folds;
}

template <class Bugs>
void StateRebuild<Bugs>::state(Outcome& outcome) {
  if (!has_state_) return outcome.refuse(refusal::no_state);
  catch_up(log_.end());
  state_.write(outcome.done());
}

template <class Bugs>
void StateRebuild<Bugs>::print(std::string& text) const {
  const LogBounds& bounds = log_.bounds();
  text += "log from " + std::to_string(bounds.start) + " to before " + std::to_string(log_.end()) +
          "\n";
  if (bounds.expired_below > 0)
    text += "newest expired tombstone " + std::to_string(bounds.expired_below - 1) + "\n";
  Tape tape;
  for (std::size_t i = 0; i < log_.size(); ++i) {
    tape.clear();
    tape.text(log_.key(i));
    text += "record " + std::to_string(log_.offset(i)) + " key=" + to_text(TapeReader(tape)) +
            " value=" + to_text(TapeReader(log_.payload(i)));
    if (log_.is_tombstone(i) && log_.offset(i) < bounds.clean_below)
      text += " seen by a compaction";
    text += "\n";
  }
  for (std::size_t id = 0; id < bounds.snapshots.size(); ++id)
    text +=
        "snapshot " + std::to_string(id) + " next=" + std::to_string(bounds.snapshots[id]) + "\n";
  if (bounds.checkpoint >= 0) text += "checkpoint next=" + std::to_string(bounds.checkpoint) + "\n";
  tape.clear();
  state_.write(tape);
  text += has_state_ ? "state " + to_text(TapeReader(tape)) + "\n" : "no state\n";
}

template class StateRebuild<NoBugs>;
template class StateRebuild<OneBug<StateRebuildBug>>;

std::unique_ptr<Home> make_state_rebuild(const PlantedBug* bug) {
  return make_home<StateRebuild, StateRebuildBug>(state_rebuild_bugs, bug);
}

}  // namespace fencepost::sut
