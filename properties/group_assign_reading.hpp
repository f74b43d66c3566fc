// SPDX-License-Identifier: Apache-2.0
// What a chronicler makes of a history of group-assign in one pass: every assignment that was given
// is held against what was asked, and against the earlier answers to the same sets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

/// One assignment that was asked for and given.
struct GivenAssignment {
  struct Owned {
    std::int64_t partition;
    bool somebody;
    std::string_view owner;
  };

  /// As listed, and each once in order.
  std::vector<std::string_view> listed;
  std::vector<std::string_view> members;
  std::vector<std::int64_t> partitions;
  std::vector<Owned> owners;
  /// How many partitions each member owns.
  std::vector<std::size_t> loads;

  /// False if the command or the answer is not of the contract's form.
  bool read(const Command& command, const Outcome& outcome);
};

class GroupAssignReading {
 public:
  /// What can be broken, in the order in which it is judged.
  enum Rule : std::uint8_t {
    one_owner,
    even_loads,
    input_order,
    remainder,
    idle_extras,
    rule_count
  };
  /// Those before `single_marks` speak of one assignment.
  enum Mark : std::uint8_t {
    no_member,
    no_partition,
    nothing,
    more_members,
    a_remainder,
    member_twice,
    huge_partition,
    single_marks,
    another_order = single_marks,
    duplicate,
    malformed
  };

  void read(const Scenario& scenario, const History& history);

  const std::optional<Broken>& broken(Rule rule) const { return broken_[rule]; }
  bool reached(Mark mark) const { return (marks_ >> mark & 1U) != 0; }

 private:
  void mark(Mark reached) { marks_ |= 1U << reached; }
  void judge(std::uint32_t event);
  /// With every earlier answer to the same sets.
  void compare(const Scenario& scenario, const History& history, std::uint32_t event);

  std::array<std::optional<Broken>, rule_count> broken_;
  std::uint32_t marks_ = 0;
  GivenAssignment given_;
  GivenAssignment other_;
  /// The signature of the sets and the event.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> earlier_;
};

}  // namespace fencepost::properties
