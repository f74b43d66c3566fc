// SPDX-License-Identifier: Apache-2.0
// Producers by name: their epochs, and the last sequence of every (producer, partition). Two flat
// hash tables with open addressing and no heap node for anything. What a producer that keeps to one
// partition needs lies in one cache line: a name that is not long and the last sequence in the
// first partition it wrote to. Long names lie end to end in an arena, other partitions in a table
// of their own. A last sequence carries the epoch it belongs to, so that a bump clears all of them
// in one store.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {

class ProducerTable {
 public:
  /// Producers are numbered from 0 in the order in which they came.
  using Number = std::uint32_t;
  static constexpr Number nobody = UINT32_MAX;
  static constexpr std::int64_t none = -1;

  /// The producer of this name, or nobody.
  Number find(std::string_view name) const;
  /// The producer of this name; a new one has epoch -1.
  Number intern(std::string_view name);

  std::uint32_t size() const { return static_cast<std::uint32_t>(producers_.size()); }
  std::string_view name(Number producer) const;
  /// -1 for nobody.
  std::int32_t epoch(Number producer) const {
    return producer == nobody ? -1 : producers_[producer].epoch;
  }
  /// The epoch becomes known; every last sequence of the producer becomes none.
  void bump(Number producer, std::int32_t epoch) { producers_[producer].epoch = epoch; }

  /// The last sequence in the producer's epoch, or none.
  std::int64_t last(Number producer, std::uint32_t partition) const;
  /// The last sequence in whatever epoch it was (for planted bugs only).
  std::int64_t last_of_any_epoch(Number producer, std::uint32_t partition) const;
  void set_last(Number producer, std::uint32_t partition, std::int64_t sequence);

  /// Every last sequence of every producer becomes none (for planted bugs only).
  void forget_sequences();

  /// Forgets everything and keeps the memory.
  void clear();
  /// All producers, sorted by name.
  std::vector<Number> by_name() const;
  /// For a checkpoint.
  void save(std::string& state) const;
  bool load(Unpacker& state);
  /// Appends a line for every epoch and every last sequence, sorted by name and partition.
  void print(std::string& text) const;

 private:
  static constexpr std::uint32_t no_partition = UINT32_MAX;

  struct Producer {
    std::int64_t home_last = none;
    std::int32_t home_epoch = -1;
    /// The partition that it wrote to first.
    std::uint32_t home = no_partition;
    std::int32_t epoch = -1;
    std::uint32_t name_size = 0;
    /// In the arena, if the name is not short.
    std::uint64_t name_at = 0;
    std::array<char, 32> short_name{};
  };
  /// Where a hash of a name leads.
  struct Slot {
    std::uint32_t tag;
    Number producer = nobody;
  };
  /// A last sequence, as a checkpoint holds it, too.
  struct Lane {
    Number producer = nobody;
    std::uint32_t partition;
    std::int64_t last;
    std::int32_t epoch;
    std::uint32_t unused;
  };

  void add_producer(std::string_view name);
  std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  void grow_slots();
  Lane home_of(Number producer) const {
    const Producer& its = producers_[producer];
    return {producer, its.home, its.home_last, its.home_epoch, 0};
  }
  /// The last sequence wherever it is kept; of nobody if there is none.
  Lane lane_of(Number producer, std::uint32_t partition) const;
  void keep(const Lane& fresh);
  std::size_t place_of(Number producer, std::uint32_t partition) const;
  void grow_lanes();
  /// Calls `see` for all of them.
  template <class See>
  void for_each_lane(See see) const;
  /// Those in their producer's epoch, sorted by producer and partition.
  std::vector<Lane> sorted_lanes() const;

  std::string long_names_;
  std::vector<Producer> producers_;
  std::vector<Slot> slots_;
  /// But for the homes.
  std::vector<Lane> lanes_;
  std::size_t used_lanes_ = 0;
};

}  // namespace fencepost::sut
