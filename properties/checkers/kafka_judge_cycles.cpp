// SPDX-License-Identifier: Apache-2.0
// Who must have come before whom: the writer of a value before those who polled it; with ww_edges
// the writer of a value before that of the next one; and what had ended before what began then.
//
// Few histories have cycles, and few operations of them can be in one. Operations are placed in the
// order of their ends, or of their beginnings where the end is unknown; most edges then go forward,
// and each cycle lies where it is spanned by edges that go back. Only what is spanned gets a graph.
#include <algorithm>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/graph.hpp"
#include "fencepost/properties/checkers/kafka_judges.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"
#include "fencepost/properties/checkers/order_edges.hpp"

namespace fencepost::properties::kafka {
namespace {

using Type = Operation::Type;

class CycleJudge {
 public:
  CycleJudge(const History& history, const Log& log, const CheckerOptions& options,
             Findings& findings)
      : history_(history), log_(log), options_(options), findings_(findings) {}

  std::string judge(std::uint64_t spare_memory) {
    find_spanned();
    if (nodes_.empty()) return {};
    constexpr std::uint64_t bytes_an_edge = 48, bytes_a_node = 160;
    if (edges_ * bytes_an_edge + nodes_.size() * bytes_a_node > spare_memory)
      return "the graph of " + std::to_string(nodes_.size()) +
             " operations needs more memory than is allowed";
    Graph graph(static_cast<Graph::Node>(nodes_.size()));
    draw(graph);
    return search(graph);
  }

 private:
  struct Level {
    EdgeKinds kinds;
    /// What a cycle is called that has a wr edge, and one that has none.
    std::string_view with_wr, without_wr;
  };

  /// Calls `edge(from, to, kind, message)` for each edge between different operations.
  template <class See>
  void for_each_edge(See edge) const {
    for (OpId op = 0; op < history_.ops.size(); ++op) {
      if (history_.ops[op].kind != Kind::work) continue;
      for (const Item& item : history_.items_of(op)) {
        if (item.what() == Item::What::key) continue;
        const OpId writer = history_.messages[item.id()].writer;
        if (item.what() == Item::What::polled && writer != none && writer != op)
          edge(writer, op, EdgeKind::wr, item.id());
        if (item.what() == Item::What::sent && options_.ww_edges) see_previous(op, item.id(), edge);
      }
    }
  }

  template <class See>
  void see_previous(OpId op, MessageId id, See edge) const {
    const Log::Row row = log_.version_row(id);
    if (row == none || row == log_.begin(history_.messages[id].key)) return;
    const OpId writer = history_.messages[log_.at(row - 1)].writer;
    if (writer != none && writer != op) edge(writer, op, EdgeKind::ww, id);
  }

  std::uint32_t position(OpId id) const {
    const Op& op = history_.ops[id];
    return op.type == Type::info ? op.invoked : op.completed;
  }

  void find_spanned() {
    std::uint32_t last = 0;
    for (OpId op = 0; op < history_.ops.size(); ++op) last = std::max(last, position(op));
    // How many edges go back over the gap behind each position.
    std::vector<std::int32_t> over(last + std::size_t{2});
    for_each_edge([&](OpId from, OpId to, EdgeKind, MessageId) {
      if (position(from) < position(to)) return;
      ++over[position(to)];
      --over[position(from)];
    });
    for (std::size_t i = 1; i < over.size(); ++i) over[i] += over[i - 1];
    node_of_.assign(history_.ops.size(), none);
    for (OpId op = 0; op < history_.ops.size(); ++op) {
      const std::uint32_t at = position(op);
      if (history_.ops[op].kind != Kind::work) continue;
      if (over[at] == 0 && (at == 0 || over[at - 1] == 0)) continue;
      node_of_[op] = static_cast<Graph::Node>(nodes_.size());
      nodes_.push_back(op);
    }
    if (nodes_.empty()) return;
    for_each_edge([&](OpId from, OpId to, EdgeKind, MessageId) {
      if (node_of_[from] != none && node_of_[to] != none) ++edges_;
    });
  }

  void draw(Graph& graph) const {
    for_each_edge([&](OpId from, OpId to, EdgeKind kind, MessageId label) {
      if (node_of_[from] != none && node_of_[to] != none)
        graph.add(node_of_[from], node_of_[to], kind, label);
    });
    draw_processes(graph);
    draw_time(graph);
    graph.seal();
  }

  void draw_processes(Graph& graph) const {
    std::vector<Graph::Node> last(history_.processes.size(), none);
    for (Graph::Node node = 0; node < nodes_.size(); ++node) {
      const Op& op = history_.ops[nodes_[node]];
      if (op.type != Type::ok) continue;
      if (last[op.process] != none) graph.add(last[op.process], node, EdgeKind::process);
      last[op.process] = node;
    }
  }

  void draw_time(Graph& graph) const {
    std::vector<Graph::Node> begun(nodes_.size());
    for (Graph::Node node = 0; node < nodes_.size(); ++node) begun[node] = node;
    std::ranges::sort(begun, {}, [&](Graph::Node node) { return op(node).invoked; });
    RealTime time(graph);
    auto next = begun.begin();
    for (Graph::Node node = 0; node < nodes_.size(); ++node) {
      if (op(node).type != Type::ok) continue;
      for (; next != begun.end() && op(*next).invoked < op(node).completed; ++next)
        time.invoked(*next);
      time.completed(node);
    }
    for (; next != begun.end(); ++next) time.invoked(*next);
  }

  std::string search(const Graph& graph) {
    const EdgeKinds all{EdgeKind::ww, EdgeKind::wr, EdgeKind::process, EdgeKind::realtime};
    const Knots knots = graph.knots(all);
    if (knots.members.empty()) return {};
    is_reported_.assign(graph.nodes(), 0);
    constexpr std::uint64_t most_edges = 50'000'000;
    CycleSearch search(graph, most_edges, options_.enough);
    for (const Level& level : {
             Level{{EdgeKind::ww}, anomaly::g0, anomaly::g0},
             Level{{EdgeKind::ww, EdgeKind::wr}, anomaly::g1c, anomaly::g0},
             Level{{EdgeKind::ww, EdgeKind::wr, EdgeKind::process},
                   anomaly::g1c_process,
                   anomaly::g0_process},
             Level{all, anomaly::g1c_realtime, anomaly::g0_realtime},
         })
      search_level(graph, graph.knots(level.kinds, &knots), level, search);
    return {};
  }

  /// A knot that has an operation of one that was found with fewer kinds of edges tells no more.
  void search_level(const Graph& graph, const Knots& knots, const Level& level,
                    CycleSearch& search) {
    for (std::size_t i = 0; i < knots.members.size(); ++i) {
      const auto& members = knots.members[i];
      const bool is_known =
          std::ranges::any_of(members, [&](Graph::Node node) { return is_reported_[node] != 0; });
      for (const Graph::Node node : members) is_reported_[node] = 1;
      if (is_known) continue;
      const Cycle cycle = search.shortest(knots, i, level.kinds, level.kinds);
      if (cycle.empty())
        report_knot(graph, members, level);
      else
        report(cycle, level);
    }
  }

  void report(const Cycle& cycle, const Level& level) {
    const bool has_wr =
        std::ranges::any_of(cycle, [](const Step& step) { return step.kind == EdgeKind::wr; });
    std::vector<std::uint64_t> operations;
    for (const Step& step : cycle) operations.push_back(op(step.from).place());
    // Short ones are easier to understand.
    const std::uint64_t weight = UINT32_MAX - cycle.size();
    found(findings_, has_wr ? level.with_wr : level.without_wr, weight, std::move(operations),
          [&] { return sentence(cycle); });
  }

  void report_knot(const Graph& graph, const std::vector<Graph::Node>& members,
                   const Level& level) {
    std::vector<std::uint64_t> operations;
    for (const Graph::Node node : members)
      if (!graph.is_waypoint(node)) operations.push_back(op(node).place());
    const std::size_t count = operations.size();
    found(findings_, level.with_wr, 0, std::move(operations),
          [&] { return "there are cycles among " + std::to_string(count) + " operations"; });
  }

  std::string sentence(const Cycle& cycle) const {
    std::vector<std::string> words;
    for (const Step& step : cycle) {
      if (words.size() == most_listed) break;
      words.push_back(sentence(step));
    }
    std::string text = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) text += "; " + words[i];
    if (words.size() < cycle.size())
      text += "; and " + std::to_string(cycle.size() - words.size()) + " steps more";
    return text;
  }

  std::string sentence(const Step& step) const {
    const std::string from = "operation " + std::to_string(op(step.from).place());
    const std::string to = "operation " + std::to_string(op(step.to).place());
    switch (step.kind) {
      case EdgeKind::wr:
        return from + " sent " + history_.messages.text(step.label) + ", which " + to + " polled";
      case EdgeKind::ww: {
        const Log::Row row = log_.version_row(step.label);
        return from + " sent " + history_.messages.value_text(log_.at(row - 1)) + " and " + to +
               " the " + history_.messages.text(step.label) + " right after it";
      }
      case EdgeKind::process:
        return process_text(history_, nodes_[step.from]) + " did " + from + " before " + to;
      default: return from + " ended before " + to + " began";
    }
  }

  const Op& op(Graph::Node node) const { return history_.ops[nodes_[node]]; }

  const History& history_;
  const Log& log_;
  const CheckerOptions& options_;
  Findings& findings_;
  std::vector<OpId> nodes_;
  std::vector<Graph::Node> node_of_;
  std::vector<char> is_reported_;
  std::uint64_t edges_ = 0;
};

}  // namespace

std::string judge_cycles(const History& history, const Log& log, const CheckerOptions& options,
                         std::uint64_t spare_memory, Findings& findings) {
  return CycleJudge(history, log, options, findings).judge(spare_memory);
}

}  // namespace fencepost::properties::kafka
