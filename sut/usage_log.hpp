// SPDX-License-Identifier: Apache-2.0
// A partitioned log of usage events as its consumers see it: who owns a partition, what is
// committed, and which batches are in hand.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/tape.hpp"
#include "fencepost/sut/interned_names.hpp"
#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {

struct Usage {
  std::int64_t window = 0;
  std::int32_t tokens = 0;
  /// A number of the names.
  std::uint32_t tenant = 0;
};

class UsageLog {
 public:
  /// The records first .. next-1, of which those below `at` are applied.
  struct Batch {
    std::int64_t first = 0, next = 0, at = 0;
    /// The partition's when it was taken.
    std::uint32_t generation = 0;
    /// The record at `at` is in the first sink and not yet in the second.
    std::uint16_t half = 0;
    std::uint16_t in_hand = 0;

    bool is_applied() const { return at == next; }
  };
  struct Partition {
    std::vector<Usage> log;
    /// By consumer, once one has asked for a batch.
    std::vector<Batch> batches;
    std::int64_t committed = 0;
    std::uint32_t owner = 0;
    /// Rises when the owner changes.
    std::uint32_t generation = 0;

    std::int64_t end() const { return static_cast<std::int64_t>(log.size()); }
  };

  UsageLog(std::int64_t consumers, std::int64_t batch)
      : consumers_(static_cast<std::size_t>(consumers)), batch_(batch) {}

  Partition& partition(std::uint32_t number);
  /// Of this consumer, in hand or not.
  Batch& batch(std::uint32_t consumer, std::uint32_t number);
  bool holds_any(std::uint32_t consumer) const { return in_hand_[consumer] != 0; }

  /// From the committed offset on, if there is anything and none is in hand.
  void take(std::uint32_t consumer, std::uint32_t number, bool commits_at_once);
  void put_down(std::uint32_t consumer, std::uint32_t number);
  void put_down_all(std::uint32_t consumer);
  void move(std::uint32_t number, std::uint32_t consumer);

  /// Appends the list of committed offsets.
  void tell_committed(Tape& result) const;
  void clear();
  void save(std::string& state) const;
  bool load(Unpacker& fields);
  void print(std::string& text, const InternedNames& names) const;

 private:
  static constexpr std::size_t most_consumers = 8;

  std::size_t consumers_;
  std::int64_t batch_;
  std::vector<Partition> partitions_;
  /// By consumer.
  std::array<std::uint32_t, most_consumers> in_hand_{};
};

}  // namespace fencepost::sut
