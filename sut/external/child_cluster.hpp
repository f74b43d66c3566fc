// SPDX-License-Identifier: Apache-2.0
// A cluster of child processes, each in a folder of its own. See child_node.hpp for what a node may
// do. Used by one thread; other clusters in other threads do not disturb it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/external/child_node.hpp"
#include "fencepost/sut/external/threads_below.hpp"
#include "fencepost/sut/ports/cluster.hpp"

namespace fencepost::sut {

class ChildCluster final : public Cluster {
 public:
  /// The command is seen from the folder in which we run, not from the node's: see
  /// `seen_from_here`.
  explicit ChildCluster(ClusterOptions options);

  void move_in(std::uint32_t nodes) override;
  /// The process may have been started before, while the world before this one played; then in a
  /// folder that was empty, too.
  std::string start(std::uint32_t node) override;
  void kill(std::uint32_t node) override { nodes_[node]->kill(); }
  void lose_folder(std::uint32_t node) override { nodes_[node]->lose_folder(); }
  void pause(std::uint32_t node) override { nodes_[node]->pause(); }
  void resume(std::uint32_t node) override { nodes_[node]->resume(); }
  void send(std::uint32_t node, std::string_view line) override { nodes_[node]->send(line); }
  Rest settle(std::uint32_t node, std::vector<std::string>& lines) override {
    return nodes_[node]->settle(lines);
  }
  /// True as well when a node has ended.
  bool wait_for_a_line(std::uint32_t milliseconds) override;
  /// Where /proc does not tell, true whenever a node runs.
  bool stirred() override;
  bool has_timers() override;
  std::uint64_t milliseconds() const override;
  std::string end(std::uint32_t node) const override { return nodes_[node]->end(); }
  std::string last_words(std::uint32_t node) const override { return nodes_[node]->last_words(); }

  const std::string& folder(std::uint32_t node) const { return nodes_[node]->folder(); }
  /// What the reader of a report should know of how rest was found; mostly empty.
  static std::string note();

 private:
  using Nodes = std::vector<std::unique_ptr<ChildNode>>;
  std::unique_ptr<ChildNode> make_node();

  ClusterOptions options_;
  Births births_;
  /// Of the program, whichever node it was seen on.
  Spinning spinning_;
  /// Threads of a node for which files are kept open.
  std::size_t most_kept_ = 0;
  Nodes nodes_;
  /// Their processes run already, for the next world.
  Nodes spares_;
};

}  // namespace fencepost::sut
