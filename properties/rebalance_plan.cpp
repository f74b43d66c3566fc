// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/rebalance_plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/read_once.hpp"

namespace fencepost::properties {
namespace {

/// A member, or nobody.
using Owner = std::optional<std::string_view>;

struct Owned {
  std::int64_t partition;
  Owner owner;
};

struct Move {
  std::int64_t partition;
  Owner from;
  Owner to;
};

/// A plan that was asked for and given.
struct Plan {
  std::vector<Owned> before;
  std::vector<Owned> after;
  std::vector<Move> moves;

  bool read(const Command& command, const Outcome& outcome);
};

Owner read_owner(TapeReader& in) { return in.null() ? Owner() : Owner(in.text()); }

void read_assignment(TapeReader& in, std::vector<Owned>& assignment) {
  assignment.clear();
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    if (in.list() != 2) in.refuse();
    const std::int64_t partition = in.offset();
    assignment.push_back({partition, read_owner(in)});
  }
}

bool Plan::read(const Command& command, const Outcome& outcome) {
  TapeReader in(command.fields);
  read_assignment(in, before);
  read_assignment(in, after);
  moves.clear();
  TapeReader out(outcome.body);
  for (std::uint32_t left = out.list(); left > 0 && out.good(); --left) {
    if (out.list() != 3) out.refuse();
    const std::int64_t partition = out.offset();
    const Owner from = read_owner(out);
    moves.push_back({partition, from, read_owner(out)});
  }
  return in.good() && out.good();
}

Owner owner_in(const std::vector<Owned>& assignment, std::int64_t partition) {
  const auto found = std::ranges::find(assignment, partition, &Owned::partition);
  return found == assignment.end() ? Owner() : found->owner;
}

bool names_a_partition_twice(const std::vector<Owned>& assignment) {
  for (std::size_t i = 1; i < assignment.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (assignment[i].partition == assignment[j].partition) return true;
  return false;
}

std::string text(const Owner& owner) {
  return owner ? "\"" + std::string(*owner) + "\"" : "nobody";
}

bool is_given(const Scenario& scenario, const Event& event) {
  return event.kind == Event::Kind::answered && event.outcome.is_done() &&
         scenario.steps[event.message].command.type == 0;
}

std::string why_taken(const Plan& plan) {
  for (const auto* side : {&plan.before, &plan.after})
    if (names_a_partition_twice(*side))
      return "an assignment that names a partition twice was taken";
  return {};
}

std::string why_unsorted(const Plan& plan) {
  for (std::size_t i = 1; i < plan.moves.size(); ++i)
    if (plan.moves[i].partition <= plan.moves[i - 1].partition)
      return "the move of partition " + std::to_string(plan.moves[i].partition) +
             " comes after that of " + std::to_string(plan.moves[i - 1].partition);
  return {};
}

std::string why_needless(const Plan& plan) {
  for (const Move& move : plan.moves)
    if (move.from == move.to)
      return "partition " + std::to_string(move.partition) + " moves from " + text(move.from) +
             " to " + text(move.to);
  return {};
}

/// Nothing if the moves lead from one side to the other.
std::string why_elsewhere(const Plan& plan) {
  for (const Move& move : plan.moves)
    if (const Owner owner = owner_in(plan.before, move.partition); owner != move.from)
      return "partition " + std::to_string(move.partition) + " is taken from " + text(move.from) +
             ", but " + text(owner) + " had it";
  for (const auto* side : {&plan.before, &plan.after})
    for (const auto& [partition, owner] : *side) {
      const auto move = std::ranges::find(plan.moves, partition, &Move::partition);
      const Owner reached = move == plan.moves.end() ? owner_in(plan.before, partition) : move->to;
      if (const Owner wanted = owner_in(plan.after, partition); reached != wanted)
        return "after the moves partition " + std::to_string(partition) + " belongs to " +
               text(reached) + ", not to " + text(wanted);
    }
  for (const Move& move : plan.moves)
    if (move.to != owner_in(plan.after, move.partition))
      return "partition " + std::to_string(move.partition) + " is given to " + text(move.to) +
             " unasked";
  return {};
}

bool is_equal(const Plan& plan) {
  return std::ranges::all_of(
             plan.before,
             [&](const Owned& one) { return one.owner == owner_in(plan.after, one.partition); }) &&
         std::ranges::all_of(plan.after, [&](const Owned& one) {
           return one.owner == owner_in(plan.before, one.partition);
         });
}

std::string why_not_empty(const Plan& plan) {
  if (plan.moves.empty() || !is_equal(plan)) return {};
  return "the assignments are equal, yet " + std::to_string(plan.moves.size()) + " partitions move";
}

bool is_in(const std::vector<Owned>& assignment, std::int64_t partition) {
  return std::ranges::find(assignment, partition, &Owned::partition) != assignment.end();
}

bool has_nothing(const Plan& plan) { return plan.before.empty() && plan.after.empty(); }
bool has_equal_sides(const Plan& plan) { return plan.before.size() > 1 && is_equal(plan); }
bool has_a_loss(const Plan& plan) {
  return std::ranges::any_of(plan.moves,
                             [&](const Move& move) { return !is_in(plan.after, move.partition); });
}
bool has_a_gain(const Plan& plan) {
  return std::ranges::any_of(plan.moves,
                             [&](const Move& move) { return !is_in(plan.before, move.partition); });
}
bool has_null_for_missing(const Plan& plan) {
  return std::ranges::any_of(plan.before, [&](const Owned& one) {
    return !one.owner && !is_in(plan.after, one.partition);
  });
}
bool has_a_close_change(const Plan& plan) {
  return std::ranges::any_of(plan.moves, [](const Move& move) {
    return move.from && move.to && move.from->size() > 8 &&
           move.from->substr(0, 8) == move.to->substr(0, 8);
  });
}
bool has_a_huge_partition(const Plan& plan) {
  return !plan.moves.empty() && plan.moves.back().partition >= std::int64_t{1} << 40;
}

enum Rule : std::uint8_t { taken_twice, sorting, change, application, emptiness, rule_count };
constexpr std::array<std::string (*)(const Plan&), rule_count> whys{
    why_taken, why_unsorted, why_needless, why_elsewhere, why_not_empty};

enum Mark : std::uint8_t {
  nothing,
  equal_sides,
  a_loss,
  a_gain,
  null_for_missing,
  close_change,
  huge_partition,
  single_marks,
  named_twice = single_marks,
  duplicate,
  malformed
};
constexpr std::array<bool (*)(const Plan&), single_marks> seen{
    has_nothing,          has_equal_sides,    has_a_loss,          has_a_gain,
    has_null_for_missing, has_a_close_change, has_a_huge_partition};

/// One pass over a history.
class Reading {
 public:
  void read(const Scenario& scenario, const History& history) {
    broken.fill(std::nullopt);
    marks = 0;
    for (std::uint32_t i = 0; i < history.size(); ++i) {
      const Event& event = history[i];
      if (event.kind != Event::Kind::answered) continue;
      const Command& command = scenario.steps[event.message].command;
      if (event.outcome.is_refused(refusal::malformed))
        mark(names_twice(command) ? named_twice : malformed);
      if (!is_given(scenario, event) || !plan_.read(command, event.outcome)) continue;
      if (event.copy == Event::Copy::duplicate) mark(duplicate);
      judge(i);
    }
  }

  std::array<std::optional<Broken>, rule_count> broken;
  std::uint32_t marks = 0;

 private:
  void mark(Mark reached) { marks |= 1U << reached; }

  bool names_twice(const Command& command) {
    TapeReader in(command.fields);
    read_assignment(in, plan_.before);
    read_assignment(in, plan_.after);
    return in.good() &&
           (names_a_partition_twice(plan_.before) || names_a_partition_twice(plan_.after));
  }

  void judge(std::uint32_t event) {
    for (std::size_t rule = 0; rule < rule_count; ++rule)
      if (std::string sentence = whys[rule](plan_); !sentence.empty() && !broken[rule])
        broken[rule] = Broken{event, std::move(sentence)};
    for (std::uint8_t i = 0; i < single_marks; ++i)
      if (seen[i](plan_)) mark(static_cast<Mark>(i));
  }

  Plan plan_;
};

template <Rule rule>
std::optional<Broken> check(const Scenario& scenario, const History& history) {
  return read_once<Reading>(scenario, history).broken[rule];
}

template <Mark mark>
bool reached(const Scenario& scenario, const History& history) {
  return (read_once<Reading>(scenario, history).marks >> mark & 1U) != 0;
}

template <Rule rule>
constexpr Property always(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence, check<rule>};
}

template <Mark mark>
constexpr Property sometimes(std::string_view name, std::string_view sentence) {
  return {name, Mode::sometimes, sentence, nullptr, reached<mark>};
}

constexpr std::array properties{
    always<taken_twice>("a_partition_named_twice_is_refused",
                        "An assignment that names a partition twice is malformed."),
    always<sorting>("moves_are_sorted_by_partition",
                    "Moves are listed by partition, each partition once."),
    always<change>("no_move_without_a_change", "A move goes from one owner to another."),
    always<application>(
        "applying_the_moves_to_before_gives_after",
        "Each move takes from the owner before, and all together lead to the owners after."),
    always<emptiness>("plan_of_equal_assignments_is_empty",
                      "Equal assignments need no move, however listed."),
    sometimes<nothing>("two_empty_assignments_were_compared", "Nothing before, nothing after."),
    sometimes<equal_sides>("equal_assignments_were_compared",
                           "Both sides say the same of several partitions."),
    sometimes<a_loss>("a_partition_was_lost", "Owned before, missing after."),
    sometimes<a_gain>("a_partition_was_gained", "Missing before, owned after."),
    sometimes<null_for_missing>("nobody_before_was_missing_after",
                                "An owner of null against a partition not named."),
    sometimes<close_change>("owners_differed_late_in_their_names",
                            "A move between members alike in eight bytes."),
    sometimes<huge_partition>("a_huge_partition_moved", "A partition number of at least 2^40."),
    sometimes<named_twice>("a_partition_named_twice_came", "It was refused."),
    sometimes<duplicate>("a_duplicate_was_delivered", "A message arrived twice."),
    sometimes<malformed>("a_malformed_command_was_refused",
                         "A command that the contract does not allow."),
};

}  // namespace

Workload rebalance_plan() {
  return {find_contract("rebalance-plan"), draw_rebalance_plan, properties};
}

}  // namespace fencepost::properties
