// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/offset_commit.hpp"

#include <string>

namespace fencepost::model {
namespace {

// In the order of the contract.
enum Type : std::uint8_t { processed_type, committed_type };

}  // namespace

OffsetCommit::OffsetCommit(const Parameters& parameters)
    : partition_count_(parameters.get("partitions", 4)) {}

void OffsetCommit::answer(const Command& command, Outcome& outcome) {
  TapeReader fields(command.fields);
  const std::int64_t partition = fields.partition(partition_count_);
  const std::int64_t offset = command.type == processed_type ? fields.offset() : 0;
  const bool known = command.type == processed_type || command.type == committed_type;
  if (!known || !fields.good()) return outcome.refuse(refusal::malformed);

  if (command.type == processed_type) processed(partitions_[partition], offset);
  const auto found = partitions_.find(partition);
  outcome.done().number(found == partitions_.end() ? -1 : found->second.committed);
}

void OffsetCommit::processed(Partition& partition, std::int64_t offset) {
  if (offset <= partition.committed) return;
  partition.waiting.insert(offset);
  while (partition.waiting.erase(partition.committed + 1) == 1) ++partition.committed;
}

void OffsetCommit::crash() {
  for (auto& [number, partition] : partitions_) partition.waiting.clear();
}

void OffsetCommit::print(std::string& text) const {
  for (const auto& [number, partition] : partitions_) {
    if (partition.committed == -1 && partition.waiting.empty()) continue;
    text += "partition " + std::to_string(number) + ": committed " +
            std::to_string(partition.committed) + ", next " +
            std::to_string(partition.committed + 1);
    if (!partition.waiting.empty()) text += ", waiting";
    for (const std::int64_t offset : partition.waiting) text += " " + std::to_string(offset);
    text += "\n";
  }
}

std::unique_ptr<Model> OffsetCommit::clone() const { return std::make_unique<OffsetCommit>(*this); }

}  // namespace fencepost::model
