// SPDX-License-Identifier: Apache-2.0
// Folded states on the disk, a file each: one frame, numbered by the offset below which the state
// holds every record. Written beside, synced, renamed, the names synced: a file is there whole or
// not at all. docs/segmented_log_format.md
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/sut/folded_state.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::sut {

class FoldFiles {
 public:
  /// Steps of `write` that a planted bug leaves out.
  struct Skipped {
    bool sync = false;
    bool sync_of_names = false;
  };

  explicit FoldFiles(Disk& disk) : disk_(disk) {}

  /// False: the file is not there, or it is not known, and the outcome says which.
  bool write(std::string_view name, const FoldedState& state, std::int64_t next, Outcome& outcome,
             Skipped skipped);
  /// False if the file is not there or is not what was written; `state` is then anything.
  /// `trusting`: its checksum is not asked.
  bool read(std::string_view name, std::int64_t next, FoldedState& state, bool trusting);
  /// What cannot be removed is left over.
  void remove(std::string_view name) {
    if (disk_.exists(name)) static_cast<void>(disk_.remove(name));
  }

 private:
  Disk& disk_;
  Tape tape_;
  std::string bytes_;
};

}  // namespace fencepost::sut
