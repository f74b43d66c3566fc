// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/offset_commit.hpp"

#include <cstring>

#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

// In the order of the contract.
enum Type : std::uint8_t { processed_type, committed_type };

/// What the log and a checkpoint say of a partition.
struct Position {
  std::int64_t partition;
  std::int64_t next;
};

std::string_view bytes_of(const Position& position) {
  return {reinterpret_cast<const char*>(&position), sizeof position};
}

Position position_in(std::string_view bytes) {
  Position position;
  std::memcpy(&position, bytes.data(), sizeof position);
  return position;
}

}  // namespace

template <class Bugs>
OffsetCommit<Bugs>::OffsetCommit(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs),
      journal_(disk),
      windows_(static_cast<std::size_t>(parameters.get("partitions", 4))) {}

template <class Bugs>
void OffsetCommit<Bugs>::answer(const Command& command, Outcome& outcome) {
  TapeReader fields(command.fields);
  const std::int64_t partition = fields.partition(static_cast<std::int64_t>(windows_.size()));
  if (command.type == processed_type) {
    const std::int64_t offset = fields.offset();
    if (!fields.good()) return outcome.refuse(refusal::malformed);
    if (!processed(partition, offset, outcome)) return;
  } else if (command.type != committed_type || !fields.good()) {
    return outcome.refuse(refusal::malformed);
  }
  outcome.done().number(windows_[static_cast<std::size_t>(partition)].next() - 1);
}

template <class Bugs>
bool OffsetCommit<Bugs>::processed(std::int64_t partition, std::int64_t offset, Outcome& outcome) {
  Window& window = windows_[static_cast<std::size_t>(partition)];
  if (offset < window.next()) {
    if (bugs_.has(OffsetCommitBug::late_acknowledgement_moves_back) && offset + 1 < window.next())
      window.restart_at(offset + 1);
    return true;
  }
  const bool fresh = window.add(offset, bugs_);
  const std::int64_t reach = window.reach(bugs_);
  if (reach == window.next()) return true;
  if (!commit(bytes_of({partition, reach}), outcome)) {
    if (fresh) window.take_back(offset);
    return false;
  }
  window.advance(reach);
  journal_.checkpoint_if_due(*this);
  return true;
}

template <class Bugs>
bool OffsetCommit<Bugs>::commit(std::string_view record, Outcome& outcome) {
  return bugs_.has(OffsetCommitBug::acknowledged_before_synced)
             ? journal_.commit_without_sync(record, outcome)
             : journal_.commit(record, outcome);
}

template <class Bugs>
void OffsetCommit<Bugs>::print(std::string& text) const {
  for (std::size_t number = 0; number < windows_.size(); ++number) {
    const Window& window = windows_[number];
    if (window.next() == 0 && window.held() == 0) continue;
    text += "partition " + std::to_string(number) + ": committed " +
            std::to_string(window.next() - 1) + ", next " + std::to_string(window.next());
    if (window.held() > 0) text += ", waiting";
    window.for_each([&text](std::int64_t offset) { text += " " + std::to_string(offset); });
    text += "\n";
  }
}

template <class Bugs>
bool OffsetCommit<Bugs>::load(std::string_view state) {
  if (state.size() % sizeof(Position) != 0) return false;
  for (; !state.empty(); state.remove_prefix(sizeof(Position))) {
    const auto [partition, next] = position_in(state);
    if (partition < 0 || static_cast<std::size_t>(partition) >= windows_.size() || next < 0)
      return false;
    windows_[static_cast<std::size_t>(partition)].restart_at(next);
  }
  from_checkpoint_ = true;
  return true;
}

template <class Bugs>
void OffsetCommit<Bugs>::redo(std::string_view record) {
  if (bugs_.has(OffsetCommitBug::replay_starts_one_record_late) && replayed_++ == 0) return;
  if (bugs_.has(OffsetCommitBug::recovery_stops_at_the_checkpoint) && from_checkpoint_) return;
  auto [partition, next] = position_in(record);
  if (bugs_.has(OffsetCommitBug::replay_reads_next_as_last)) ++next;
  windows_[static_cast<std::size_t>(partition)].restart_at(next);
}

template <class Bugs>
void OffsetCommit<Bugs>::reset() {
  for (Window& window : windows_) window.restart_at(0);
  from_checkpoint_ = false;
}

template <class Bugs>
void OffsetCommit<Bugs>::save(std::string& state) const {
  for (std::size_t number = 0; number < windows_.size(); ++number)
    if (windows_[number].next() > 0)
      state += bytes_of({static_cast<std::int64_t>(number), windows_[number].next()});
}

template class OffsetCommit<NoBugs>;
template class OffsetCommit<OneBug<OffsetCommitBug>>;

std::unique_ptr<Home> make_offset_commit(const PlantedBug* bug) {
  return make_home<OffsetCommit, OffsetCommitBug>(offset_commit_bugs, bug);
}

}  // namespace fencepost::sut
