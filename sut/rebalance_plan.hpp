// SPDX-License-Identifier: Apache-2.0
// The optimised engine of rebalance-plan: one merge over two sorted arrays, the moves written as
// they are met. Input that is sorted already, as assignments are, is not sorted again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/rebalance_plan_bugs.hpp"

namespace fencepost::sut {

template <class Bugs>
class RebalancePlan final : public System {
 public:
  RebalancePlan(const Parameters&, Disk&, Bugs bugs) : bugs_(bugs) {}

  /// It stores nothing.
  std::string recover() { return {}; }
  void answer(const Command& command, Outcome& outcome) override;

 private:
  struct Owned {
    std::int64_t partition;
    /// Without data: nobody.
    std::string_view owner;
  };
  using Assignment = std::vector<Owned>;

  void read(TapeReader& in, Assignment& assignment);
  void settle_doubles(TapeReader& in, Assignment& assignment) const;
  void write_moves(Tape& tape) const;
  bool differ(std::string_view from, std::string_view to) const;

  [[no_unique_address]] Bugs bugs_;
  // Of the command at hand, sorted by partition.
  Assignment before_;
  Assignment after_;
  Assignment spare_;
};

std::unique_ptr<Home> make_rebalance_plan(const PlantedBug* bug);

}  // namespace fencepost::sut
