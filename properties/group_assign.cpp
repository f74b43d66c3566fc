// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/group_assign.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace fencepost::properties {
namespace {

struct Owned {
  std::int64_t partition;
  bool somebody;
  std::string_view owner;
};

/// One assignment that was asked for and given.
struct Assignment {
  /// As listed, and each once in order.
  std::vector<std::string_view> listed;
  std::vector<std::string_view> members;
  std::vector<std::int64_t> partitions;
  std::vector<Owned> owners;

  bool read(const Command& command, const Outcome& outcome);
  std::size_t load(std::string_view member) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(owners, [&](const Owned& one) { return one.somebody && one.owner == member; }));
  }
};

template <class Item>
void sort_and_collapse(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

bool Assignment::read(const Command& command, const Outcome& outcome) {
  TapeReader in(command.fields);
  listed.clear();
  partitions.clear();
  owners.clear();
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) listed.push_back(in.text());
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) partitions.push_back(in.offset());
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
  return in.good() && out.good();
}

bool is_given(const Scenario& scenario, const Event& event) {
  return event.kind == Event::Kind::answered && event.outcome.is_done() &&
         scenario.steps[event.message].command.type == 0;
}

/// Asks `why_broken` of every assignment given; a sentence breaks the property.
template <class Why>
std::optional<Broken> judge_each(const Scenario& scenario, const History& history, Why why_broken) {
  Assignment given;
  for (std::uint32_t i = 0; i < history.size(); ++i) {
    if (!is_given(scenario, history[i])) continue;
    if (!given.read(scenario.steps[history[i].message].command, history[i].outcome)) continue;
    if (std::string sentence = why_broken(given); !sentence.empty()) return Broken{i, std::move(sentence)};
  }
  return std::nullopt;
}

std::string quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string why_not_one_owner(const Assignment& given) {
  for (std::size_t i = 0; i < std::max(given.partitions.size(), given.owners.size()); ++i) {
    if (i >= given.owners.size() || (i < given.partitions.size() && given.partitions[i] < given.owners[i].partition))
      return "partition " + std::to_string(given.partitions[i]) + " is not listed where it belongs";
    const Owned& one = given.owners[i];
    const std::string partition = "partition " + std::to_string(one.partition);
    if (i >= given.partitions.size() || given.partitions[i] > one.partition)
      return partition + " is listed once too often";
    if (one.somebody != !given.members.empty())
      return partition + (one.somebody ? " has an owner in a group without members" : " has no owner");
    if (one.somebody && !std::ranges::binary_search(given.members, one.owner))
      return partition + " belongs to " + quoted(one.owner) + ", who is not a member";
  }
  return {};
}

std::string why_uneven(const Assignment& given) {
  if (given.members.empty()) return {};
  const auto by_load = [&](std::string_view a, std::string_view b) { return given.load(a) < given.load(b); };
  const auto [least, most] = std::ranges::minmax_element(given.members, by_load);
  if (given.load(*most) - given.load(*least) <= 1) return {};
  return quoted(*most) + " has " + std::to_string(given.load(*most)) + " partitions, " + quoted(*least) + " has " +
         std::to_string(given.load(*least));
}

/// The turns go round in the order in which the members were listed, and that is not their own order.
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
  return "the members take their turns in the order in which they were listed, " + quoted(listed.front()) + " first";
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

std::optional<Broken> check_input_order(const Scenario& scenario, const History& history) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> seen;
  Assignment given;
  Assignment other;
  for (std::uint32_t i = 0; i < history.size(); ++i) {
    if (!is_given(scenario, history[i])) continue;
    if (!given.read(scenario.steps[history[i].message].command, history[i].outcome)) continue;
    if (std::string sentence = why_as_listed(given); !sentence.empty()) return Broken{i, std::move(sentence)};
    for (const auto& [sets, earlier] : seen) {
      if (sets != signature(given) || history[earlier].outcome == history[i].outcome) continue;
      const Step& message = scenario.steps[history[earlier].message];
      other.read(message.command, history[earlier].outcome);
      if (other.members == given.members && other.partitions == given.partitions)
        return Broken{i, "the same members and partitions were assigned otherwise to message " +
                             std::to_string(message.id)};
    }
    seen.emplace_back(signature(given), i);
  }
  return std::nullopt;
}

std::string why_remainder_elsewhere(const Assignment& given) {
  for (std::size_t i = 1; i < given.members.size(); ++i)
    if (given.load(given.members[i - 1]) < given.load(given.members[i]))
      return quoted(given.members[i]) + " has a partition more than " + quoted(given.members[i - 1]) +
             ", who comes first";
  return {};
}

std::string why_not_idle(const Assignment& given) {
  for (std::size_t i = given.partitions.size(); i < given.members.size(); ++i)
    if (given.load(given.members[i]) > 0)
      return quoted(given.members[i]) + " has work, though " + std::to_string(given.partitions.size()) +
             " members before it are enough for all partitions";
  return {};
}

template <std::string (*why)(const Assignment&)>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return judge_each(scenario, history, why);
}

template <bool (*is)(const Assignment&)>
bool reached(const Scenario& scenario, const History& history) {
  return judge_each(scenario, history, [](const Assignment& given) { return std::string(is(given) ? "yes" : ""); })
      .has_value();
}

bool has_no_member(const Assignment& given) { return given.members.empty() && !given.partitions.empty(); }
bool has_no_partition(const Assignment& given) { return given.partitions.empty() && !given.members.empty(); }
bool has_nothing(const Assignment& given) { return given.partitions.empty() && given.members.empty(); }
bool has_more_members(const Assignment& given) {
  return !given.partitions.empty() && given.members.size() > given.partitions.size();
}
bool has_a_remainder(const Assignment& given) {
  return given.members.size() > 1 && given.partitions.size() > given.members.size() &&
         given.partitions.size() % given.members.size() != 0;
}
bool names_a_member_twice(const Assignment& given) { return given.listed.size() > given.members.size(); }
bool has_a_huge_partition(const Assignment& given) {
  return !given.partitions.empty() && given.partitions.back() >= std::int64_t{1} << 40;
}

bool reached_another_order(const Scenario& scenario, const History& history) {
  for (const Event& later : history)
    for (const Event& earlier : history)
      if (is_given(scenario, later) && is_given(scenario, earlier) && later.outcome == earlier.outcome &&
          scenario.steps[later.message].command != scenario.steps[earlier.message].command)
        return true;
  return false;
}

bool reached_duplicate(const Scenario& scenario, const History& history) {
  return std::ranges::any_of(history, [&](const Event& event) {
    return is_given(scenario, event) && event.copy == Event::Copy::duplicate;
  });
}

bool reached_malformed(const Scenario&, const History& history) {
  return std::ranges::any_of(history, [](const Event& event) {
    return event.kind == Event::Kind::answered && event.outcome.is_refused(refusal::malformed);
  });
}

constexpr Property mark(std::string_view name, std::string_view sentence,
                        bool (*reached)(const Scenario&, const History&)) {
  return {name, Mode::sometimes, sentence, nullptr, reached};
}

constexpr std::array properties{
    Property{"every_partition_has_exactly_one_owner", Mode::always,
             "Each partition is listed once, in order, with a member as its owner, or null in a group without members.",
             check<why_not_one_owner>},
    Property{"loads_differ_by_at_most_one", Mode::always,
             "No member has two partitions more than another.", check<why_uneven>},
    Property{"input_order_does_not_matter", Mode::always,
             "Equal sets of members and partitions get equal answers, however they are listed.", check_input_order},
    Property{"the_remainder_goes_to_the_first_members", Mode::always,
             "No member has more partitions than one before it.", check<why_remainder_elsewhere>},
    Property{"extra_members_stay_idle", Mode::always,
             "With more members than partitions, the first members have one each and the others none.",
             check<why_not_idle>},
    mark("a_group_without_members_was_assigned", "Partitions, and nobody to own them.", reached<has_no_member>),
    mark("a_group_without_partitions_was_assigned", "Members, and nothing to own.", reached<has_no_partition>),
    mark("an_empty_group_was_assigned", "Neither members nor partitions.", reached<has_nothing>),
    mark("more_members_than_partitions_came", "Some members stay idle.", reached<has_more_members>),
    mark("partitions_left_a_remainder", "More partitions than members, and not a multiple.", reached<has_a_remainder>),
    mark("a_member_was_named_twice", "A double collapses.", reached<names_a_member_twice>),
    mark("a_huge_partition_was_assigned", "A partition number of at least 2^40.", reached<has_a_huge_partition>),
    mark("the_same_sets_came_in_another_order", "Two different commands had the same answer.", reached_another_order),
    mark("a_duplicate_was_delivered", "A message arrived twice.", reached_duplicate),
    mark("a_malformed_command_was_refused", "A command that the contract does not allow.", reached_malformed),
};

}  // namespace

Workload group_assign() { return {find_contract("group-assign"), draw_group_assign, properties}; }

}  // namespace fencepost::properties
