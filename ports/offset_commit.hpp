// SPDX-License-Identifier: Apache-2.0
// Commit only contiguous offsets. Records are processed in any order; the commit moves on over
// those that have no gap below them.
#pragma once

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// After a crash `committed` stands as last told; offsets that waited above a gap are forgotten.
/// May refuse `disk_full`.
class OffsetCommit {
 public:
  using Port = OffsetCommit;
  static constexpr const char* workload = "offset-commit";

  struct Settings {
    std::int64_t partitions = 4;
  };

  virtual ~OffsetCommit() = default;

  /// The record at `offset` has been processed, perhaps not for the first time. Returns what is
  /// committed: the last offset such that it and all before it are processed, -1 before the first.
  virtual Reply<Offset> processed(Partition partition, Offset offset) = 0;
  /// Returns what is committed.
  virtual Reply<Offset> committed(Partition partition) = 0;
};

template <>
struct Parts<OffsetCommit::Settings> {
  static constexpr auto list = std::tuple(&OffsetCommit::Settings::partitions);
};

template <>
struct Commands<OffsetCommit> {
  static constexpr auto list =
      std::tuple(row(&OffsetCommit::processed), row(&OffsetCommit::committed));
};

}  // namespace fencepost::ports
