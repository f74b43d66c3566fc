// SPDX-License-Identifier: Apache-2.0
// What kinds of trouble one seed has, and where they strike. Each seed leaves whole families out,
// so that rare combinations are not drowned by frequent ones; calm is a possible draw.
#pragma once

#include <cstdint>

#include "fencepost/faults/chance.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::faults {

/// Which families may strike, as a set.
class Families {
 public:
  static Families all() { return Families((1U << family_count) - 1); }
  static Families none() { return Families(0); }
  bool has(Family family) const { return (bits_ >> static_cast<unsigned>(family) & 1U) != 0; }
  Families& set(Family family, bool on = true);
  Families without(Family family) const { return Families(*this).set(family, false); }
  friend bool operator==(const Families&, const Families&) = default;

 private:
  explicit Families(unsigned bits) : bits_(bits) {}
  unsigned bits_;
};

struct Swarm {
  Families families = Families::none();
  /// Percent of messages struck by each family that is in.
  std::uint64_t rate = 0;
  /// Length of the storm in commands.
  std::uint32_t commands = 0;
  /// Some commands are malformed.
  bool malformed = false;
};

/// The swarm of a seed, within the families allowed. The number of commands is between 1 and
/// `longest`.
Swarm draw_swarm(const Chance& chance, Families allowed, std::uint32_t longest = 60);

/// Inserts exceptions into the storm (the steps before `calm`) of a scenario that has only
/// commands.
void draw_faults(const Chance& chance, const Swarm& swarm, Scenario& scenario);

}  // namespace fencepost::faults
