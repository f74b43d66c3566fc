// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/list_append_history.hpp"

#include <algorithm>
#include <map>

namespace fencepost::properties {
namespace {

const std::vector<Json>& items(const MicroOp& read) { return read.value->items; }

/// What a transaction must read of a key, from what it has read and appended before.
struct Expected {
  bool known = false;
  std::vector<const Json*> list;

  void append(const Json& value) { list.push_back(&value); }
  void read(const std::vector<Json>& seen) {
    known = true;
    list.clear();
    for (const Json& value : seen) list.push_back(&value);
  }
  bool allows(const std::vector<Json>& seen) const {
    if (known ? seen.size() != list.size() : seen.size() < list.size()) return false;
    return std::equal(list.begin(), list.end(),
                      seen.end() - static_cast<std::ptrdiff_t>(list.size()),
                      [](const Json* a, const Json& b) { return is_same(*a, b); });
  }
  std::string words() const {
    Json all;
    all.kind = Json::Kind::list;
    for (const Json* const value : list) all.items.push_back(*value);
    return (known ? "it had to be " : "it had to end with ") + in_words(all);
  }
};

}  // namespace

ListAppendHistory::ListAppendHistory()
    : findings({"phantom",
                "future-read",
                "duplicate-elements",
                "G0",
                "G1a",
                "dirty-update",
                "incompatible-order",
                "G1b",
                "G1c",
                "internal",
                "lost-update",
                "G-single-item",
                "G-nonadjacent-item",
                "G2-item",
                "G0-process",
                "G1c-process",
                "G-single-item-process",
                "G-nonadjacent-item-process",
                "G2-item-process",
                "G0-realtime",
                "G1c-realtime",
                "G-single-item-realtime",
                "G-nonadjacent-item-realtime",
                "G2-item-realtime",
                "duplicate-appends"}) {}

std::string ListAppendHistory::add(const Operation& operation) {
  if (std::string why = txns.add(operation, "append"); !why.empty()) return why;
  for (const MicroOp& op : txns.micro_ops()) {
    const bool list = op.value->is(Json::Kind::list) || op.value->is(Json::Kind::null);
    if (!op.writes && !list) return "has a read that is no list: " + in_words(*op.value);
  }
  keys_.clear();
  for (const MicroOp& op : txns.micro_ops()) keys_.push_back(versions.key(*op.key));
  if (operation.type == Operation::Type::invoke) invoke();
  if (operation.type == Operation::Type::ok) answer();
  return "";
}

void ListAppendHistory::invoke() {
  std::map<std::uint32_t, std::uint32_t> last;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const MicroOp& op = txns.micro_ops()[i];
    if (!op.writes) continue;
    const std::uint32_t element = versions.element(keys_[i], *op.value);
    append(element, last.emplace(keys_[i], none).first->second);
  }
}

void ListAppendHistory::append(std::uint32_t id, std::uint32_t& last_of_txn) {
  Element& element = versions.elements()[id];
  if (element.writer != none) {
    findings.add("duplicate-appends", 0, [&] {
      return Anomaly{
          .name = {},
          .sentence = versions.words(id) + " is appended to " + versions.key_words(element.key) +
                      " more than once, so that nobody can tell whose it is",
          .operations = {txns[element.writer].invoked_at, txns[txns.number()].invoked_at}};
    });
    element.ambiguous = true;
    return;
  }
  element.writer = txns.number();
  if (last_of_txn != none) versions.elements()[last_of_txn].next_of_writer = id;
  last_of_txn = id;
}

void ListAppendHistory::answer() {
  const std::vector<std::uint32_t> order = by_key(keys_);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && keys_[order[end]] == keys_[order[begin]]) ++end;
    read_key(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
}

/// `places`: the micro-ops of one key, in their order.
void ListAppendHistory::read_key(std::span<const std::uint32_t> places) {
  const MicroOps& ops = txns.micro_ops();
  const auto writes = std::ranges::count_if(places, [&](auto i) { return ops[i].writes; });
  std::ptrdiff_t written = 0;
  for (const std::uint32_t place : places) {
    if (ops[place].writes) {
      ++written;
      continue;
    }
    const std::uint32_t key = keys_[place];
    reads.push_back({.txn = txns.number(),
                     .key = key,
                     .version = versions.read(key, items(ops[place]), txns.number()),
                     .after_append = written > 0,
                     .before_append = written < writes});
  }
  if (places.size() > 1) check_internal(places);
  if (places.size() > 1 && writes > 0) check_future(places);
}

void ListAppendHistory::check_internal(std::span<const std::uint32_t> places) {
  Expected expected;
  for (const std::uint32_t place : places) {
    const MicroOp& op = txns.micro_ops()[place];
    if (op.writes) {
      expected.append(*op.value);
    } else if (expected.allows(items(op))) {
      expected.read(items(op));
    } else {
      findings.add("internal", 0, [&] {
        return Anomaly{.name = {},
                       .sentence = "T1 read " + in_words(*op.key) + " as " + in_words(*op.value) +
                                   ", but by what it had done before " + expected.words(),
                       .operations = {txns[txns.number()].shown_at()}};
      });
      return;
    }
  }
}

/// From the last micro-op to the first, so that `written` has what is appended later.
void ListAppendHistory::check_future(std::span<const std::uint32_t> places) {
  std::size_t read = reads.size();
  std::uint32_t branch = none, first_place = none;
  std::vector<std::uint32_t> written;
  for (std::size_t i = places.size(); i-- > 0;) {
    const MicroOp& op = txns.micro_ops()[places[i]];
    if (op.writes) {
      written.push_back(versions.element(keys_[places[i]], *op.value));
      first_place =
          std::min(first_place, branch == none ? none : versions.place(written.back(), branch));
      continue;
    }
    const Version version = reads[--read].version;
    if (version.branch != branch) {
      branch = version.branch;
      first_place = none;
      for (const std::uint32_t element : written)
        first_place = std::min(first_place, versions.place(element, branch));
    }
    if (first_place >= version.length) continue;
    findings.add("future-read", 0, [&] {
      const std::uint32_t early = versions.branches()[branch].elements[first_place];
      return Anomaly{.name = {},
                     .sentence = "T1 read " + in_words(*op.key) + " as " + in_words(*op.value) +
                                 " before it appended " + versions.words(early) + " itself",
                     .operations = {txns[txns.number()].shown_at()}};
    });
    return;
  }
}

std::uint64_t ListAppendHistory::bytes() const {
  return txns.bytes() + versions.bytes() + reads.capacity() * sizeof(ListRead);
}

}  // namespace fencepost::properties
