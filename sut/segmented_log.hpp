// SPDX-License-Identifier: Apache-2.0
// A log of keyed records in segments, so that retention deletes whole files from its beginning and
// a compaction replaces it in one step. docs/segmented_log_format.md
//
//   file `log.N`        bounds, then records and newer bounds, as frames
//   file `unfinished`   a segment that a compaction has not finished; never trusted
//
// The newest bounds hold. They name the segment with which the log begins; older ones are left
// over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/sut/offset_map.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::sut {

/// Everything durable but the records.
struct LogBounds {
  /// The log holds offsets from `start` on.
  std::int64_t start = 0;
  /// The highest `upto` of all compactions: below it no two records have the same key.
  std::int64_t clean_below = 0;
  /// Above every tombstone that a compaction has dropped because its time was over.
  std::int64_t expired_below = 0;
  /// The state that the log folds to is held, and not lost.
  bool has_state = true;
  /// A fold stored besides the snapshots holds every record below this; -1 for none.
  std::int64_t checkpoint = -1;
  /// What each snapshot has as its `next`, by id.
  std::vector<std::int64_t> snapshots;
};

class SegmentedLog {
 public:
  /// Retention of a log whose tombstones stay for ever.
  static constexpr std::int64_t for_ever = INT64_MIN;

  explicit SegmentedLog(Disk& disk) : disk_(disk) {}

  /// Reads the log, cuts a torn tail and removes what is left over. Returns what is damaged.
  std::string recover();

  // False: nothing was changed, or it is not known, and the outcome says which.
  /// Appends a record whose payload is one tape value.
  bool append(std::string_view key, std::string_view payload, Outcome& outcome);
  /// Makes new bounds durable and deletes the segments that lie before the new start.
  bool note(const LogBounds& bounds, Outcome& outcome);

  /// What a compaction of the records below `upto` (not beyond the end) would do.
  struct Compaction {
    std::size_t removes = 0;
    /// The bounds as they stand after it.
    LogBounds bounds;
  };
  Compaction plan(std::int64_t upto, std::int64_t retention);
  /// Does what was planned last; `bounds` may say more than the plan's did. False as with `append`.
  bool compact(const Compaction& plan, Outcome& outcome);

  const LogBounds& bounds() const { return bounds_; }
  /// The next offset.
  std::int64_t end() const { return end_; }
  std::size_t size() const { return index_.size(); }
  /// The first record at or above this offset.
  std::size_t find(std::int64_t offset) const;

  // Of record number i, in offset order.
  std::int64_t offset(std::size_t i) const { return index_[i].offset; }
  std::string_view key(std::size_t i) const {
    return rest(i, key_at).substr(0, index_[i].key_size);
  }
  /// One tape value.
  std::string_view payload(std::size_t i) const {
    return TapeReader(rest(i, key_at + index_[i].key_size)).raw();
  }
  bool is_tombstone(std::size_t i) const {
    return rest(i, key_at + index_[i].key_size).front() == static_cast<char>(Tag::null);
  }

 private:
  struct Segment {
    std::uint32_t number = 0;
    Disk::File file = 0;
    std::uint32_t frames = 0;
    /// The file's bytes.
    std::string image;
  };
  struct Entry {
    std::int64_t offset;
    /// Where its tape begins in the segment's image.
    std::uint64_t at;
    std::uint32_t segment;
    std::uint32_t key_size;
  };
  /// Where the key stands within a record's tape: after the head of the list, the offset and its
  /// head.
  static constexpr std::size_t key_at = 5 + 9 + 5;

  std::string_view rest(std::size_t i, std::size_t from) const {
    const Entry& entry = index_[i];
    const std::string& image = segments_[entry.segment - segments_.front().number].image;
    return std::string_view(image).substr(entry.at + from);
  }
  std::string load(std::uint32_t number, bool is_last);
  bool take(std::string_view tape, const Segment& segment, std::uint64_t at);
  bool take_bounds(TapeReader& tape);
  std::string settle();
  void write_bounds(const LogBounds& bounds, std::uint32_t first);
  std::uint32_t first_needed(std::int64_t start) const;
  void leave_before(std::int64_t start, std::uint32_t first);
  void roll_if_full();
  bool extend(std::string_view tape, Outcome& outcome);
  DiskResult write(std::string_view tape);
  bool may_drop(std::size_t i, std::int64_t retention) const;
  void rewrite(const LogBounds& bounds, Segment& segment, std::vector<Entry>& index);

  Disk& disk_;
  /// Oldest first, without gaps; the last is being written.
  std::vector<Segment> segments_;
  std::vector<Entry> index_;
  LogBounds bounds_;
  std::int64_t end_ = 0;
  /// While recovering: the segment that the newest bounds name.
  std::uint32_t first_ = 0;

  // Scratch of one command.
  Tape tape_;
  std::string first_tape_;
  OffsetMap map_;
  std::vector<bool> removed_;
};

}  // namespace fencepost::sut
