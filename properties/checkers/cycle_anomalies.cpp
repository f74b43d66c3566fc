// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/cycle_anomalies.hpp"

#include <algorithm>
#include <numeric>

#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/checkers/nonadjacent.hpp"

namespace fencepost::properties {
namespace {

using enum EdgeKind;

enum Shape : std::uint8_t { g0, g1c, g_single, g_nonadjacent, g2, shapes };
enum Order : std::uint8_t { by_values, by_process, by_time, orders };

/// Edges between operations may be looked at this often in the search for each name.
constexpr std::uint64_t most_edges = 20'000'000;

bool is_anti(EdgeKind kind) { return kind == rw || kind == rw_realtime; }

EdgeKinds with_order(EdgeKinds kinds, Order order) {
  if (order >= by_process) kinds.add(process);
  if (order >= by_time) kinds.add(realtime);
  if (order >= by_time && kinds.has(rw)) kinds.add(rw_realtime);
  return kinds;
}

class CycleNames {
 public:
  CycleNames(const Graph& graph, const std::function<bool()>& enough)
      : graph_(graph), enough_(enough), search_(graph, most_edges, never_) {
    for (std::size_t i = 0; i < cycle_names.size(); ++i) found_[i].name = cycle_names[i];
  }

  std::vector<CycleFinding> find() {
    const Knots all = graph_.knots(with_order({ww, wr, rw}, by_time));
    if (all.members.empty()) return {};
    for (const Order order : {by_values, by_process, by_time}) name(order, all);
    std::vector<CycleFinding> result;
    for (CycleFinding& finding : found_) {
      std::ranges::stable_sort(finding.examples, {}, &Cycle::size);
      if (finding.knots > 0) result.push_back(std::move(finding));
    }
    return result;
  }

 private:
  struct Seen {
    Shape shape;
    Order order;
    Graph::Node node;
  };

  void name(Order order, const Knots& all) {
    const Knots knots = graph_.knots(with_order({ww, wr, rw}, order), &all);
    if (knots.members.empty()) return;
    const Knots reads = graph_.knots(with_order({ww, wr}, order), &knots);
    look(g0, order, graph_.knots(with_order({ww}, order), &reads), {ww}, {ww});
    look(g1c, order, reads, {wr}, {ww, wr});
    look_single(order, knots);
    look_nonadjacent(order, knots);
    look(g2, order, knots, with_order({rw}, order), {ww, wr, rw});
  }

  /// Any cycle of the kinds will do: an edge of a kind in `first` within a knot is in one.
  void look(Shape shape, Order order, const Knots& knots, EdgeKinds first, EdgeKinds rest) {
    search_.renew();
    for (const std::size_t knot : unnamed(shape, order, knots)) {
      if (!graph_.joins(knots, knot, first)) continue;
      Cycle cycle;
      if (found(shape, order).examples.size() < Judgement::most_examples)
        cycle = search_.shortest(knots, knot, first, with_order(rest, order));
      saw(shape, order, knots.members[knot].front(), std::move(cycle));
    }
  }

  void look_single(Order order, const Knots& knots) {
    CycleSearch search(graph_, most_edges, enough_);
    const EdgeKinds anti = with_order({rw}, order);
    for (const std::size_t knot : unnamed(g_single, order, knots)) {
      if (!graph_.joins(knots, knot, anti)) continue;
      Cycle cycle = search.shortest(knots, knot, anti, with_order({ww, wr}, order));
      if (cycle.empty()) continue;
      const Graph::Node node = cycle.front().from;
      saw(g_single, order, node, std::move(cycle));
    }
  }

  void look_nonadjacent(Order order, const Knots& knots) {
    const auto left = unnamed(g_nonadjacent, order, knots);
    for (auto& [knot, walk] :
         nonadjacent_walks(graph_, knots, left, with_order({ww, wr, rw}, order))) {
      const auto antis = std::ranges::count_if(walk, [](const Step& s) { return is_anti(s.kind); });
      saw(antis == 1 ? g_single : g_nonadjacent, order, knots.members[knot].front(),
          std::move(walk));
    }
  }

  /// The knots that have no worse name yet, small ones first: they explain themselves best.
  std::vector<std::size_t> unnamed(Shape shape, Order order, const Knots& knots) const {
    std::vector<bool> named(knots.members.size() + 1);
    for (const Seen& seen : seen_)
      if (seen.shape <= shape && seen.order <= order) named[knots.of[seen.node]] = true;
    std::vector<std::size_t> result;
    for (std::size_t knot = 0; knot < knots.members.size(); ++knot)
      if (!named[knot + 1]) result.push_back(knot);
    std::ranges::stable_sort(result, {}, [&](std::size_t k) { return knots.members[k].size(); });
    return result;
  }

  CycleFinding& found(Shape shape, Order order) {
    return found_[std::size_t{order} * shapes + shape];
  }

  void saw(Shape shape, Order order, Graph::Node node, Cycle cycle) {
    CycleFinding& finding = found(shape, order);
    ++finding.knots;
    seen_.push_back({shape, order, node});
    if (!cycle.empty() && finding.examples.size() < Judgement::most_examples)
      finding.examples.push_back(std::move(cycle));
  }

  const Graph& graph_;
  const std::function<bool()> never_;
  const std::function<bool()>& enough_;
  CycleSearch search_;
  std::array<CycleFinding, std::size_t{orders} * shapes> found_;
  std::vector<Seen> seen_;
};

}  // namespace

std::vector<CycleFinding> find_cycles(const Graph& graph, const std::function<bool()>& enough) {
  return CycleNames(graph, enough).find();
}

std::string in_words(const Cycle& cycle,
                     const std::function<std::string(const Step&, const std::string&,
                                                     const std::string&)>& describe) {
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::string from = "T" + std::to_string(i + 1);
    const std::string to = "T" + std::to_string(i + 1 == cycle.size() ? 1 : i + 2);
    if (i > 0) text += "; ";
    switch (cycle[i].kind) {
      case process: text += from + " came before " + to + " at the same client"; break;
      case realtime: text += from + " completed before " + to + " was invoked"; break;
      default: text += describe(cycle[i], from, to);
    }
  }
  return text + (cycle.size() == 2 ? ": each would have to come before the other"
                                   : ": T1 would have to come before itself");
}

}  // namespace fencepost::properties
