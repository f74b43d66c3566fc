// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/usage_log.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/sut/state_text.hpp"

namespace fencepost::sut {

UsageLog::Partition& UsageLog::partition(std::uint32_t number) {
  while (partitions_.size() <= number) {
    const std::size_t owner = partitions_.size() % consumers_;
    partitions_.emplace_back().owner = static_cast<std::uint32_t>(owner);
  }
  return partitions_[number];
}

UsageLog::Batch& UsageLog::batch(std::uint32_t consumer, std::uint32_t number) {
  Partition& from = partition(number);
  if (from.batches.empty()) from.batches.resize(consumers_);
  return from.batches[consumer];
}

void UsageLog::take(std::uint32_t consumer, std::uint32_t number, bool commits_at_once) {
  Partition& from = partition(number);
  Batch& taken = batch(consumer, number);
  if (taken.in_hand != 0 || from.committed >= from.end()) return;
  const std::int64_t next = from.committed + std::min(batch_, from.end() - from.committed);
  taken = {from.committed, next, from.committed, from.generation, 0, 1};
  ++in_hand_[consumer];
  if (commits_at_once) from.committed = next;
}

void UsageLog::put_down(std::uint32_t consumer, std::uint32_t number) {
  batch(consumer, number).in_hand = 0;
  --in_hand_[consumer];
}

void UsageLog::put_down_all(std::uint32_t consumer) {
  for (Partition& partition : partitions_)
    if (!partition.batches.empty()) partition.batches[consumer].in_hand = 0;
  in_hand_[consumer] = 0;
}

void UsageLog::move(std::uint32_t number, std::uint32_t consumer) {
  Partition& moved = partition(number);
  if (moved.owner == consumer) return;
  moved.owner = consumer;
  ++moved.generation;
}

void UsageLog::tell_committed(Tape& result) const {
  const std::size_t place = result.open();
  std::uint32_t items = 0;
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    if (partitions_[number].committed == 0) continue;
    result.list(2).number(static_cast<std::int64_t>(number)).number(partitions_[number].committed);
    ++items;
  }
  result.close(place, items);
}

void UsageLog::clear() {
  partitions_.clear();
  in_hand_ = {};
}

void UsageLog::save(std::string& state) const {
  pack(state, static_cast<std::uint64_t>(partitions_.size()));
  for (const Partition& partition : partitions_) {
    pack_items(state, partition.log);
    pack_items(state, partition.batches);
    pack(state, partition.committed);
    pack(state, partition.owner);
    pack(state, partition.generation);
  }
}

bool UsageLog::load(Unpacker& fields) {
  clear();
  for (auto left = fields.number<std::uint64_t>(); left > 0 && fields.good(); --left) {
    Partition& partition = partitions_.emplace_back();
    unpack_items(fields, partition.log);
    unpack_items(fields, partition.batches);
    if (!partition.batches.empty() && partition.batches.size() != consumers_) return false;
    for (std::size_t consumer = 0; consumer < partition.batches.size(); ++consumer)
      in_hand_[consumer] += partition.batches[consumer].in_hand;
    partition.committed = fields.number<std::int64_t>();
    partition.owner = fields.number<std::uint32_t>();
    partition.generation = fields.number<std::uint32_t>();
  }
  return fields.good();
}

void UsageLog::print(std::string& text, const InternedNames& names) const {
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& from = partitions_[number];
    const std::string what = "partition " + std::to_string(number);
    for (const Usage& usage : from.log)
      add_line(
          text,
          what + " log " + std::to_string(usage.window) + " " + quote(names.name(usage.tenant)),
          {usage.tokens});
    if (from.committed != 0) add_line(text, what + " committed", {from.committed});
    if (from.owner != number % consumers_ || from.generation != 0)
      add_line(text, what + " owner", {from.owner, from.generation});
    for (std::size_t consumer = 0; consumer < from.batches.size(); ++consumer) {
      const Batch& held = from.batches[consumer];
      if (held.in_hand == 0) continue;
      add_line(text, what + " batch of",
               {static_cast<std::int64_t>(consumer), held.first, held.next, held.at, held.half,
                held.generation});
    }
  }
}

}  // namespace fencepost::sut
