// SPDX-License-Identifier: Apache-2.0
// Deterministic assignment of partitions to the members of a group.
#pragma once

#include <vector>

#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// Remembers nothing, so a crash takes nothing from it: it has no disk, and a new object goes on.
class GroupAssign {
 public:
  using Port = GroupAssign;
  static constexpr const char* workload = "group-assign";

  struct Settings {};
  struct Owned {
    Partition partition = 0;
    Owner member;
  };

  virtual ~GroupAssign() = default;

  /// Round robin: with both lists sorted and without doubles, the partition at index i goes to
  /// member i mod n. The lists come in any order and may name the same twice. Returns every
  /// partition once, sorted by partition; without members nobody owns it.
  virtual std::vector<Owned> assign(const std::vector<Name>& members,
                                    const std::vector<Partition>& partitions) = 0;
};

template <>
struct Parts<GroupAssign::Settings> : Parts<Done> {};

template <>
struct Parts<GroupAssign::Owned> {
  static constexpr auto list =
      std::tuple(&GroupAssign::Owned::partition, &GroupAssign::Owned::member);
};

template <>
struct Commands<GroupAssign> {
  static constexpr auto list = std::tuple(row(&GroupAssign::assign));
};

}  // namespace fencepost::ports
