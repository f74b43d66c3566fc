// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/properties/checkers/rw_analysis.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint32_t none = RwVersion::none;
using Txns = std::vector<std::uint32_t>;

/// Calls `words` for the sentence, if there is room for an example.
template <class Words>
void add_finding(RwHistory& history, std::string_view name, const Txns& txns, Words words) {
  history.findings.add(name, 0, [&] {
    Anomaly anomaly{.name = {}, .sentence = words(), .operations = {}};
    for (const std::uint32_t txn : txns) anomaly.operations.push_back(history.txns[txn].shown_at());
    return anomaly;
  });
}

/// `T1 read "x" as 3`
std::string words(const RwHistory& history, const RwRead& read) {
  return "T1 read " + history.key_words(read.version) + " as " + history.words(read.version);
}

void look_at_read(RwHistory& history, const RwRead& read, IdMap& phantoms) {
  const RwVersion& it = history.versions[read.version];
  if (it.initial || it.ambiguous) return;
  if (it.writer == none) {
    if (!phantoms.insert(read.version)) return;
    add_finding(history, "phantom", {read.txn},
                [&] { return words(history, read) + ", but nobody ever wrote that"; });
  } else if (it.writer == read.txn) {
    if (!read.external) return;
    add_finding(history, "future-read", {read.txn},
                [&] { return words(history, read) + " before it wrote that itself"; });
  } else if (history.txns[it.writer].is(Operation::Type::fail)) {
    add_finding(history, "G1a", {read.txn, it.writer},
                [&] { return words(history, read) + ", which is of T2, which failed"; });
  } else if (it.next_of_writer != none) {
    add_finding(history, "G1b", {read.txn, it.writer}, [&] {
      return words(history, read) + ": the middle of T2, which went on to write " +
             history.words(it.next_of_writer);
    });
  }
}

/// Transactions that read one version and then wrote the key: only one of them can be next.
void look_for_lost_updates(RwHistory& history) {
  std::vector<RwRead> updates;
  for (const RwRead& read : history.reads)
    if (read.external && read.next_write != none && !history.versions[read.version].ambiguous)
      updates.push_back(read);
  std::ranges::stable_sort(updates, {}, &RwRead::version);
  for (std::size_t i = 0; i < updates.size();) {
    const std::size_t begin = i;
    while (i < updates.size() && updates[i].version == updates[begin].version) ++i;
    if (i - begin < 2) continue;
    add_finding(history, "lost-update", {updates[begin].txn, updates[begin + 1].txn}, [&] {
      return words(history, updates[begin]) +
             ", and so did T2, and both went on to write it: " + counted(i - begin, "transaction") +
             " updated one version";
    });
  }
}

}  // namespace

void find_rw_anomalies(RwHistory& history) {
  IdMap phantoms;
  for (const RwRead& read : history.reads) look_at_read(history, read, phantoms);
  look_for_lost_updates(history);
}

Graph version_graph(const RwHistory& history) {
  Graph graph(static_cast<Graph::Node>(history.versions.size()));
  for (const RwRead& read : history.reads) {
    if (!read.external || read.next_write == none) continue;
    if (history.exists(read.version) && history.exists(read.next_write))
      graph.add(read.version, read.next_write, EdgeKind::ww, read.txn);
  }
  for (std::uint32_t id = 0; id < history.versions.size(); ++id) {
    const RwVersion& it = history.versions[id];
    if (it.next_of_writer != none && history.exists(id) && history.exists(it.next_of_writer))
      graph.add(id, it.next_of_writer, EdgeKind::ww, it.writer);
  }
  graph.seal();
  return graph;
}

std::vector<bool> find_cyclic_versions(RwHistory& history, const Graph& versions) {
  std::vector<bool> unordered(history.keys());
  const Knots knots = versions.knots({EdgeKind::ww});
  const std::function<bool()> never;
  CycleSearch search(versions, 1'000'000, never);
  for (std::size_t knot = 0; knot < knots.members.size(); ++knot) {
    const std::uint32_t first = knots.members[knot].front();
    unordered[history.versions[first].key] = true;
    const Cycle cycle = history.findings.count("cyclic-versions") < Judgement::most_examples
                            ? search.shortest(knots, knot, {EdgeKind::ww}, {EdgeKind::ww})
                            : Cycle{};
    Txns txns;
    std::string order;
    for (const Step& step : cycle) {
      txns.push_back(step.label);
      order += history.words(step.from) + " before " + history.words(step.to) + ", ";
    }
    add_finding(history, "cyclic-versions", txns, [&] {
      return "by what the transactions read and then wrote, " + history.key_words(first) + " was " +
             order + "which goes round";
    });
  }
  return unordered;
}

}  // namespace fencepost::properties
