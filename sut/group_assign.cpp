// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/group_assign.hpp"

#include <algorithm>
#include <functional>

#include "fencepost/sut/buffered_tape.hpp"
#include "fencepost/sut/engine_home.hpp"
#include "fencepost/sut/radix_sort.hpp"

namespace fencepost::sut {
namespace {

/// Of a planted bug: each name once, in the order of the list.
void collapse_as_listed(std::vector<OrderedName>& names) {
  auto end = names.begin();
  for (const OrderedName& one : names)
    if (std::ranges::find(names.begin(), end, one.name, &OrderedName::name) == end) *end++ = one;
  names.erase(end, names.end());
}

}  // namespace

template <class Bugs>
void GroupAssign<Bugs>::answer(const Command& command, Outcome& outcome) {
  TapeReader in(command.fields);
  read_members(in);
  read_partitions(in);
  if (command.type != 0 || !in.good()) return outcome.refuse(refusal::malformed);
  write_owners(outcome.done());
}

template <class Bugs>
void GroupAssign<Bugs>::read_members(TapeReader& in) {
  members_.clear();
  bool ascending = true;
  std::size_t common = SIZE_MAX;
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    const std::string_view member = in.text();
    common = common_bytes(members_.empty() ? member : members_.front().name, member, common);
    ascending = ascending && (members_.empty() || members_.back().name < member);
    members_.push_back({0, member});
  }
  if (ascending) return;
  if (bugs_.has(GroupAssignBug::leaves_members_unsorted)) return collapse_as_listed(members_);
  for (OrderedName& member : members_) member.prefix = name_prefix(member.name.substr(common));
  std::ranges::sort(members_, std::less<>());
  const auto is_same = [](const OrderedName& a, const OrderedName& b) { return a.name == b.name; };
  members_.erase(std::unique(members_.begin(), members_.end(), is_same), members_.end());
}

template <class Bugs>
void GroupAssign<Bugs>::read_partitions(TapeReader& in) {
  partitions_.clear();
  bool ascending = true;
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    const std::int64_t partition = in.offset();
    ascending = ascending && (partitions_.empty() || partitions_.back() < partition);
    partitions_.push_back(partition);
  }
  if (ascending) return;
  radix_sort(partitions_, spare_, [](std::int64_t partition) { return partition; });
  if (bugs_.has(GroupAssignBug::lists_a_partition_twice)) return;
  partitions_.erase(std::unique(partitions_.begin(), partitions_.end()), partitions_.end());
}

template <class Bugs>
void GroupAssign<Bugs>::write_owners(Tape& tape) const {
  BufferedTape out(tape);
  const std::size_t members = members_.size();
  const bool nothing = bugs_.has(GroupAssignBug::lists_nothing_without_members) && members == 0;
  const std::size_t partitions = nothing ? 0 : partitions_.size();
  out.list(static_cast<std::uint32_t>(partitions));
  std::size_t turn = 0;
  for (std::size_t i = 0; i < partitions; ++i) {
    out.list(2).number(partitions_[i]);
    if (members == 0) {
      out.null();
      continue;
    }
    out.text(members_[owner(i, turn)].name);
    if (++turn == members) turn = 0;
  }
  out.flush();
}

template <class Bugs>
std::size_t GroupAssign<Bugs>::owner(std::size_t partition, std::size_t turn) const {
  const std::size_t members = members_.size();
  if (bugs_.has(GroupAssignBug::gives_the_first_member_the_rest) && partition >= members) return 0;
  if (bugs_.has(GroupAssignBug::gives_the_remainder_to_the_last)) {
    const std::size_t even = partitions_.size() - partitions_.size() % members;
    if (partition >= even) return members - partitions_.size() + partition;
  }
  return turn;
}

template class GroupAssign<NoBugs>;
template class GroupAssign<OneBug<GroupAssignBug>>;

std::unique_ptr<Home> make_group_assign(const PlantedBug* bug) {
  return make_home<GroupAssign, GroupAssignBug>(group_assign_bugs, bug);
}

}  // namespace fencepost::sut
