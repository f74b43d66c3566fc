// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_cluster.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "fencepost/sut/external/command_line.hpp"

namespace fencepost::sut {
namespace {

/// A quarter of the files that we may have open goes to watching threads.
std::size_t threads_watched_cheaply(std::uint32_t nodes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  constexpr rlim_t enough = 256;
  return static_cast<std::size_t>(
      std::min(limit.rlim_cur / 4 / WatchedThread::files / std::max(nodes, 1U), enough));
}

}  // namespace

ChildCluster::ChildCluster(ClusterOptions options)
    : options_(std::move(options)), spinning_(options_.settle_limit) {
  options_.argv = seen_from_here(std::move(options_.argv));
}

std::unique_ptr<ChildNode> ChildCluster::make_node() {
  return std::make_unique<ChildNode>(options_, births_, spinning_, most_kept_);
}

void ChildCluster::move_in(std::uint32_t nodes) {
  most_kept_ = threads_watched_cheaply(nodes);
  for (const auto& node : nodes_) node->order_end();
  Nodes old = std::exchange(nodes_, {});
  for (std::uint32_t i = 0; i < nodes; ++i) {
    nodes_.push_back(spares_.empty() ? make_node() : std::move(spares_.back()));
    if (!spares_.empty()) spares_.pop_back();
  }
}

std::string ChildCluster::start(std::uint32_t node) {
  const bool is_first = !nodes_[node]->was_started();
  std::string why = nodes_[node]->start();
  // A spare that spins would take time from those that are played with.
  const bool may_wait = options_.prestart && !spinning_.is_known();
  if (may_wait && why.empty() && is_first && spares_.size() < nodes_.size()) {
    spares_.push_back(make_node());
    spares_.back()->prepare();
  }
  return why;
}

bool ChildCluster::wait_for_a_line(std::uint32_t milliseconds) {
  const auto deadline = Process::Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    for (const auto& node : nodes_)
      if (!node->is_paused() && node->has_a_line()) return true;
    std::vector<pollfd> files;
    for (const auto& node : nodes_) node->add_files(files);
    const auto left = deadline - Process::Clock::now();
    if (files.empty() || left <= left.zero() || !poll_for(files, left)) return false;
  }
}

bool ChildCluster::stirred() {
  bool any = false;
  for (const auto& node : nodes_) any = node->stirred() || any;
  return any;
}

bool ChildCluster::has_timers() {
  return std::ranges::any_of(nodes_, [](const auto& node) { return node->has_timers(); });
}

std::uint64_t ChildCluster::milliseconds() const {
  const auto now = Process::Clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::string ChildCluster::note() {
  if (!Quiescence::is_blind()) return {};
  return "nodes are taken to be quiet after 20 ms of silence: /proc does not tell what they do";
}

}  // namespace fencepost::sut
