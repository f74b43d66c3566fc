// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/network.hpp"

#include <algorithm>

namespace fencepost::faults {

void Network::plan(std::set<PacketName> to_hold, std::set<PacketName> to_keep) {
  to_hold_ = std::move(to_hold);
  to_keep_ = std::move(to_keep);
}

std::optional<Packet> Network::send(std::uint32_t root, Packet packet) {
  packet.name = {root, next_part_[root]++};
  ++sent_;
  if (to_keep_.contains(packet.name)) kept_.emplace(packet.name, packet);
  if (to_hold_.erase(packet.name) > 0) {
    packet.late = true;
    held_.emplace(packet.name, packet);
    return packet;
  }
  queue_.push_back(std::move(packet));
  return std::nullopt;
}

bool Network::release(PacketName name) {
  to_hold_.erase(name);
  auto held = held_.extract(name);
  if (held.empty()) return false;
  queue_.push_back(std::move(held.mapped()));
  return true;
}

void Network::release_all() {
  to_hold_.clear();
  release_held();
}

bool Network::release_held() {
  if (held_.empty()) return false;
  for (auto& [name, packet] : held_) queue_.push_back(std::move(packet));
  held_.clear();
  return true;
}

bool Network::repeat(PacketName name) {
  const auto kept = kept_.find(name);
  if (kept == kept_.end()) return false;
  queue_.push_back(kept->second);
  queue_.back().duplicate = true;
  return true;
}

std::optional<Packet> Network::next() {
  const auto found = std::ranges::find_if(
      queue_, [this](const Packet& packet) { return !paused_.contains(packet.to); });
  if (found == queue_.end()) return std::nullopt;
  Packet packet = std::move(*found);
  queue_.erase(found);
  return packet;
}

}  // namespace fencepost::faults
