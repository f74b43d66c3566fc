// SPDX-License-Identifier: Apache-2.0
// Deterministic assignment: the sorted partitions go to the sorted members in turn (workloads page,
// section 2). It remembers nothing from one command to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class GroupAssign final : public Model {
 public:
  explicit GroupAssign(const Parameters&) {}

  void answer(const Command& command, Outcome& outcome) override;
  void crash() override {}
  void print(std::string&) const override {}
  std::unique_ptr<Model> clone() const override { return std::make_unique<GroupAssign>(*this); }

 private:
  // Of the command at hand; kept for their memory only.
  std::vector<std::string_view> members_;
  std::vector<std::int64_t> partitions_;
};

}  // namespace fencepost::model
