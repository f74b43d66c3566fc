// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/group_assign_reading.hpp"

#include <algorithm>
#include <string>

namespace fencepost::properties {
namespace {

using Assignment = GivenAssignment;
using Owned = GivenAssignment::Owned;
using Reading = GroupAssignReading;

template <class Item>
void sort_and_collapse(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

bool is_given(const Scenario& scenario, const Event& event) {
  return event.kind == Event::Kind::answered && event.outcome.is_done() &&
         scenario.steps[event.message].command.type == 0;
}

std::string quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string why_not_one_owner(const Assignment& given) {
  for (std::size_t i = 0; i < std::max(given.partitions.size(), given.owners.size()); ++i) {
    if (i >= given.owners.size() ||
        (i < given.partitions.size() && given.partitions[i] < given.owners[i].partition))
      return "partition " + std::to_string(given.partitions[i]) + " is not listed where it belongs";
    const Owned& one = given.owners[i];
    const std::string partition = "partition " + std::to_string(one.partition);
    if (i >= given.partitions.size() || given.partitions[i] > one.partition)
      return partition + " is listed once too often";
    if (one.somebody != !given.members.empty())
      return partition +
             (one.somebody ? " has an owner in a group without members" : " has no owner");
    if (one.somebody && !std::ranges::binary_search(given.members, one.owner))
      return partition + " belongs to " + quoted(one.owner) + ", who is not a member";
  }
  return {};
}

std::string why_uneven(const Assignment& given) {
  if (given.members.empty()) return {};
  const auto [least, most] = std::ranges::minmax_element(given.loads);
  if (*most - *least <= 1) return {};
  const auto has = [&](auto load) {
    return quoted(given.members[static_cast<std::size_t>(load - given.loads.begin())]) + " has " +
           std::to_string(*load);
  };
  return has(most) + " partitions, " + has(least);
}

/// The turns go round in the order in which the members were listed, and that is not their own
/// order.
std::string why_as_listed(const Assignment& given) {
  if (std::ranges::is_sorted(given.listed)) return {};
  std::vector<std::string_view> listed;
  for (const std::string_view member : given.listed)
    if (std::ranges::find(listed, member) == listed.end()) listed.push_back(member);
  bool sorted = true;
  for (std::size_t i = 0; i < given.owners.size() && !listed.empty(); ++i) {
    if (given.owners[i].owner != listed[i % listed.size()]) return {};
    sorted = sorted && given.owners[i].owner == given.members[i % given.members.size()];
  }
  if (sorted) return {};
  return "the members take their turns in the order in which they were listed, " +
         quoted(listed.front()) + " first";
}

/// Tells different sets apart quickly; equal numbers still have to be compared.
std::uint64_t signature(const Assignment& given) {
  std::uint64_t sum = given.members.size();
  const auto add = [&](std::uint64_t value) { sum = (sum ^ value) * 1099511628211U; };
  for (const std::string_view member : given.members) {
    for (const char c : member) add(static_cast<unsigned char>(c));
    add(256);
  }
  for (const std::int64_t partition : given.partitions) add(static_cast<std::uint64_t>(partition));
  return sum;
}

std::string why_remainder_elsewhere(const Assignment& given) {
  for (std::size_t i = 1; i < given.members.size(); ++i)
    if (given.loads[i - 1] < given.loads[i])
      return quoted(given.members[i]) + " has a partition more than " +
             quoted(given.members[i - 1]) + ", who comes first";
  return {};
}

std::string why_not_idle(const Assignment& given) {
  for (std::size_t i = given.partitions.size(); i < given.members.size(); ++i)
    if (given.loads[i] > 0)
      return quoted(given.members[i]) + " has work, though " +
             std::to_string(given.partitions.size()) +
             " members before it are enough for all partitions";
  return {};
}

bool has_no_member(const Assignment& given) {
  return given.members.empty() && !given.partitions.empty();
}
bool has_no_partition(const Assignment& given) {
  return given.partitions.empty() && !given.members.empty();
}
bool has_nothing(const Assignment& given) {
  return given.partitions.empty() && given.members.empty();
}
bool has_more_members(const Assignment& given) {
  return !given.partitions.empty() && given.members.size() > given.partitions.size();
}
bool has_a_remainder(const Assignment& given) {
  return given.members.size() > 1 && given.partitions.size() > given.members.size() &&
         given.partitions.size() % given.members.size() != 0;
}
bool names_a_member_twice(const Assignment& given) {
  return given.listed.size() > given.members.size();
}
bool has_a_huge_partition(const Assignment& given) {
  return !given.partitions.empty() && given.partitions.back() >= std::int64_t{1} << 40;
}

constexpr std::array<std::string (*)(const Assignment&), Reading::rule_count> whys{
    why_not_one_owner, why_uneven, why_as_listed, why_remainder_elsewhere, why_not_idle};

constexpr std::array<bool (*)(const Assignment&), Reading::single_marks> seen{
    has_no_member,   has_no_partition,     has_nothing,         has_more_members,
    has_a_remainder, names_a_member_twice, has_a_huge_partition};

}  // namespace

bool GivenAssignment::read(const Command& command, const Outcome& outcome) {
  TapeReader in(command.fields);
  listed.clear();
  partitions.clear();
  owners.clear();
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) listed.push_back(in.text());
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left)
    partitions.push_back(in.offset());
  members = listed;
  sort_and_collapse(members);
  sort_and_collapse(partitions);
  TapeReader out(outcome.body);
  for (std::uint32_t left = out.list(); left > 0 && out.good(); --left) {
    if (out.list() != 2) out.refuse();
    const std::int64_t partition = out.offset();
    const bool nobody = out.null();
    owners.push_back({partition, !nobody, nobody ? std::string_view() : out.text()});
  }
  loads.assign(members.size(), 0);
  for (const Owned& one : owners) {
    const auto member = std::ranges::lower_bound(members, one.owner);
    if (one.somebody && member != members.end() && *member == one.owner)
      ++loads[static_cast<std::size_t>(member - members.begin())];
  }
  return in.good() && out.good();
}

void GroupAssignReading::read(const Scenario& scenario, const History& history) {
  broken_.fill(std::nullopt);
  marks_ = 0;
  earlier_.clear();
  for (std::uint32_t i = 0; i < history.size(); ++i) {
    const Event& event = history[i];
    if (event.kind != Event::Kind::answered) continue;
    if (event.outcome.is_refused(refusal::malformed)) mark(malformed);
    if (!is_given(scenario, event) ||
        !given_.read(scenario.steps[event.message].command, event.outcome))
      continue;
    if (event.copy == Event::Copy::duplicate) mark(duplicate);
    judge(i);
    compare(scenario, history, i);
  }
}

void GroupAssignReading::judge(std::uint32_t event) {
  for (std::size_t rule = 0; rule < rule_count; ++rule)
    if (std::string sentence = whys[rule](given_); !sentence.empty() && !broken_[rule])
      broken_[rule] = Broken{event, std::move(sentence)};
  for (std::uint8_t i = 0; i < single_marks; ++i)
    if (seen[i](given_)) mark(static_cast<Mark>(i));
}

void GroupAssignReading::compare(const Scenario& scenario, const History& history,
                                 std::uint32_t event) {
  const std::uint64_t sets = signature(given_);
  const auto command_of = [&](std::uint32_t i) -> const Step& {
    return scenario.steps[history[i].message];
  };
  for (const auto& [others, earlier] : earlier_) {
    if (others != sets) continue;
    if (history[earlier].outcome == history[event].outcome) {
      if (command_of(earlier).command != command_of(event).command) mark(another_order);
      continue;
    }
    other_.read(command_of(earlier).command, history[earlier].outcome);
    if (other_.members == given_.members && other_.partitions == given_.partitions &&
        !broken_[input_order])
      broken_[input_order] =
          Broken{event, "the same members and partitions were assigned otherwise to message " +
                            std::to_string(command_of(earlier).id)};
  }
  earlier_.emplace_back(sets, event);
}

}  // namespace fencepost::properties
