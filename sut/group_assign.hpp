// SPDX-License-Identifier: Apache-2.0
// The optimised engine of group-assign: integers sorted by radix, names by their first eight bytes,
// the answer written straight onto the outcome. Sorted input is not sorted again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/sut/group_assign_bugs.hpp"
#include "fencepost/sut/name_order.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

template <class Bugs>
class GroupAssign final : public System {
 public:
  GroupAssign(const Parameters&, Disk&, Bugs bugs) : bugs_(bugs) {}

  /// It stores nothing.
  std::string recover() { return {}; }
  void answer(const Command& command, Outcome& outcome) override;

 private:
  void read_members(TapeReader& in);
  void read_partitions(TapeReader& in);
  void write_owners(Tape& tape) const;
  /// The member whose turn it is, seen again by the planted bugs.
  std::size_t owner(std::size_t partition, std::size_t turn) const;

  [[no_unique_address]] Bugs bugs_;
  // Of the command at hand, sorted, each once.
  std::vector<OrderedName> members_;
  std::vector<std::int64_t> partitions_;
  std::vector<std::int64_t> spare_;
};

std::unique_ptr<Home> make_group_assign(const PlantedBug* bug);

}  // namespace fencepost::sut
