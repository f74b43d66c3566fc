// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/rebalance_plan.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

/// The last stands for nobody.
constexpr std::string_view owners[] = {"a",        "b",          "c1",         "c10", "",
                                       "\xC3\xA9", "consumer-1", "consumer-2", {}};
constexpr std::int64_t partitions[] = {0,        1, 2, 3, 4, 5, 9, 10, 256, std::int64_t{1} << 40,
                                       INT64_MAX};

struct Owned {
  std::int64_t partition;
  std::string_view owner;
};
using Assignment = std::vector<Owned>;

std::string_view draw_owner(const Chance& chance, std::uint64_t id, std::uint64_t part) {
  return owners[chance.below(std::size(owners), "plan: owner", id, part)];
}

/// Each partition once, in any order.
Assignment draw_assignment(const Chance& chance, std::uint64_t id) {
  Assignment assignment;
  const std::uint64_t chosen = 10 + chance.below(60, "plan: how many", id);
  for (std::uint64_t i = 0; i < std::size(partitions); ++i)
    if (chance.percent(chosen, "plan: in", id, i))
      assignment.push_back({partitions[i], draw_owner(chance, id, i)});
  return assignment;
}

/// More than a few, in no order.
Assignment draw_long_assignment(const Chance& chance, std::uint64_t id, std::uint64_t which) {
  static const std::string long_name(2100, 'n');
  Assignment assignment;
  const std::uint64_t count = 33 + chance.below(70, "plan: many", id, which);
  for (std::uint64_t i = 0; i < count; ++i)
    assignment.push_back(
        {static_cast<std::int64_t>(i * 37 % 103) << 30,
         owners[chance.below(std::size(owners), "plan: one of many", id, i + 1000 * which)]});
  if (chance.percent(20, "plan: long name", id, which)) assignment.back().owner = long_name;
  return assignment;
}

/// Some owners change, some partitions go, some come.
void change(const Chance& chance, Assignment& assignment, std::uint64_t id) {
  const std::uint64_t changed = chance.below(4, "plan: rate", id) * 15;
  Assignment fresh;
  for (std::uint64_t i = 0; i < std::size(partitions); ++i) {
    const auto old = std::ranges::find(assignment, partitions[i], &Owned::partition);
    const bool keeps = !chance.percent(changed, "plan: change", id, i);
    if (keeps && old != assignment.end()) fresh.push_back(*old);
    if (!keeps && chance.percent(70, "plan: stays", id, i))
      fresh.push_back({partitions[i], draw_owner(chance, id, 100 + i)});
  }
  assignment = std::move(fresh);
}

void shuffle(const Chance& chance, Assignment& assignment, std::uint64_t id, std::uint64_t which) {
  if (!chance.percent(50, "plan: shuffled", id, which)) return;
  for (std::uint64_t left = assignment.size(); left > 1; --left)
    std::swap(assignment[left - 1],
              assignment[chance.below(left, "plan: shuffle", id, 2 * left + which)]);
}

void write(Tape& fields, const Assignment& assignment) {
  fields.list(static_cast<std::uint32_t>(assignment.size()));
  for (const auto& [partition, owner] : assignment) {
    fields.list(2).number(partition);
    owner.data() == nullptr ? fields.null() : fields.text(owner);
  }
}

void send_plan(const Chance& chance, Scenario& scenario, std::uint64_t id, bool is_long = false) {
  static constexpr std::string_view actors[] = {"g1", "g2", "g3"};
  Assignment before = draw_assignment(chance, id);
  Assignment after = before;
  if (chance.percent(85, "plan: related", id))
    change(chance, after, id);
  else
    after = draw_assignment(chance, id + 1000000);
  if (is_long) {
    before = draw_long_assignment(chance, id, 0);
    after = draw_long_assignment(chance, id, 1);
  }
  if (chance.percent(5, "plan: from nothing", id)) before.clear();
  if (chance.percent(5, "plan: to nothing", id)) after.clear();
  shuffle(chance, before, id, 0);
  shuffle(chance, after, id, 1);
  Assignment& doubled = chance.percent(50, "plan: twice on which side", id) ? before : after;
  if (!doubled.empty() && chance.percent(4, "plan: twice", id))
    doubled.push_back({doubled.front().partition, draw_owner(chance, id, 99)});
  Tape& fields = send(scenario, actors[chance.below(3, "plan: actor", id)], 0);
  write(fields, before);
  write(fields, after);
}

}  // namespace

void draw_rebalance_plan(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  const bool has_long_lists = chance.percent(4, "plan: long lists");
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    send_plan(chance, scenario, i, has_long_lists && chance.percent(15, "plan: a long list", i));
    if (swarm.malformed && chance.percent(10, "plan: malformed", i))
      make_malformed(chance, scenario);
  }
  calm(scenario);
  send_plan(chance, scenario, swarm.commands);
}

}  // namespace fencepost::properties
