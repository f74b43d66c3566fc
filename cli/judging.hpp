// SPDX-License-Identifier: Apache-2.0
// Judges a recorded history operation by operation: finds out which workload it is of unless that
// is given, hands the operations to the checker, and counts them.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::cli {

/// `echo, unique-ids, ...`
std::string listed_workloads();

class Judging {
 public:
  /// `workload`: empty, or one that has a checker.
  Judging(std::string workload, properties::CheckerOptions options);

  /// Says why the history cannot be judged, beginning with the line; otherwise empty.
  std::string add(recorded::Recorded recorded);
  /// After the last operation, once. Says why there is nothing to judge, otherwise empty.
  std::string finish(properties::Judgement& judgement);

  const std::string& workload() const { return workload_; }
  std::uint64_t operations() const { return operations_; }
  std::uint64_t processes() const { return processes_.size(); }
  /// Nanoseconds from the first to the last operation; -1 if no times were recorded.
  std::int64_t span() const { return last_time_ < 0 ? -1 : last_time_ - first_time_; }
  /// The number that the record gives to operation number `number` (from 0); -1 if none.
  std::int64_t index_of(std::uint64_t number) const;

  /// So many operations are looked at to find out the workload.
  static constexpr std::size_t most_held_back = 10'000;

 private:
  void count(const recorded::Recorded& recorded);
  std::string judge(recorded::Recorded& recorded);
  std::string begin();

  std::string workload_;
  properties::CheckerOptions options_;
  std::unique_ptr<properties::Checker> checker_;
  std::vector<recorded::Recorded> held_back_;
  std::uint64_t operations_ = 0;
  std::set<std::int64_t> processes_;
  std::int64_t last_process_ = -1;
  std::int64_t first_time_ = -1;
  std::int64_t last_time_ = -1;
  /// Where recorded numbers begin to be others than those before plus one: number, index.
  std::vector<std::pair<std::uint64_t, std::int64_t>> jumps_;
};

}  // namespace fencepost::cli
