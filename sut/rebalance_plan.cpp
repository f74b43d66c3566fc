// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/rebalance_plan.hpp"

#include "fencepost/sut/buffered_tape.hpp"
#include "fencepost/sut/engine_home.hpp"
#include "fencepost/sut/radix_sort.hpp"

namespace fencepost::sut {
namespace {

constexpr std::string_view nobody{};

bool is_somebody(std::string_view owner) { return owner.data() != nullptr; }

void write_owner(BufferedTape& out, std::string_view owner) {
  is_somebody(owner) ? out.text(owner) : out.null();
}

}  // namespace

template <class Bugs>
void RebalancePlan<Bugs>::answer(const Command& command, Outcome& outcome) {
  TapeReader in(command.fields);
  read(in, before_);
  read(in, after_);
  if (command.type != 0 || !in.good()) return outcome.refuse(refusal::malformed);
  write_moves(outcome.done());
}

template <class Bugs>
void RebalancePlan<Bugs>::read(TapeReader& in, Assignment& assignment) {
  assignment.clear();
  bool ascending = true;
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    if (in.list() != 2) in.refuse();
    const std::int64_t partition = in.offset();
    ascending = ascending && (assignment.empty() || assignment.back().partition < partition);
    assignment.push_back({partition, in.null() ? nobody : in.text()});
  }
  if (ascending) return;
  radix_sort(assignment, spare_, [](const Owned& owned) { return owned.partition; });
  settle_doubles(in, assignment);
}

template <class Bugs>
void RebalancePlan<Bugs>::settle_doubles(TapeReader& in, Assignment& assignment) const {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < assignment.size(); ++i) {
    const bool twice = assignment[i].partition == assignment[kept].partition;
    if (twice && !bugs_.has(RebalancePlanBug::takes_a_partition_named_twice)) return in.refuse();
    if (!twice) ++kept;
    assignment[kept] = assignment[i];
  }
  assignment.resize(kept + 1);
}

template <class Bugs>
bool RebalancePlan<Bugs>::differ(std::string_view from, std::string_view to) const {
  if (!is_somebody(from) || !is_somebody(to)) return is_somebody(from) != is_somebody(to);
  if (bugs_.has(RebalancePlanBug::compares_owners_by_prefix) && from.size() == to.size())
    return from.substr(0, 8) != to.substr(0, 8);
  return from != to;
}

template <class Bugs>
void RebalancePlan<Bugs>::write_moves(Tape& tape) const {
  const std::size_t list = tape.open();
  std::uint32_t count = 0;
  BufferedTape out(tape);
  const auto move = [&](std::int64_t partition, std::string_view from, std::string_view to) {
    write_owner(out.list(3).number(partition), from);
    write_owner(out, to);
    ++count;
  };
  const bool nobody_counts = bugs_.has(RebalancePlanBug::moves_from_nobody_to_nobody);
  const auto gain = [&](const Owned& owned) {
    if (is_somebody(owned.owner) || nobody_counts) move(owned.partition, nobody, owned.owner);
  };
  const auto lose = [&](const Owned& owned) {
    if (bugs_.has(RebalancePlanBug::forgets_lost_partitions)) return;
    if (is_somebody(owned.owner) || nobody_counts) move(owned.partition, owned.owner, nobody);
  };
  Assignment put_off;  // stays empty but for a planted bug
  auto old = before_.begin();
  auto fresh = after_.begin();
  while (old != before_.end() || fresh != after_.end()) {
    if (fresh == after_.end() || (old != before_.end() && old->partition < fresh->partition)) {
      lose(*old++);
    } else if (old == before_.end() || fresh->partition < old->partition) {
      bugs_.has(RebalancePlanBug::lists_gained_partitions_last) ? put_off.push_back(*fresh)
                                                                : gain(*fresh);
      ++fresh;
    } else {
      if (differ(old->owner, fresh->owner)) move(old->partition, old->owner, fresh->owner);
      ++old, ++fresh;
    }
  }
  for (const Owned& owned : put_off) gain(owned);
  out.flush();
  tape.close(list, count);
}

template class RebalancePlan<NoBugs>;
template class RebalancePlan<OneBug<RebalancePlanBug>>;

std::unique_ptr<Home> make_rebalance_plan(const PlantedBug* bug) {
  return make_home<RebalancePlan, RebalancePlanBug>(rebalance_plan_bugs, bug);
}

}  // namespace fencepost::sut
