// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/properties/checkers/cycle_anomalies.hpp"
#include "fencepost/properties/checkers/list_append_analysis.hpp"
#include "fencepost/properties/checkers/order_edges.hpp"

namespace fencepost::properties {
namespace {

class ListEdges {
 public:
  explicit ListEdges(const ListAppendHistory& history)
      : history_(history),
        versions_(history.versions),
        graph_(static_cast<Graph::Node>(history.txns.txns().size())),
        unread_(versions_.keys()),
        readers_of_all_(versions_.keys()) {}

  Graph draw() {
    find_unread();
    for (std::uint32_t key = 0; key < versions_.keys(); ++key) draw_writes(key);
    for (const ListRead& read : history_.reads)
      if (!read.after_append) draw_read(read);
    for (std::uint32_t key = 0; key < versions_.keys(); ++key)
      draw_all_before_all(graph_, readers_of_all_[key], unread_[key], EdgeKind::rw);
    history_.txns.draw_order(graph_);
    graph_.seal();
    return std::move(graph_);
  }

 private:
  const Element& element(std::uint32_t id) const { return versions_.elements()[id]; }
  /// Whether its writer may have happened, and is known.
  bool has_writer(std::uint32_t id) const {
    const Element& it = element(id);
    return it.writer != none && !it.ambiguous &&
           !history_.txns[it.writer].is(Operation::Type::fail);
  }

  /// The same of place `i` of an order, if it is not the second one of an element.
  bool has_writer_at(const std::vector<std::uint32_t>& order, std::size_t i) const {
    return versions_.position(order[i]) == i && has_writer(order[i]);
  }

  /// What was certainly appended, and to which no list that was read goes on, comes after all that
  /// was read.
  void find_unread() {
    const auto count = static_cast<std::uint32_t>(versions_.elements().size());
    for (std::uint32_t id = 0; id < count; ++id) {
      const Element& it = element(id);
      if (!it.read && has_writer(id) && history_.txns[it.writer].is(Operation::Type::ok))
        unread_[it.key].push_back({it.writer, id});
    }
    for (auto& targets : unread_)
      std::ranges::sort(targets, [](const Target& a, const Target& b) {
        return a.node != b.node ? a.node < b.node : a.label < b.label;
      });
  }

  void draw_writes(std::uint32_t key) {
    if (!versions_.was_read(key)) return;
    std::uint32_t last = none;
    const auto& order = versions_.order(key);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint32_t id = order[i];
      if (!has_writer_at(order, i)) continue;
      if (last != none) graph_.add(last, element(id).writer, EdgeKind::ww, id);
      last = element(id).writer;
    }
    if (last == none) return;
    for (const Target& target : unread_[key])
      graph_.add(last, target.node, EdgeKind::ww, target.label);
  }

  void draw_read(const ListRead& read) {
    const auto& order = versions_.order(read.key);
    const auto list = versions_.list(read.version);
    std::size_t next = list.size();
    if (read.version.length > versions_.branches()[read.version.branch].agreed) {
      // It is in no order with the others; only its last element can be compared.
      if (has_writer(list.back()))
        graph_.add(element(list.back()).writer, read.txn, EdgeKind::wr, list.back());
      if (versions_.position(list.back()) == none) return;
      next = versions_.position(list.back()) + std::size_t{1};
    } else {
      std::size_t seen = next;
      while (seen > 0 && !has_writer_at(order, seen - 1)) --seen;
      if (seen > 0)
        graph_.add(element(order[seen - 1]).writer, read.txn, EdgeKind::wr, order[seen - 1]);
    }
    while (next < order.size() && !has_writer_at(order, next)) ++next;
    if (next < order.size())
      graph_.add(read.txn, element(order[next]).writer, EdgeKind::rw, order[next]);
    else
      readers_of_all_[read.key].push_back(read.txn);
  }

  const ListAppendHistory& history_;
  const ListVersions& versions_;
  Graph graph_;
  /// Of each key.
  std::vector<std::vector<Target>> unread_;
  std::vector<std::vector<Graph::Node>> readers_of_all_;
};

std::string words(const ListVersions& versions, const Step& step, const std::string& from,
                  const std::string& to) {
  const std::string value = versions.words(step.label);
  const std::string key = versions.key_words(versions.elements()[step.label].key);
  if (step.kind == EdgeKind::wr)
    return from + " appended " + value + " to " + key + ", which " + to + " read";
  if (step.kind == EdgeKind::rw)
    return from + " read " + key + " without " + value + ", which " + to + " appended";
  return from + " appended to " + key + " before " + to + " appended " + value;
}

}  // namespace

Graph list_append_graph(const ListAppendHistory& history) { return ListEdges(history).draw(); }

void find_list_cycles(ListAppendHistory& history, const std::function<bool()>& enough) {
  const Graph graph = list_append_graph(history);
  for (const CycleFinding& finding : find_cycles(graph, enough))
    add_cycles(history.findings, finding, history.txns,
               [&](const Step& step, const std::string& from, const std::string& to) {
                 return words(history.versions, step, from, to);
               });
}

}  // namespace fencepost::properties
