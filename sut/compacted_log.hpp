// SPDX-License-Identifier: Apache-2.0
// The storage of a compacted log: one file of frames that is also held in memory as it stands on
// disk, and an index over it. docs/compacted_log_format.md
//
//   file `log`          frame frame frame ...   each a record (its offset, key and payload) or
//   bounds file `unfinished`   what a compaction has written so far; never trusted
//
// An append is one frame and one sync. A compaction that removes something writes a new file beside
// the log, syncs it, renames it over the log and syncs the names: after a power loss the old log is
// there or the new one. One that removes nothing appends the bounds that it has moved.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/sut/offset_map.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::sut {

template <class Bugs>
class CompactedLog {
 public:
  /// Retention of a log whose tombstones stay for ever.
  static constexpr std::int64_t for_ever = INT64_MIN;

  CompactedLog(Disk& disk, std::int64_t retention, Bugs bugs)
      : disk_(disk), retention_(retention), bugs_(bugs) {}

  /// Reads the log, cuts a torn tail and removes what a compaction left unfinished. Returns what is
  /// damaged.
  std::string recover();

  /// Appends a record whose payload is one tape value. False: nothing was changed, or it is not
  /// known, and the outcome says which.
  bool append(std::string_view key, std::string_view payload, Outcome& outcome);
  /// Thins out the records below `upto`, which must not lie beyond the end. False as with `append`.
  bool compact(std::int64_t upto, Outcome& outcome);

  /// The next offset.
  std::int64_t end() const { return end_; }
  std::size_t size() const { return index_.size(); }
  /// The first record at or above this offset.
  std::size_t find(std::int64_t offset) const;

  // Of record number i, in offset order.
  std::int64_t offset(std::size_t i) const { return index_[i].offset; }
  std::string_view key(std::size_t i) const {
    return part(index_[i].at + key_at, index_[i].key_size);
  }
  /// One tape value.
  std::string_view payload(std::size_t i) const;
  bool is_tombstone(std::size_t i) const {
    return payload(i).front() == static_cast<char>(Tag::null);
  }
  /// The record as tape values: the list of its offset, key and payload.
  std::string_view record(std::size_t i) const { return part(index_[i].at, index_[i].size); }
  /// A tombstone here has been kept by a compaction.
  bool seen(std::size_t i) const { return index_[i].offset < clean_below_; }

  /// The last records of their keys, newest first, as numbers. Valid until the next call of this.
  const std::vector<std::uint32_t>& last_of_each_key();

 private:
  struct Entry {
    std::int64_t offset;
    /// Where its tape begins in the image, and how long it is.
    std::uint64_t at;
    std::uint32_t size;
    std::uint32_t key_size;
  };
  /// Where the key stands within a record's tape: after the head of the list, the offset and its
  /// own head.
  static constexpr std::size_t key_at = 5 + 9 + 5;

  std::string_view part(std::uint64_t at, std::size_t size) const {
    return {image_.data() + at, size};
  }
  std::uint32_t hash(std::size_t i) const;
  /// Adds a frame to an image and its record, if it is one, to an index.
  bool take(std::string_view tape, std::uint64_t at);
  bool take_record(TapeReader record, std::string_view tape, std::uint64_t at);
  std::string replay();
  bool extend(std::string_view tape, Outcome& outcome);
  /// Marks what the compaction removes; returns how many records those are.
  std::size_t choose(std::int64_t upto);
  bool is_superseded(std::size_t i, std::int64_t upto);
  bool may_drop_tombstone(std::size_t i) const;
  void rewrite(std::int64_t upto);
  void rewrite_record(std::size_t i);
  bool replace_file(Outcome& outcome);

  Disk& disk_;
  std::int64_t retention_;
  [[no_unique_address]] Bugs bugs_;
  Disk::File file_ = 0;
  /// The file's bytes.
  std::string image_;
  std::vector<Entry> index_;
  std::uint64_t frames_ = 0;
  std::int64_t end_ = 0;
  /// The highest `upto` of all compactions. No compaction reaches beyond the end, so a record below
  /// this was there when that compaction ran, and below this no two records have the same key.
  std::int64_t clean_below_ = 0;

  // Scratch of one command.
  Tape tape_;
  OffsetMap map_;
  std::vector<bool> removed_;
  std::vector<std::uint32_t> last_;
  std::string new_image_;
  std::vector<Entry> new_index_;
  std::uint64_t new_frames_ = 0;
};

}  // namespace fencepost::sut
