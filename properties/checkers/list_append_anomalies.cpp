// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <compare>

#include "fencepost/properties/checkers/list_append_analysis.hpp"

namespace fencepost::properties {
namespace {

class ListAnomalies {
 public:
  explicit ListAnomalies(ListAppendHistory& history)
      : history_(history),
        versions_(history.versions),
        first_aborted_(versions_.branches().size()) {}

  void find() {
    for (std::uint32_t i = 0; i < versions_.branches().size(); ++i) look_at_branch(i);
    for (const ListRead& read : history_.reads) {
      look_for_duplicates(read);
      look_for_aborted(read);
      look_for_intermediate(read);
      look_for_other_order(read);
    }
    for (std::uint32_t key = 0; key < versions_.keys(); ++key)
      if (versions_.was_read(key)) look_for_dirty_updates(key);
    look_for_lost_updates();
  }

 private:
  using Txns = std::vector<std::uint32_t>;
  struct Update {
    std::uint32_t key, length, txn, read;
    auto operator<=>(const Update&) const = default;
  };

  const Element& element(std::uint32_t id) const { return versions_.elements()[id]; }
  bool aborted(std::uint32_t id) const {
    const Element& it = element(id);
    return it.writer != none && !it.ambiguous && history_.txns[it.writer].is(Operation::Type::fail);
  }
  bool known(std::uint32_t id) const {
    return element(id).writer != none && !element(id).ambiguous;
  }
  std::string key_words(std::uint32_t key) const { return versions_.key_words(key); }
  /// `T1 read "x" as [1, 2]`
  std::string words(const ListRead& read, const char* name = "T1") const {
    return name + (" read " + key_words(read.key)) + " as " + versions_.words(read.version);
  }

  void found(std::string_view name, std::uint64_t badness, const Txns& txns,
             const std::string& sentence) {
    history_.findings.add(name, badness, [&] {
      Anomaly anomaly{.name = {}, .sentence = sentence, .operations = {}};
      for (const std::uint32_t txn : txns)
        anomaly.operations.push_back(history_.txns[txn].shown_at());
      return anomaly;
    });
  }
  /// Sentences cost more than findings: of a name that has its examples, none is made.
  template <class Words>
  void found(std::string_view name, const Txns& txns, Words words) {
    if (history_.findings.count(name) < Judgement::most_examples)
      found(name, 0, txns, words());
    else
      history_.findings.add_unseen(name, 1);
  }

  void look_at_branch(std::uint32_t id) {
    const Branch& branch = versions_.branches()[id];
    const auto end = static_cast<std::uint32_t>(branch.elements.size());
    first_aborted_[id] = end;
    for (std::uint32_t i = end; i-- > 0;) {
      const std::uint32_t read = branch.elements[i];
      if (aborted(read)) first_aborted_[id] = i;
      if (element(read).writer != none || !phantoms_.insert(read)) continue;
      found("phantom", {branch.reader}, [&] {
        return "T1 read " + key_words(branch.key) + " as " + versions_.words({id, end}) +
               ", but nobody ever appended " + versions_.words(read);
      });
    }
  }

  void look_for_duplicates(const ListRead& read) {
    const Branch& branch = versions_.branches()[read.version.branch];
    if (read.version.length <= branch.distinct) return;
    found("duplicate-elements", {read.txn}, [&] {
      return words(read) + ": " + versions_.words(branch.elements[branch.distinct]) +
             " is in it twice";
    });
  }

  void look_for_aborted(const ListRead& read) {
    const std::uint32_t place = first_aborted_[read.version.branch];
    if (place >= read.version.length) return;
    const std::uint32_t id = versions_.branches()[read.version.branch].elements[place];
    found("G1a", {read.txn, element(id).writer}, [&] {
      return words(read) + ", in which " + versions_.words(id) + " is of T2, which failed";
    });
  }

  void look_for_intermediate(const ListRead& read) {
    if (read.version.length == 0 || read.after_append) return;
    const std::uint32_t last = versions_.list(read.version).back();
    const Element& it = element(last);
    if (!known(last) || it.writer == read.txn || it.next_of_writer == none || aborted(last)) return;
    found("G1b", {read.txn, it.writer}, [&] {
      return words(read) + ": the middle of T2, which appended " + versions_.words(last) +
             " and then " + versions_.words(it.next_of_writer);
    });
  }

  void look_for_other_order(const ListRead& read) {
    if (read.version.length <= versions_.branches()[read.version.branch].agreed) return;
    const std::uint32_t longest = versions_.longest(read.key);
    const Branch& order = versions_.branches()[longest];
    found("incompatible-order", {read.txn, order.reader}, [&] {
      const auto length = static_cast<std::uint32_t>(order.elements.size());
      return words(read) + ", and T2 as " + versions_.words({longest, length}) +
             ": neither begins with the other";
    });
  }

  void look_for_dirty_updates(std::uint32_t key) {
    const auto& order = versions_.order(key);
    std::uint32_t dirty = none;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      if (aborted(order[i])) {
        if (dirty == none) dirty = order[i];
      } else if (dirty != none && known(order[i]) &&
                 history_.txns[element(order[i]).writer].is(Operation::Type::ok)) {
        const std::uint32_t from = dirty, later = order[i];
        dirty = none;
        found("dirty-update", {element(from).writer, element(later).writer}, [&] {
          return "T1 failed to append " + versions_.words(from) + " to " + key_words(key) +
                 ", yet what T2 appended to it, " + versions_.words(later) + ", comes after that";
        });
      }
    }
  }

  /// Transactions that read one version and then appended to it: only one of them can be next.
  void look_for_lost_updates() {
    std::vector<Update> updates;
    for (std::uint32_t i = 0; i < history_.reads.size(); ++i) {
      const ListRead& read = history_.reads[i];
      const Branch& branch = versions_.branches()[read.version.branch];
      if (read.after_append || !read.before_append || read.version.length > branch.agreed) continue;
      updates.push_back({read.key, read.version.length, read.txn, i});
    }
    std::ranges::sort(updates);
    for (std::size_t i = 0; i < updates.size();) {
      const Update first = updates[i];
      Txns txns;
      for (; i < updates.size() && updates[i].key == first.key && updates[i].length == first.length;
           ++i)
        if (txns.empty() || txns.back() != updates[i].txn) txns.push_back(updates[i].txn);
      if (txns.size() < 2) continue;
      const std::string count = counted(txns.size(), "transaction");
      txns.resize(2);
      found("lost-update", txns, [&] {
        return words(history_.reads[first.read]) +
               ", and so did T2, and both went on to append to it: " + count +
               " updated one version";
      });
    }
  }

  ListAppendHistory& history_;
  const ListVersions& versions_;
  IdMap phantoms_;
  /// Of each branch.
  std::vector<std::uint32_t> first_aborted_;
};

}  // namespace

void find_list_anomalies(ListAppendHistory& history) { ListAnomalies(history).find(); }

}  // namespace fencepost::properties
