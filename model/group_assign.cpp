// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/group_assign.hpp"

#include <algorithm>

namespace fencepost::model {
namespace {

template <class Item>
void sort_and_collapse(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

void GroupAssign::answer(const Command& command, Outcome& outcome) {
  TapeReader in(command.fields);
  members_.clear();
  partitions_.clear();
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) members_.push_back(in.text());
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left)
    partitions_.push_back(in.offset());
  if (command.type != 0 || !in.good()) return outcome.refuse(refusal::malformed);

  sort_and_collapse(members_);
  sort_and_collapse(partitions_);
  Tape& owners = outcome.done().list(static_cast<std::uint32_t>(partitions_.size()));
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    owners.list(2).number(partitions_[i]);
    if (members_.empty()) {
      owners.null();
    } else {
      owners.text(members_[i % members_.size()]);
    }
  }
}

}  // namespace fencepost::model
