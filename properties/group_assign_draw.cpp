// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/group_assign.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

/// Prefixes of each other, another case, nothing at all, beyond ASCII, and alike in their first
/// eight bytes.
constexpr std::string_view names[] = {"c1",       "c10",        "c2",         "C3",    "",
                                      "\xC3\xA9", "consumer-1", "consumer-2", "c1\x01"};
constexpr std::int64_t numbers[] = {
    0, 1, 2, 3, 4, 5, 7, 9, 10, 255, 256, std::int64_t{1} << 40, INT64_MAX};

struct Lists {
  std::vector<std::string> members;
  std::vector<std::int64_t> partitions;
};

/// Longer than what an answer is buffered in.
constexpr std::size_t long_name_bytes = 2100;

/// Each name and number once, in no order.
Lists draw_long_lists(const Chance& chance, std::uint64_t id) {
  Lists lists;
  const std::uint64_t members = chance.below(90, "assign: many members", id);
  const std::uint64_t partitions = 33 + chance.below(70, "assign: many partitions", id);
  for (std::uint64_t i = 0; i < members; ++i)
    lists.members.push_back("consumer-" + std::to_string(i * 37 % 101));
  if (chance.percent(20, "assign: long name", id)) lists.members.emplace_back(long_name_bytes, 'n');
  for (std::uint64_t i = 0; i < partitions; ++i)
    lists.partitions.push_back(static_cast<std::int64_t>(i * 37 % 103) << 30);
  return lists;
}

Lists draw_lists(const Chance& chance, std::uint64_t id) {
  Lists lists;
  const std::uint64_t members =
      chance.percent(15, "assign: alone", id) ? 1 : chance.below(7, "assign: members", id);
  const std::uint64_t partitions = chance.below(9, "assign: partitions", id);
  // From a small part of the pool, so that doubles are frequent.
  const std::uint64_t reach = 2 + chance.below(std::size(names) - 1, "assign: reach", id);
  const std::uint64_t number_reach =
      3 + chance.below(std::size(numbers) - 2, "assign: number reach", id);
  for (std::uint64_t i = 0; i < members; ++i)
    lists.members.emplace_back(names[chance.below(reach, "assign: member", id, i)]);
  for (std::uint64_t i = 0; i < partitions; ++i)
    lists.partitions.push_back(numbers[chance.below(number_reach, "assign: partition", id, i)]);
  return lists;
}

template <class Item>
void shuffle(const Chance& chance, std::vector<Item>& items, std::uint64_t id,
             std::uint64_t which) {
  for (std::uint64_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[chance.below(left, "assign: shuffle", id, 2 * left + which)]);
}

/// The same sets, listed otherwise, perhaps with one named once more.
Lists relist(const Chance& chance, Lists lists, std::uint64_t id) {
  if (!lists.members.empty() && chance.percent(30, "assign: member again", id))
    lists.members.push_back(lists.members.front());
  if (!lists.partitions.empty() && chance.percent(30, "assign: partition again", id))
    lists.partitions.push_back(lists.partitions.front());
  shuffle(chance, lists.members, id, 0);
  shuffle(chance, lists.partitions, id, 1);
  return lists;
}

void send_assign(Scenario& scenario, std::string_view actor, const Lists& lists) {
  Tape& fields = send(scenario, actor, 0);
  fields.list(static_cast<std::uint32_t>(lists.members.size()));
  for (const std::string& member : lists.members) fields.text(member);
  fields.list(static_cast<std::uint32_t>(lists.partitions.size()));
  for (const std::int64_t partition : lists.partitions) fields.number(partition);
}

}  // namespace

void draw_group_assign(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  static constexpr std::string_view actors[] = {"g1", "g2", "g3"};
  const bool has_long_lists = chance.percent(4, "assign: long lists");
  std::vector<Lists> sent;
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    const bool again = !sent.empty() && chance.percent(40, "assign: again", i);
    const bool is_long = has_long_lists && chance.percent(15, "assign: a long list", i);
    sent.push_back(again ? relist(chance, sent[chance.below(sent.size(), "assign: which", i)], i)
                   : is_long ? draw_long_lists(chance, i)
                             : draw_lists(chance, i));
    send_assign(scenario, actors[chance.below(3, "assign: actor", i)], sent.back());
    if (swarm.malformed && chance.percent(10, "assign: malformed", i))
      make_malformed(chance, scenario);
  }
  calm(scenario);
  send_assign(scenario, actors[0], sent.back());
  send_assign(scenario, actors[1], relist(chance, sent.front(), swarm.commands));
}

}  // namespace fencepost::properties
