// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/segmented_log.hpp"

#include <xxhash.h>

#include <algorithm>
#include <charconv>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/frame.hpp"

namespace fencepost::sut {
namespace {

constexpr std::string_view prefix = "log.";
constexpr std::string_view unfinished_name = "unfinished";
/// A segment is full once it holds an eighth of the log, within these bounds.
constexpr std::size_t least_full = 512;
constexpr std::size_t most_full = std::size_t{8} << 20U;
constexpr std::uint32_t record_parts = 3;
constexpr std::uint32_t bounds_parts = 8;

std::string name_of(std::uint32_t number) { return std::string(prefix) + std::to_string(number); }

/// A frame's number is that of its segment and its place in it, so that none passes for another.
std::uint64_t frame_number(std::uint32_t segment, std::uint32_t place) {
  return static_cast<std::uint64_t>(segment) << 32U | place;
}

bool segment_number(std::string_view name, std::uint32_t& number) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size();
}

std::uint32_t hash_of(std::string_view key) {
  return static_cast<std::uint32_t>(XXH3_64bits(key.data(), key.size()));
}

}  // namespace

std::string SegmentedLog::recover() {
  if (disk_.exists(unfinished_name) && disk_.remove(unfinished_name) != DiskResult::ok)
    return "an unfinished file cannot be removed";
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : disk_.names())
    if (std::uint32_t number = 0; segment_number(name, number)) numbers.push_back(number);
  std::ranges::sort(numbers);
  if (numbers.empty()) numbers.push_back(0);
  for (const std::uint32_t number : numbers)
    if (std::string damage = load(number, number == numbers.back()); !damage.empty()) return damage;
  return settle();
}

std::string SegmentedLog::load(std::uint32_t number, bool is_last) {
  Segment& segment = segments_.emplace_back();
  segment.number = number;
  segment.file = disk_.open(name_of(number));
  disk_.read(segment.file, segment.image);
  std::size_t at = 0;
  for (;; ++segment.frames) {
    const Frame frame = read_frame(segment.image, at, frame_number(number, segment.frames));
    const bool whole = frame.kind == Frame::Kind::whole;
    const bool damaged = frame.kind == Frame::Kind::damaged ||
                         (!is_last && frame.kind == Frame::Kind::torn) ||
                         (whole && !take(frame.payload, segment, at + frame_head_bytes));
    if (damaged)
      return "frame " + std::to_string(segment.frames) + " of segment " + std::to_string(number) +
             " of the log is damaged, at byte " + std::to_string(at);
    if (!whole) break;
    at = frame.next;
  }
  if (at == segment.image.size()) return {};
  // The tail was being written when the power went; nothing was promised of it.
  segment.image.resize(at);
  if (disk_.truncate(segment.file, at) != DiskResult::ok ||
      disk_.sync(segment.file) != DiskResult::ok)
    return "the torn end of the log cannot be cut";
  return {};
}

bool SegmentedLog::take(std::string_view tape, const Segment& segment, std::uint64_t at) {
  TapeReader reader(tape);
  const std::uint32_t parts = reader.list();
  if (parts == bounds_parts) return take_bounds(reader);
  if (parts != record_parts || segment.frames == 0) return false;
  const std::int64_t offset = reader.offset();
  const std::string_view key = reader.text();
  if (!reader.good() || reader.raw().empty() || !reader.at_end()) return false;
  index_.push_back({offset, at, segment.number, static_cast<std::uint32_t>(key.size())});
  end_ = std::max(end_, offset + 1);
  return true;
}

bool SegmentedLog::take_bounds(TapeReader& tape) {
  const auto first = static_cast<std::uint32_t>(tape.number(0, UINT32_MAX));
  LogBounds bounds;
  end_ = std::max(end_, tape.offset());
  bounds.start = tape.offset();
  bounds.clean_below = tape.offset();
  bounds.expired_below = tape.offset();
  bounds.has_state = tape.flag();
  bounds.checkpoint = tape.number(-1, INT64_MAX);
  for (std::uint32_t left = tape.list(); left > 0 && tape.good(); --left)
    bounds.snapshots.push_back(tape.offset());
  if (!tape.good() || !tape.at_end()) return false;
  bounds_ = std::move(bounds);
  // A compaction has written again what stood in the segments before this one.
  if (first > first_)
    std::erase_if(index_, [first](const Entry& entry) { return entry.segment < first; });
  first_ = std::max(first, first_);
  return true;
}

std::string SegmentedLog::settle() {
  const std::uint32_t last = segments_.back().number;
  leave_before(bounds_.start, std::min(first_, last));
  if (segments_.front().number != first_ || last - first_ + 1 != segments_.size())
    return "a segment of the log is missing";
  return {};
}

std::size_t SegmentedLog::find(std::int64_t offset) const {
  const auto found = std::ranges::lower_bound(index_, offset, {}, &Entry::offset);
  return static_cast<std::size_t>(found - index_.begin());
}

std::uint32_t SegmentedLog::first_needed(std::int64_t start) const {
  const std::size_t i = find(start);
  return i < index_.size() ? index_[i].segment : segments_.back().number;
}

void SegmentedLog::leave_before(std::int64_t start, std::uint32_t first) {
  index_.erase(index_.begin(), index_.begin() + static_cast<std::ptrdiff_t>(find(start)));
  // What cannot be removed now is left over and tried again at the next start.
  std::erase_if(segments_, [&](const Segment& segment) {
    if (segment.number < first) static_cast<void>(disk_.remove(name_of(segment.number)));
    return segment.number < first;
  });
}

void SegmentedLog::write_bounds(const LogBounds& bounds, std::uint32_t first) {
  tape_.clear();
  tape_.list(bounds_parts)
      .number(first)
      .number(end_)
      .number(bounds.start)
      .number(bounds.clean_below);
  tape_.number(bounds.expired_below).flag(bounds.has_state).number(bounds.checkpoint);
  tape_.list(static_cast<std::uint32_t>(bounds.snapshots.size()));
  for (const std::int64_t next : bounds.snapshots) tape_.number(next);
}

bool SegmentedLog::append(std::string_view key, std::string_view payload, Outcome& outcome) {
  roll_if_full();
  tape_.clear();
  tape_.list(record_parts).number(end_).text(key).raw(payload);
  const std::size_t tape_size = tape_.bytes().size();
  if (!extend(tape_.bytes(), outcome)) return false;
  const Segment& segment = segments_.back();
  const std::uint64_t at =
      segment.image.size() - tape_size - (frame_overhead_bytes - frame_head_bytes);
  index_.push_back({end_, at, segment.number, static_cast<std::uint32_t>(key.size())});
  ++end_;
  return true;
}

bool SegmentedLog::note(const LogBounds& bounds, Outcome& outcome) {
  roll_if_full();
  const std::uint32_t first = first_needed(bounds.start);
  write_bounds(bounds, first);
  if (!extend(tape_.bytes(), outcome)) return false;
  bounds_ = bounds;
  leave_before(bounds_.start, first);
  return true;
}

void SegmentedLog::roll_if_full() {
  std::size_t stored = 0;
  for (const Segment& segment : segments_) stored += segment.image.size();
  if (segments_.back().image.size() < std::clamp(stored / 8, least_full, most_full)) return;
  Segment next;
  next.number = segments_.back().number + 1;
  next.file = disk_.open(name_of(next.number));
  segments_.push_back(std::move(next));
}

bool SegmentedLog::extend(std::string_view tape, Outcome& outcome) {
  Segment& segment = segments_.back();
  const std::size_t old_size = segment.image.size();
  const std::uint32_t old_frames = segment.frames;
  DiskResult written = DiskResult::ok;
  // The first frame makes the segment itself durable, name and all. A write is one frame, so that a
  // torn one can be told from a damaged one.
  if (segment.frames == 0) {
    if (disk_.sync_names() != DiskResult::ok) return outcome.unknown("a disk sync failed"), false;
    first_tape_.assign(tape);
    tape = first_tape_;
    write_bounds(bounds_, first_needed(bounds_.start));
    written = write(tape_.bytes());
  }
  if (written == DiskResult::ok) written = write(tape);
  if (written == DiskResult::ok) {
    if (disk_.sync(segment.file) == DiskResult::ok) return true;
    return outcome.unknown("a disk sync failed"), false;
  }
  segment.image.resize(old_size);
  segment.frames = old_frames;
  // Synced, so that a segment which is full has no torn end.
  const bool taken_back = written == DiskResult::full &&
                          disk_.truncate(segment.file, old_size) == DiskResult::ok &&
                          disk_.sync(segment.file) == DiskResult::ok;
  taken_back ? outcome.refuse(refusal::disk_full) : outcome.unknown("a disk write failed");
  return false;
}

DiskResult SegmentedLog::write(std::string_view tape) {
  Segment& segment = segments_.back();
  const std::size_t old_size = segment.image.size();
  append_frame(segment.image, tape, frame_number(segment.number, segment.frames++));
  return disk_.append(segment.file, std::string_view(segment.image).substr(old_size));
}

SegmentedLog::Compaction SegmentedLog::plan(std::int64_t upto, std::int64_t retention) {
  CHECK(index_.size() < UINT32_MAX);
  Compaction plan{0, bounds_};
  map_.clear();
  removed_.assign(index_.size(), false);
  for (std::size_t i = index_.size(); i-- > 0;) {
    const auto same = [&](std::uint32_t other) { return key(other) == key(i); };
    const bool superseded = !map_.claim(hash_of(key(i)), static_cast<std::uint32_t>(i), same);
    if (offset(i) >= upto) continue;
    const bool expired = !superseded && may_drop(i, retention);
    if (expired) plan.bounds.expired_below = std::max(plan.bounds.expired_below, offset(i) + 1);
    removed_[i] = superseded || expired;
    if (removed_[i]) ++plan.removes;
  }
  plan.bounds.clean_below = std::max(upto, bounds_.clean_below);
  return plan;
}

bool SegmentedLog::may_drop(std::size_t i, std::int64_t retention) const {
  const bool seen = offset(i) < bounds_.clean_below;
  return retention != for_ever && seen && is_tombstone(i) && end_ - offset(i) > retention;
}

void SegmentedLog::rewrite(const LogBounds& bounds, Segment& segment, std::vector<Entry>& index) {
  write_bounds(bounds, segment.number);
  append_frame(segment.image, tape_.bytes(), frame_number(segment.number, segment.frames++));
  for (std::size_t i = 0; i < index_.size(); ++i) {
    if (removed_[i]) continue;
    const Entry& old = index_[i];
    const std::string_view record = TapeReader(rest(i, 0)).raw();
    index.push_back(
        {old.offset, segment.image.size() + frame_head_bytes, segment.number, old.key_size});
    append_frame(segment.image, record, frame_number(segment.number, segment.frames++));
  }
}

bool SegmentedLog::compact(const Compaction& plan, Outcome& outcome) {
  if (plan.removes == 0)
    return plan.bounds.clean_below == bounds_.clean_below || note(plan.bounds, outcome);
  Segment segment;
  segment.number = segments_.back().number + 1;
  std::vector<Entry> index;
  rewrite(plan.bounds, segment, index);
  segment.file = disk_.open(unfinished_name);
  const DiskResult written = disk_.append(segment.file, segment.image);
  if (written == DiskResult::full && disk_.remove(unfinished_name) == DiskResult::ok)
    return outcome.refuse(refusal::disk_full), false;
  if (written != DiskResult::ok) return outcome.unknown("a disk write failed"), false;
  if (disk_.sync(segment.file) != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  if (disk_.rename(unfinished_name, name_of(segment.number)) != DiskResult::ok)
    return outcome.unknown("a disk write failed"), false;
  if (disk_.sync_names() != DiskResult::ok) return outcome.unknown("a disk sync failed"), false;
  index_.clear();
  segments_.push_back(std::move(segment));
  leave_before(0, segments_.back().number);
  index_ = std::move(index);
  bounds_ = plan.bounds;
  return true;
}

}  // namespace fencepost::sut
