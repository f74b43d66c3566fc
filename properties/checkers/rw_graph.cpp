// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/properties/checkers/cycle_anomalies.hpp"
#include "fencepost/properties/checkers/order_edges.hpp"
#include "fencepost/properties/checkers/rw_analysis.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint32_t none = RwVersion::none;

class RwEdges {
 public:
  RwEdges(const RwHistory& history, const Graph& versions, const std::vector<bool>& unordered)
      : history_(history),
        order_(versions),
        unordered_(unordered),
        graph_(static_cast<Graph::Node>(history.txns.txns().size())),
        readers_(history.versions.size()),
        follows_(history.versions.size()),
        firsts_(history.keys()),
        writes_(history.keys()) {}

  Graph draw() {
    for (const RwRead& read : history_.reads)
      if (read.external) draw_read(read);
    for (std::uint32_t id = 0; id < readers_.size(); ++id) draw_next(id);
    gather_firsts();
    for (std::uint32_t id = 0; id < readers_.size(); ++id)
      if (history_.versions[id].initial) draw_initial(id);
    draw_replaced();
    history_.txns.draw_order(graph_);
    graph_.seal();
    return std::move(graph_);
  }

 private:
  const RwVersion& version(std::uint32_t id) const { return history_.versions[id]; }
  std::uint32_t writer(std::uint32_t id) const { return version(id).writer; }
  bool is_ordered(std::uint32_t id) const { return !unordered_[version(id).key]; }

  void draw_read(const RwRead& read) {
    if (version(read.version).initial || history_.exists(read.version))
      readers_[read.version].push_back(read.txn);
    if (history_.exists(read.version))
      graph_.add(writer(read.version), read.txn, EdgeKind::wr, read.version);
  }

  /// The versions that certainly follow this one.
  void draw_next(std::uint32_t id) {
    std::vector<Target> next;
    for (std::uint64_t at = order_.begin(id); at < order_.end(id); ++at) {
      const std::uint32_t later = order_.edge(at).to;
      follows_[later] = true;
      if (!is_ordered(id)) continue;
      next.push_back({writer(later), later});
      graph_.add(writer(id), writer(later), EdgeKind::ww, later);
    }
    sort(next);
    draw_all_before_all(graph_, readers_[id], next, EdgeKind::rw);
  }

  /// Of each key: the versions that are not known to follow another; all its ok writes by time.
  void gather_firsts() {
    for (std::uint32_t id = 0; id < history_.versions.size(); ++id) {
      if (!history_.exists(id)) continue;
      if (!follows_[id]) firsts_[version(id).key].push_back({writer(id), id});
      if (history_.txns[writer(id)].is(Operation::Type::ok) && version(id).next_of_writer == none)
        writes_[version(id).key].push_back({writer(id), id});
    }
    for (auto& firsts : firsts_) sort(firsts);
    for (auto& writes : writes_) sort(writes);
  }

  void draw_initial(std::uint32_t id) {
    draw_all_before_all(graph_, readers_[id], firsts_[version(id).key], EdgeKind::rw);
  }

  /// Who read what an ok transaction wrote read it before the writes that were invoked after that.
  /// Of those the first are enough, the rest comes after them in real time.
  void draw_replaced() {
    for (const RwRead& read : history_.reads) {
      if (!read.external || !history_.exists(read.version) || !is_ordered(read.version)) continue;
      const Txn& made = history_.txns[writer(read.version)];
      if (made.is(Operation::Type::ok)) draw_replaced(read, made.completed_at);
    }
  }

  void draw_replaced(const RwRead& read, std::uint64_t since) {
    constexpr int most = 16;
    const auto& writes = writes_[version(read.version).key];
    auto next = std::ranges::upper_bound(writes, since, {}, [&](const Target& write) {
      return history_.txns[write.node].invoked_at;
    });
    std::uint64_t first_end = UINT64_MAX;
    for (int i = 0; i < most && next != writes.end(); ++i, ++next) {
      const Txn& later = history_.txns[next->node];
      if (later.invoked_at > first_end) break;
      if (next->node == read.txn) continue;
      graph_.add(read.txn, next->node, EdgeKind::rw_realtime, next->label);
      first_end = std::min(first_end, later.completed_at);
    }
  }

  /// Transactions are numbered by their invocations.
  static void sort(std::vector<Target>& targets) {
    std::ranges::sort(targets, [](const Target& a, const Target& b) {
      return a.node != b.node ? a.node < b.node : a.label < b.label;
    });
  }

  const RwHistory& history_;
  const Graph& order_;
  const std::vector<bool>& unordered_;
  Graph graph_;
  /// Of each version.
  std::vector<std::vector<Graph::Node>> readers_;
  std::vector<bool> follows_;
  /// Of each key.
  std::vector<std::vector<Target>> firsts_, writes_;
};

std::string words(const RwHistory& history, const Step& step, const std::string& from,
                  const std::string& to) {
  const std::string value = history.words(step.label), key = history.key_words(step.label);
  switch (step.kind) {
    case EdgeKind::wr: return from + " wrote " + value + " to " + key + ", which " + to + " read";
    case EdgeKind::rw:
      return from + " read " + key + " before " + to + " wrote " + value + " to it";
    case EdgeKind::rw_realtime:
      return from + " read " + key + " as it was before " + to + ", invoked later, wrote " + value;
    default: return from + " wrote to " + key + " before " + to + " wrote " + value;
  }
}

}  // namespace

void find_rw_cycles(RwHistory& history, const Graph& versions, const std::vector<bool>& unordered,
                    const std::function<bool()>& enough) {
  const Graph graph = RwEdges(history, versions, unordered).draw();
  for (const CycleFinding& finding : find_cycles(graph, enough))
    add_cycles(history.findings, finding, history.txns,
               [&](const Step& step, const std::string& from, const std::string& to) {
                 return words(history, step, from, to);
               });
}

}  // namespace fencepost::properties
