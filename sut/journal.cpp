// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/journal.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "fencepost/sut/frame.hpp"

namespace fencepost::sut {
namespace {

constexpr std::string_view log_name = "log";
constexpr std::string_view checkpoint_prefix = "checkpoint.";
constexpr std::string_view unfinished_name = "unfinished";
/// The log grows by at least this much between checkpoints, and by no less than the last one was
/// long, so that checkpoints cost a constant share of the writing.
constexpr std::uint64_t least_bytes_between_checkpoints = 512;

/// The number in `checkpoint.N`, or nothing if the name is another.
bool checkpoint_number(std::string_view name, std::uint64_t& number) {
  if (!name.starts_with(checkpoint_prefix)) return false;
  name.remove_prefix(checkpoint_prefix.size());
  return std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc{};
}

}  // namespace

std::string Journal::recover(Recoverable& engine) {
  log_ = disk_.open(log_name);
  std::vector<std::pair<std::uint64_t, std::string>> checkpoints;
  for (std::string& name : disk_.names())
    if (std::uint64_t number = 0; checkpoint_number(name, number))
      checkpoints.emplace_back(number, std::move(name));
  std::ranges::sort(checkpoints, std::greater<>());

  std::uint64_t covered = 0;
  newest_.clear();
  before_newest_.clear();
  for (const auto& [number, name] : checkpoints) {
    if (!newest_.empty()) {
      before_newest_ = name;
      break;
    }
    if (load_checkpoint(engine, name, number)) {
      covered = number;
      newest_ = name;
      continue;
    }
    engine.reset();
    static_cast<void>(disk_.remove(name));
  }
  std::string damage;
  const std::uint64_t found = replay(engine, covered, damage);
  if (!damage.empty()) return damage;
  // A checkpoint that knows more than the log proves that acknowledged records are gone.
  if (found < covered)
    return "the log ends after " + std::to_string(found) +
           " records, but a checkpoint was taken after " + std::to_string(covered);
  bytes_since_checkpoint_ = 0;
  checkpoint_due_at_ = least_bytes_between_checkpoints;
  return {};
}

bool Journal::load_checkpoint(Recoverable& engine, const std::string& name, std::uint64_t records) {
  disk_.read(disk_.open(name), scratch_);
  const Frame frame = read_frame(scratch_, 0, records);
  return frame.kind == Frame::Kind::whole && frame.next == scratch_.size() &&
         engine.load(frame.payload);
}

std::uint64_t Journal::replay(Recoverable& engine, std::uint64_t skip, std::string& damage) {
  disk_.read(log_, log_bytes_read_);
  std::size_t at = 0;
  for (records_ = 0;; ++records_) {
    const Frame frame = read_frame(log_bytes_read_, at, records_);
    if (frame.kind == Frame::Kind::damaged) {
      damage = "record " + std::to_string(records_) + " of the log is damaged, at byte " +
               std::to_string(at);
      return records_;
    }
    if (frame.kind != Frame::Kind::whole) break;
    if (records_ >= skip) engine.redo(frame.payload);
    at = frame.next;
  }
  log_bytes_ = at;
  if (at == log_bytes_read_.size()) return records_;
  // The tail was being written when the power went; nothing was promised of it.
  if (disk_.truncate(log_, at) != DiskResult::ok || disk_.sync(log_) != DiskResult::ok)
    damage = "the torn end of the log cannot be cut";
  return records_;
}

bool Journal::write(std::string_view record, Outcome& outcome) {
  scratch_.clear();
  append_frame(scratch_, record, records_);
  switch (disk_.append(log_, scratch_)) {
    case DiskResult::ok: return true;
    case DiskResult::full:
      if (disk_.truncate(log_, log_bytes_) == DiskResult::ok)
        outcome.refuse(refusal::disk_full);
      else
        outcome.unknown("a disk write failed");
      return false;
    case DiskResult::failed: outcome.unknown("a disk write failed"); return false;
  }
  return false;
}

bool Journal::commit(std::string_view record, Outcome& outcome) {
  // The first record makes the log itself durable, name and all.
  if (records_ == 0 && disk_.sync_names() != DiskResult::ok) {
    outcome.unknown("a disk sync failed");
    return false;
  }
  if (!write(record, outcome)) return false;
  if (disk_.sync(log_) != DiskResult::ok) {
    outcome.unknown("a disk sync failed");
    return false;
  }
  ++records_;
  log_bytes_ += scratch_.size();
  bytes_since_checkpoint_ += scratch_.size();
  return true;
}

bool Journal::commit_without_sync(std::string_view record, Outcome& outcome) {
  if (!write(record, outcome)) return false;
  ++records_;
  log_bytes_ += scratch_.size();
  bytes_since_checkpoint_ += scratch_.size();
  return true;
}

void Journal::checkpoint_if_due(const Recoverable& engine) {
  if (bytes_since_checkpoint_ < checkpoint_due_at_) return;
  std::string state;
  engine.save(state);
  scratch_.clear();
  append_frame(scratch_, state, records_);
  bytes_since_checkpoint_ = 0;
  checkpoint_due_at_ =
      std::max<std::uint64_t>(least_bytes_between_checkpoints, 2 * scratch_.size());

  // Written beside, synced, then named: a checkpoint is there whole or not at all. The older ones
  // are of use only if this one turns out damaged, so one of them stays.
  if (disk_.exists(unfinished_name) && disk_.remove(unfinished_name) != DiskResult::ok) return;
  if (disk_.sync(log_) != DiskResult::ok) return;
  const Disk::File file = disk_.open(unfinished_name);
  if (disk_.append(file, scratch_) != DiskResult::ok || disk_.sync(file) != DiskResult::ok) return;
  const std::string name = std::string(checkpoint_prefix) + std::to_string(records_);
  if (disk_.rename(unfinished_name, name) != DiskResult::ok || disk_.sync_names() != DiskResult::ok)
    return;
  if (!before_newest_.empty() && disk_.exists(before_newest_))
    static_cast<void>(disk_.remove(before_newest_));
  before_newest_ = newest_;
  newest_ = name;
}

}  // namespace fencepost::sut
