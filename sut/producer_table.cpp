// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/producer_table.hpp"

#include <xxhash.h>

#include <algorithm>
#include <tuple>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::sut {
namespace {

constexpr std::size_t first_capacity = 8;

std::uint64_t hash_of(std::string_view name) { return XXH3_64bits(name.data(), name.size()); }

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

/// Spreads a pair over the high bits and folds them down.
std::size_t spread(std::uint32_t producer, std::uint32_t partition) {
  const std::uint64_t mixed = (std::uint64_t{producer} << 32U | partition) * 0x9E3779B97F4A7C15ULL;
  return static_cast<std::size_t>((mixed ^ mixed >> 32U) * 0xD6E8FEB86659FD93ULL >> 24U);
}

/// Tables are at most three quarters full.
bool is_full(std::size_t used, std::size_t capacity) { return (used + 1) * 4 > capacity * 3; }

std::size_t next_capacity(std::size_t capacity) {
  return capacity == 0 ? first_capacity : capacity * 2;
}

}  // namespace

std::string_view ProducerTable::name(Number producer) const {
  const Producer& its = producers_[producer];
  const bool is_short = its.name_size <= its.short_name.size();
  return {is_short ? its.short_name.data() : long_names_.data() + its.name_at, its.name_size};
}

std::size_t ProducerTable::slot_of(std::string_view name_, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].producer != nobody &&
         (slots_[at].tag != tag_of(hash) || name(slots_[at].producer) != name_))
    at = (at + 1) & mask;
  return at;
}

ProducerTable::Number ProducerTable::find(std::string_view name_) const {
  return slots_.empty() ? nobody : slots_[slot_of(name_, hash_of(name_))].producer;
}

ProducerTable::Number ProducerTable::intern(std::string_view name_) {
  if (is_full(producers_.size(), slots_.size())) grow_slots();
  const std::uint64_t hash = hash_of(name_);
  Slot& slot = slots_[slot_of(name_, hash)];
  if (slot.producer != nobody) return slot.producer;
  slot = {tag_of(hash), size()};
  add_producer(name_);
  return slot.producer;
}

void ProducerTable::add_producer(std::string_view name_) {
  Producer& producer = producers_.emplace_back();
  producer.name_size = static_cast<std::uint32_t>(name_.size());
  if (name_.size() <= producer.short_name.size()) {
    name_.copy(producer.short_name.data(), name_.size());
  } else {
    producer.name_at = long_names_.size();
    long_names_.append(name_);
  }
}

void ProducerTable::grow_slots() {
  slots_.assign(next_capacity(slots_.size()), Slot{});
  for (Number producer = 0; producer < size(); ++producer) {
    const std::uint64_t hash = hash_of(name(producer));
    slots_[slot_of(name(producer), hash)] = {tag_of(hash), producer};
  }
}

std::size_t ProducerTable::place_of(Number producer, std::uint32_t partition) const {
  const std::size_t mask = lanes_.size() - 1;
  std::size_t at = spread(producer, partition) & mask;
  while (lanes_[at].producer != nobody &&
         (lanes_[at].producer != producer || lanes_[at].partition != partition))
    at = (at + 1) & mask;
  return at;
}

ProducerTable::Lane ProducerTable::lane_of(Number producer, std::uint32_t partition) const {
  if (producer == nobody) return {};
  if (producers_[producer].home == partition) return home_of(producer);
  return lanes_.empty() ? Lane{} : lanes_[place_of(producer, partition)];
}

std::int64_t ProducerTable::last(Number producer, std::uint32_t partition) const {
  const Lane lane = lane_of(producer, partition);
  return lane.producer != nobody && lane.epoch == epoch(producer) ? lane.last : none;
}

std::int64_t ProducerTable::last_of_any_epoch(Number producer, std::uint32_t partition) const {
  const Lane lane = lane_of(producer, partition);
  return lane.producer != nobody ? lane.last : none;
}

void ProducerTable::set_last(Number producer, std::uint32_t partition, std::int64_t sequence) {
  keep({producer, partition, sequence, epoch(producer), 0});
}

void ProducerTable::keep(const Lane& fresh) {
  Producer& its = producers_[fresh.producer];
  if (its.home == no_partition) its.home = fresh.partition;
  if (its.home == fresh.partition) {
    its.home_last = fresh.last;
    its.home_epoch = fresh.epoch;
    return;
  }
  if (is_full(used_lanes_, lanes_.size())) grow_lanes();
  Lane& place = lanes_[place_of(fresh.producer, fresh.partition)];
  if (place.producer == nobody) ++used_lanes_;
  place = fresh;
}

void ProducerTable::grow_lanes() {
  std::vector<Lane> old(next_capacity(lanes_.size()));
  old.swap(lanes_);
  for (const Lane& moved : old)
    if (moved.producer != nobody) lanes_[place_of(moved.producer, moved.partition)] = moved;
}

void ProducerTable::clear() {
  long_names_.clear();
  producers_.clear();
  std::ranges::fill(slots_, Slot{});
  forget_sequences();
}

void ProducerTable::forget_sequences() {
  for (Producer& producer : producers_) producer.home = no_partition;
  std::ranges::fill(lanes_, Lane{});
  used_lanes_ = 0;
}

template <class See>
void ProducerTable::for_each_lane(See see) const {
  for (Number producer = 0; producer < size(); ++producer)
    if (producers_[producer].home != no_partition) see(home_of(producer));
  for (const Lane& lane : lanes_)
    if (lane.producer != nobody) see(lane);
}

std::vector<ProducerTable::Lane> ProducerTable::sorted_lanes() const {
  std::vector<Lane> sorted;
  for_each_lane([&](const Lane& lane) {
    if (lane.epoch == epoch(lane.producer)) sorted.push_back(lane);
  });
  std::ranges::sort(sorted, {},
                    [](const Lane& lane) { return std::tuple(lane.producer, lane.partition); });
  return sorted;
}

void ProducerTable::save(std::string& state) const {
  pack(state, size());
  for (Number producer = 0; producer < size(); ++producer) {
    pack_text(state, name(producer));
    pack(state, epoch(producer));
  }
  // Homes first, so that they are homes again.
  std::uint32_t lanes = 0;
  for_each_lane([&lanes](const Lane&) { ++lanes; });
  pack(state, lanes);
  for_each_lane([&state](const Lane& lane) { pack(state, lane); });
}

bool ProducerTable::load(Unpacker& state) {
  clear();
  for (auto left = state.number<std::uint32_t>(); left > 0 && state.good(); --left) {
    const Number producer = intern(state.text());
    bump(producer, state.number<std::int32_t>());
  }
  for (auto left = state.number<std::uint32_t>(); left > 0 && state.good(); --left) {
    const auto saved = state.number<Lane>();
    if (!state.good() || saved.producer >= size()) return false;
    keep(saved);
  }
  return state.good();
}

std::vector<ProducerTable::Number> ProducerTable::by_name() const {
  std::vector<Number> order(size());
  for (Number producer = 0; producer < size(); ++producer) order[producer] = producer;
  std::ranges::sort(order, {}, [this](Number producer) { return name(producer); });
  return order;
}

void ProducerTable::print(std::string& text) const {
  const std::vector<Lane> lanes = sorted_lanes();
  for (const Number producer : by_name()) {
    const std::string who = "producer " + quote(name(producer));
    text += who + " epoch " + std::to_string(epoch(producer)) + "\n";
    for (const Lane& lane : lanes)
      if (lane.producer == producer)
        text += who + " partition " + std::to_string(lane.partition) + " last " +
                std::to_string(lane.last) + "\n";
  }
}

}  // namespace fencepost::sut
