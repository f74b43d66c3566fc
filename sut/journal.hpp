// SPDX-License-Identifier: Apache-2.0
// The journal makes an engine durable: a log of checksummed records, and checkpoints that only
// shorten recovery. A record is durable before it is applied. The log alone is enough to rebuild
// everything.
//
//   file `log`            record record record ...            docs/journal_format.md
//   file `checkpoint.N`   one state, taken after N records of the log
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::sut {

/// What an engine rebuilds itself from.
class Recoverable {
 public:
  virtual ~Recoverable() = default;
  /// Takes over a state that `save` wrote; false if its bytes make no sense.
  virtual bool load(std::string_view state) = 0;
  /// Applies one record of the log, exactly as it was applied when it was new.
  virtual void redo(std::string_view record) = 0;
  /// Back to the empty state (a checkpoint turned out unusable).
  virtual void reset() = 0;
  /// Appends the state for a checkpoint.
  virtual void save(std::string& state) const = 0;
};

class Journal {
 public:
  explicit Journal(Disk& disk) : disk_(disk) {}

  /// Loads the newest checkpoint that is whole and replays what follows it; from the log's start if
  /// none is. Cuts a torn tail. Returns what is damaged and where, or nothing: a record that was
  /// synced and no longer has its checksum is damage and is never skipped.
  std::string recover(Recoverable& engine);

  /// Makes one record durable. True: apply it now, then call `checkpoint_if_due`. False: the
  /// outcome has been written (refused `disk_full`: surely not stored; *unknown*: perhaps stored)
  /// and nothing may be applied.
  bool commit(std::string_view record, Outcome& outcome);

  /// Writes a checkpoint if the log has grown enough since the last one. An error here loses
  /// nothing.
  void checkpoint_if_due(const Recoverable& engine);

  /// `commit` with the sync left out: what planted bugs do.
  bool commit_without_sync(std::string_view record, Outcome& outcome);

  std::uint64_t records() const { return records_; }

 private:
  std::uint64_t replay(Recoverable& engine, std::uint64_t skip, std::string& damage);
  bool load_checkpoint(Recoverable& engine, const std::string& name, std::uint64_t records);
  bool write(std::string_view record, Outcome& outcome);

  Disk& disk_;
  Disk::File log_ = 0;
  std::uint64_t log_bytes_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t bytes_since_checkpoint_ = 0;
  std::uint64_t checkpoint_due_at_ = 0;
  std::string newest_;
  std::string before_newest_;
  std::string scratch_;
  std::string log_bytes_read_;
};

}  // namespace fencepost::sut
