// SPDX-License-Identifier: Apache-2.0
// The moves between two assignments.
#pragma once

#include <set>
#include <vector>

#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// Remembers nothing, so a crash takes nothing from it: it has no disk, and a new object goes on.
class RebalancePlan {
 public:
  using Port = RebalancePlan;
  static constexpr const char* workload = "rebalance-plan";

  struct Settings {};
  struct Owned {
    Partition partition = 0;
    Owner member;
  };
  struct Move {
    Partition partition = 0;
    Owner from, to;
  };

  virtual ~RebalancePlan() = default;

  /// Each side names a partition at most once, in any order; one that it does not name has no owner
  /// there. Returns a move for exactly those partitions whose owners differ, sorted by partition.
  virtual std::vector<Move> plan(const std::vector<Owned>& before,
                                 const std::vector<Owned>& after) = 0;
};

template <>
struct Parts<RebalancePlan::Settings> : Parts<Done> {};

template <>
struct Parts<RebalancePlan::Owned> {
  static constexpr auto list =
      std::tuple(&RebalancePlan::Owned::partition, &RebalancePlan::Owned::member);
};

template <>
struct Parts<RebalancePlan::Move> {
  static constexpr auto list = std::tuple(&RebalancePlan::Move::partition,
                                          &RebalancePlan::Move::from, &RebalancePlan::Move::to);
};

template <>
struct Commands<RebalancePlan> {
  using Side = std::vector<RebalancePlan::Owned>;
  static bool names_each_once(const Side& side) {
    std::set<Partition> named;
    for (const auto& owned : side) named.insert(owned.partition);
    return named.size() == side.size();
  }
  static bool both_name_each_once(const RebalancePlan::Settings&, const Side& before,
                                  const Side& after) {
    return names_each_once(before) && names_each_once(after);
  }
  static constexpr auto list = std::tuple(row(&RebalancePlan::plan, &both_name_each_once));
};

}  // namespace fencepost::ports
