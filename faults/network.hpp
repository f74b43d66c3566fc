// SPDX-License-Identifier: Apache-2.0
// The messages of a cluster on their way: first sent, first delivered, but for those that the
// scenario holds back, and for those whose receiver is paused.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/faults/packet.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::faults {

class Network {
 public:
  /// From now on these messages are held when they are sent, until released; of those, a copy is
  /// kept.
  void plan(std::set<PacketName> to_hold, std::set<PacketName> to_keep);

  /// Names the message and sets it on its way. The name says which it is of those that the command
  /// led to. The message itself if it is held.
  std::optional<Packet> send(std::uint32_t root, Packet packet);
  /// The messages of this command are counted from 0 again: it is given once more.
  void count_anew(std::uint32_t root) { next_part_.erase(root); }
  /// Sets a held message on its way, or lets it pass when it is sent later; false if it was not
  /// held.
  bool release(PacketName name);
  void release_all();
  /// Those that are held now; whatever is to be held later will be. False if there were none.
  bool release_held();
  /// Sets another copy of a kept message on its way; false if it was never sent.
  bool repeat(PacketName name);

  /// The next one whose receiver is not paused.
  std::optional<Packet> next();
  bool is_empty() const { return queue_.empty() && held_.empty(); }
  /// How many were ever sent.
  std::uint64_t sent() const { return sent_; }

  void pause(const std::string& receiver) { paused_.insert(receiver); }
  void resume(const std::string& receiver) { paused_.erase(receiver); }
  bool is_paused(const std::string& receiver) const { return paused_.contains(receiver); }

  void cut(const std::string& from, const std::string& to) { cuts_.emplace(from, to); }
  void heal() { cuts_.clear(); }
  bool is_cut_anywhere() const { return !cuts_.empty(); }
  bool is_cut(const std::string& from, const std::string& to) const {
    return cuts_.contains({from, to});
  }

 private:
  std::deque<Packet> queue_;
  std::set<PacketName> to_hold_, to_keep_;
  std::map<PacketName, Packet> held_, kept_;
  std::map<std::uint32_t, std::uint32_t> next_part_;
  std::uint64_t sent_ = 0;
  std::set<std::string> paused_;
  std::set<std::pair<std::string, std::string>> cuts_;
};

}  // namespace fencepost::faults
