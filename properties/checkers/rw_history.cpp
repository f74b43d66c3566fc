// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/rw_history.hpp"

#include <map>

namespace fencepost::properties {

constexpr std::uint32_t none = RwVersion::none;

RwHistory::RwHistory()
    : findings({"phantom",
                "future-read",
                "cyclic-versions",
                "G0",
                "G1a",
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
                "duplicate-writes"}) {}

std::string RwHistory::add(const Operation& operation) {
  if (std::string why = txns.add(operation, "w"); !why.empty()) return why;
  key_.clear();
  for (const MicroOp& op : txns.micro_ops()) {
    if (op.writes && op.value->is(Json::Kind::null))
      return "has a transaction that writes null, which stands for what was never written";
    key_.push_back(keys_.id(*op.key));
  }
  if (operation.type == Operation::Type::invoke) invoke();
  if (operation.type == Operation::Type::ok) answer();
  return "";
}

std::uint32_t RwHistory::version(std::uint32_t key, const Json& value) {
  const std::uint32_t number = values_.id(value);
  const auto next = static_cast<std::uint32_t>(versions.size());
  const std::uint32_t id = version_ids_.at(pair_of(key, number), next);
  if (id == next)
    versions.push_back({.key = key, .value = number, .initial = value.is(Json::Kind::null)});
  return id;
}

void RwHistory::invoke() {
  std::map<std::uint32_t, std::uint32_t> last;
  for (std::size_t i = 0; i < key_.size(); ++i) {
    const MicroOp& op = txns.micro_ops()[i];
    if (!op.writes) continue;
    const std::uint32_t written = version(key_[i], *op.value);
    write(written, last.emplace(key_[i], none).first->second);
  }
}

void RwHistory::write(std::uint32_t id, std::uint32_t& last_of_txn) {
  RwVersion& written = versions[id];
  if (written.writer != none) {
    findings.add("duplicate-writes", 0, [&] {
      return Anomaly{
          .name = {},
          .sentence = words(id) + " is written to " + key_words(id) +
                      " more than once, so that nobody can tell whose it is",
          .operations = {txns[written.writer].invoked_at, txns[txns.number()].invoked_at}};
    });
    written.ambiguous = true;
    return;
  }
  written.writer = txns.number();
  if (last_of_txn != none) versions[last_of_txn].next_of_writer = id;
  last_of_txn = id;
}

void RwHistory::answer() {
  const std::vector<std::uint32_t> order = by_key(key_);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && key_[order[end]] == key_[order[begin]]) ++end;
    read_key(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
}

/// `places`: the micro-ops of one key, in their order.
void RwHistory::read_key(std::span<const std::uint32_t> places) {
  std::uint32_t expected = none;
  // Reads that still wait for the next write of the key.
  std::size_t waiting = reads.size();
  bool contradicted = false;
  for (const std::uint32_t place : places) {
    const MicroOp& op = txns.micro_ops()[place];
    const std::uint32_t id = version(key_[place], *op.value);
    if (op.writes) {
      for (; waiting < reads.size(); ++waiting) reads[waiting].next_write = id;
    } else if (id != expected) {
      reads.push_back({.txn = txns.number(), .version = id, .external = expected == none});
      versions[id].read = true;
      if (expected != none && !contradicted) contradicts(place, expected);
      contradicted |= expected != none;
    }
    expected = id;
  }
}

void RwHistory::contradicts(std::uint32_t place, std::uint32_t expected) {
  findings.add("internal", 0, [&] {
    const MicroOp& op = txns.micro_ops()[place];
    return Anomaly{.name = {},
                   .sentence = "T1 read " + in_words(*op.key) + " as " + in_words(*op.value) +
                               ", but by what it had done before it had to be " + words(expected),
                   .operations = {txns[txns.number()].shown_at()}};
  });
}

bool RwHistory::exists(std::uint32_t id) const {
  const RwVersion& it = versions[id];
  if (it.writer == none || it.ambiguous) return false;
  const Txn& writer = txns[it.writer];
  return writer.is(Operation::Type::ok) || (it.read && !writer.is(Operation::Type::fail));
}

std::uint64_t RwHistory::bytes() const {
  return txns.bytes() + keys_.bytes() + values_.bytes() + version_ids_.bytes() +
         versions.capacity() * sizeof(RwVersion) + reads.capacity() * sizeof(RwRead);
}

}  // namespace fencepost::properties
