// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/compacted_log.hpp"

#include <xxhash.h>

#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/frame.hpp"
#include "fencepost/sut/log_compaction_bugs.hpp"

namespace fencepost::sut {
namespace {

using Bug = LogCompactionBug;

constexpr std::string_view log_name = "log";
constexpr std::string_view unfinished_name = "unfinished";

}  // namespace

template <class Bugs>
std::string CompactedLog<Bugs>::recover() {
  if (disk_.exists(unfinished_name)) {
    const DiskResult tidied = bugs_.has(Bug::unfinished_trusted)
                                  ? disk_.rename(unfinished_name, log_name)
                                  : disk_.remove(unfinished_name);
    if (tidied != DiskResult::ok) return "what a compaction left unfinished cannot be removed";
  }
  file_ = disk_.open(log_name);
  disk_.read(file_, image_);
  return replay();
}

template <class Bugs>
std::string CompactedLog<Bugs>::replay() {
  std::size_t at = 0;
  for (;; ++frames_) {
    const Frame frame = read_frame(image_, at, frames_);
    const bool whole = frame.kind == Frame::Kind::whole;
    if (frame.kind == Frame::Kind::damaged ||
        (whole && !take(frame.payload, at + frame_head_bytes)))
      return "frame " + std::to_string(frames_) + " of the log is damaged, at byte " +
             std::to_string(at);
    if (!whole) break;
    at = frame.next;
  }
  if (at == image_.size()) return {};
  image_.resize(at);
  if (bugs_.has(Bug::torn_tail_kept)) return {};
  // The tail was being written when the power went; nothing was promised of it.
  if (disk_.truncate(file_, at) != DiskResult::ok || disk_.sync(file_) != DiskResult::ok)
    return "the torn end of the log cannot be cut";
  return {};
}

template <class Bugs>
bool CompactedLog<Bugs>::take(std::string_view tape, std::uint64_t at) {
  TapeReader reader(tape);
  if (reader.peek() == Tag::list) return take_record(reader, tape, at);
  const std::int64_t end = reader.offset();
  const std::int64_t clean_below = reader.offset();
  if (!reader.good() || !reader.at_end()) return false;
  if (!bugs_.has(Bug::next_offset_forgotten)) end_ = std::max(end_, end);
  if (!bugs_.has(Bug::seen_forgotten)) clean_below_ = clean_below;
  return true;
}

template <class Bugs>
bool CompactedLog<Bugs>::take_record(TapeReader record, std::string_view tape, std::uint64_t at) {
  const bool is_triple = record.list() == 3;
  const std::int64_t offset = record.offset();
  const std::string_view key = record.text();
  if (!is_triple || !record.good() || record.raw().empty() || !record.at_end()) return false;
  index_.push_back({offset, at, static_cast<std::uint32_t>(tape.size()),
                    static_cast<std::uint32_t>(key.size())});
  end_ = std::max(end_, offset + 1);
  return true;
}

template <class Bugs>
bool CompactedLog<Bugs>::append(std::string_view key, std::string_view payload, Outcome& outcome) {
  const std::uint64_t at = image_.size() + frame_head_bytes;
  tape_.clear();
  tape_.list(3).number(end_).text(key).raw(payload);
  if (!extend(tape_.bytes(), outcome)) return false;
  take_record(TapeReader(tape_), tape_.bytes(), at);
  return true;
}

template <class Bugs>
bool CompactedLog<Bugs>::extend(std::string_view tape, Outcome& outcome) {
  // The first frame makes the log itself durable, name and all.
  if (frames_ == 0 && disk_.sync_names() != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  const std::size_t old_size = image_.size();
  append_frame(image_, tape, frames_);
  const DiskResult written = disk_.append(file_, std::string_view(image_).substr(old_size));
  if (written != DiskResult::ok) {
    image_.resize(old_size);
    if (written == DiskResult::full && disk_.truncate(file_, old_size) == DiskResult::ok)
      outcome.refuse(refusal::disk_full);
    else
      outcome.unknown("a disk write failed");
    return false;
  }
  if (!bugs_.has(Bug::append_not_synced) && disk_.sync(file_) != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  ++frames_;
  return true;
}

template <class Bugs>
bool CompactedLog<Bugs>::compact(std::int64_t upto, Outcome& outcome) {
  if (choose(upto) > 0) {
    rewrite(std::max(upto, clean_below_));
    if (!replace_file(outcome)) return false;
    image_.swap(new_image_);
    index_.swap(new_index_);
    frames_ = new_frames_;
  } else if (upto > clean_below_) {
    tape_.clear();
    tape_.number(end_).number(upto);
    if (!extend(tape_.bytes(), outcome)) return false;
  }
  clean_below_ = std::max(upto, clean_below_);
  return true;
}

template <class Bugs>
std::size_t CompactedLog<Bugs>::choose(std::int64_t upto) {
  CHECK(index_.size() < UINT32_MAX);
  map_.clear();
  removed_.assign(index_.size(), false);
  std::size_t count = 0;
  for (std::size_t i = index_.size(); i-- > 0;) {
    const bool superseded = is_superseded(i, upto);
    if (index_[i].offset >= upto || !(superseded || may_drop_tombstone(i))) continue;
    removed_[i] = true;
    ++count;
  }
  return count;
}

template <class Bugs>
bool CompactedLog<Bugs>::is_superseded(std::size_t i, std::int64_t upto) {
  if (bugs_.has(Bug::last_below_upto) && index_[i].offset >= upto) return false;
  const bool by_hash = bugs_.has(Bug::keys_by_hash);
  const std::uint32_t digest = by_hash ? hash(i) & 1U : hash(i);
  const auto same = [&](std::uint32_t other) { return by_hash || key(other) == key(i); };
  // Among the clean records no key comes twice, so only the dirty ones need a place in the map.
  if (seen(i)) return map_.has(digest, same);
  return !map_.claim(digest, static_cast<std::uint32_t>(i), same);
}

template <class Bugs>
bool CompactedLog<Bugs>::may_drop_tombstone(std::size_t i) const {
  if (retention_ == for_ever || !is_tombstone(i)) return false;
  return (seen(i) || bugs_.has(Bug::tombstone_at_once)) && end_ - index_[i].offset > retention_;
}

template <class Bugs>
void CompactedLog<Bugs>::rewrite(std::int64_t upto) {
  new_image_.clear();
  new_index_.clear();
  new_frames_ = 0;
  tape_.clear();
  tape_.number(end_).number(upto);
  append_frame(new_image_, tape_.bytes(), new_frames_++);
  for (std::size_t place = 0; place < index_.size(); ++place) {
    const std::size_t i = bugs_.has(Bug::newest_first) ? index_.size() - 1 - place : place;
    if (!removed_[i]) rewrite_record(i);
  }
}

template <class Bugs>
void CompactedLog<Bugs>::rewrite_record(std::size_t i) {
  Entry entry = index_[i];
  entry.at = new_image_.size() + frame_head_bytes;
  if (bugs_.has(Bug::renumbers)) {
    entry.offset = static_cast<std::int64_t>(new_index_.size());
    tape_.clear();
    tape_.list(3).number(entry.offset).text(key(i)).raw(payload(i));
    append_frame(new_image_, tape_.bytes(), new_frames_++);
  } else {
    append_frame(new_image_, record(i), new_frames_++);
  }
  new_index_.push_back(entry);
}

template <class Bugs>
bool CompactedLog<Bugs>::replace_file(Outcome& outcome) {
  const Disk::File file = disk_.open(unfinished_name);
  const DiskResult written = disk_.append(file, new_image_);
  if (written == DiskResult::full && disk_.remove(unfinished_name) == DiskResult::ok)
    return outcome.refuse(refusal::disk_full), false;
  if (written != DiskResult::ok) return outcome.unknown("a disk write failed"), false;
  const bool sync_first = !bugs_.has(Bug::renamed_before_sync);
  if (sync_first && disk_.sync(file) != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  if (disk_.rename(unfinished_name, log_name) != DiskResult::ok)
    return outcome.unknown("a disk write failed"), false;
  if (!sync_first && disk_.sync(file) != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  if (!bugs_.has(Bug::name_not_synced) && disk_.sync_names() != DiskResult::ok)
    return outcome.unknown("a disk sync failed"), false;
  file_ = file;
  return true;
}

template <class Bugs>
std::size_t CompactedLog<Bugs>::find(std::int64_t offset) const {
  const auto found = std::ranges::lower_bound(index_, offset, {}, &Entry::offset);
  return static_cast<std::size_t>(found - index_.begin());
}

template <class Bugs>
std::string_view CompactedLog<Bugs>::payload(std::size_t i) const {
  const Entry& entry = index_[i];
  const std::size_t before = key_at + entry.key_size;
  return part(entry.at + before, entry.size - before);
}

template <class Bugs>
std::uint32_t CompactedLog<Bugs>::hash(std::size_t i) const {
  const std::string_view name = key(i);
  return static_cast<std::uint32_t>(XXH3_64bits(name.data(), name.size()));
}

template <class Bugs>
const std::vector<std::uint32_t>& CompactedLog<Bugs>::last_of_each_key() {
  CHECK(index_.size() < UINT32_MAX);
  map_.clear();
  last_.clear();
  for (std::size_t i = index_.size(); i-- > 0;) {
    const auto record = static_cast<std::uint32_t>(i);
    if (map_.claim(hash(i), record, [&](std::uint32_t other) { return key(other) == key(i); }))
      last_.push_back(record);
  }
  return last_;
}

template class CompactedLog<NoBugs>;
template class CompactedLog<OneBug<LogCompactionBug>>;

}  // namespace fencepost::sut
