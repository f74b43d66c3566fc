// SPDX-License-Identifier: Apache-2.0
// The moves between two assignments: one for every partition whose owner differs (workloads page,
// section 3). It remembers nothing from one command to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class RebalancePlan final : public Model {
 public:
  explicit RebalancePlan(const Parameters&) {}

  void answer(const Command& command, Outcome& outcome) override;
  void crash() override {}
  void print(std::string&) const override {}
  std::unique_ptr<Model> clone() const override { return std::make_unique<RebalancePlan>(*this); }

  /// Nobody, or a member.
  using Owner = std::optional<std::string_view>;
  struct Owned {
    std::int64_t partition;
    Owner owner;
  };
  using Assignment = std::vector<Owned>;

 private:
  // Of the command at hand; kept for their memory only.
  Assignment before_;
  Assignment after_;
  std::vector<std::int64_t> partitions_;
};

}  // namespace fencepost::model
