// SPDX-License-Identifier: Apache-2.0
// Commit only contiguous offsets: workloads page, section 1.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class OffsetCommit final : public Model {
 public:
  /// Reads `partitions` (4 if not given).
  explicit OffsetCommit(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Offsets above a gap are forgotten; `committed` stands.
  void crash() override;
  /// One line a partition that is not as at first: `partition 0: committed 3, next 4, waiting 6 7`.
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Partition {
    /// The last offset such that it and all before it are processed; -1 before the first.
    std::int64_t committed = -1;
    /// Processed offsets above `committed`.
    std::set<std::int64_t> waiting;
  };

  void processed(Partition& partition, std::int64_t offset);

  std::int64_t partition_count_;
  /// Those that are not as at first.
  std::map<std::int64_t, Partition> partitions_;
};

}  // namespace fencepost::model
