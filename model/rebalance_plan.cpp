// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/rebalance_plan.hpp"

#include <algorithm>

namespace fencepost::model {
namespace {

using Owner = RebalancePlan::Owner;
using Owned = RebalancePlan::Owned;
using Assignment = RebalancePlan::Assignment;

/// Reads one assignment and sorts it by partition.
void read(TapeReader& in, Assignment& assignment) {
  assignment.clear();
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    if (in.list() != 2) in.refuse();
    const std::int64_t partition = in.offset();
    const Owner owner = in.null() ? Owner() : Owner(in.text());
    assignment.push_back({partition, owner});
  }
  std::ranges::sort(assignment, {}, &Owned::partition);
}

bool names_a_partition_twice(const Assignment& sorted) {
  return std::ranges::adjacent_find(sorted, {}, &Owned::partition) != sorted.end();
}

Owner owner_of(const Assignment& sorted, std::int64_t partition) {
  const auto found = std::ranges::lower_bound(sorted, partition, {}, &Owned::partition);
  return found != sorted.end() && found->partition == partition ? found->owner : Owner();
}

void write(Tape& tape, const Owner& owner) { owner ? tape.text(*owner) : tape.null(); }

}  // namespace

void RebalancePlan::answer(const Command& command, Outcome& outcome) {
  TapeReader in(command.fields);
  read(in, before_);
  read(in, after_);
  if (command.type != 0 || !in.good() || names_a_partition_twice(before_) ||
      names_a_partition_twice(after_))
    return outcome.refuse(refusal::malformed);

  partitions_.clear();
  for (const Owned& owned : before_) partitions_.push_back(owned.partition);
  for (const Owned& owned : after_) partitions_.push_back(owned.partition);
  std::ranges::sort(partitions_);
  partitions_.erase(std::unique(partitions_.begin(), partitions_.end()), partitions_.end());

  Tape& moves = outcome.done();
  const std::size_t list = moves.open();
  std::uint32_t count = 0;
  for (const std::int64_t partition : partitions_) {
    const Owner from = owner_of(before_, partition);
    const Owner to = owner_of(after_, partition);
    if (from == to) continue;
    moves.list(3).number(partition);
    write(moves, from);
    write(moves, to);
    ++count;
  }
  moves.close(list, count);
}

}  // namespace fencepost::model
