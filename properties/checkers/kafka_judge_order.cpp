// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <vector>

#include "fencepost/properties/checkers/kafka_judges.hpp"
#include "fencepost/properties/checkers/kafka_order_words.hpp"

namespace fencepost::properties::kafka {
namespace {

using Type = Operation::Type;

/// What a client was last told of a key that it is assigned.
struct Memory {
  MessageId polled = none;
  OpId polled_by = none;
  MessageId sent = none;
  OpId sent_by = none;
  /// Where it said that it would begin; -1 if it did not say.
  std::int64_t asked = -1;
  OpId asked_by = none;
};

struct Client {
  std::map<KeyId, Memory> memory;
  /// Of each key how far it has come since it was new.
  std::map<KeyId, std::int64_t> reach;
};

/// What the operation that is looked at has done with a key so far.
struct Touched {
  OpId op = none;
  bool moved = false;
  MessageId first_polled = none, last_polled = none;
  MessageId first_sent = none, last_sent = none;
  std::int64_t lowest = INT64_MAX, highest = -1;
};

class OrderJudge {
 public:
  OrderJudge(const History& history, const Log& log, Findings& findings)
      : history_(history),
        log_(log),
        words_(history, log),
        findings_(findings),
        clients_(history.processes.size()),
        touched_(history.messages.keys()) {}

  void judge() {
    for (OpId op = 0; op < history_.ops.size(); ++op) {
      Client& client = clients_[history_.ops[op].process];
      switch (history_.ops[op].kind) {
        case Kind::work: judge_work(op, client); break;
        case Kind::crash: client = {}; break;
        default: assign(op, client); break;
      }
    }
  }

 private:
  std::vector<std::uint64_t> places(OpId before, OpId op) const {
    return {history_.ops[before].place(), history_.ops[op].place()};
  }
  std::vector<std::uint64_t> place(OpId op) const { return {history_.ops[op].place()}; }

  void assign(OpId id, Client& client) {
    const Op& op = history_.ops[id];
    if (op.type == Type::ok) judge_starts(id, client);
    if (op.type == Type::fail) return;
    std::map<KeyId, Memory> kept;
    for (const Item& key : history_.items_of(id)) {
      const auto old = client.memory.find(key.id());
      const bool keeps = old != client.memory.end() && !op.seeks;
      Memory& memory = kept[key.id()] = keeps ? old->second : Memory{};
      if (op.kind == Kind::subscribe || op.type != Type::ok) memory.asked = -1;
      if (op.kind == Kind::subscribe || op.type != Type::ok || !op.seeks) continue;
      memory.asked = 0;
      memory.asked_by = id;
    }
    client.memory = std::move(kept);
    begin_at_starts(id, client);
  }

  std::span<const Start> starts_of(OpId id) {
    while (next_start_ < history_.starts.size() && history_.starts[next_start_].op < id)
      ++next_start_;
    std::size_t end = next_start_;
    while (end < history_.starts.size() && history_.starts[end].op == id) ++end;
    return std::span(history_.starts).subspan(next_start_, end - next_start_);
  }

  void judge_starts(OpId id, Client& client) {
    for (const Start& start : starts_of(id)) {
      std::int64_t& reach = client.reach[start.key];
      const std::int64_t most = std::max(start.committed_end, reach);
      if (start.position > most)
        found(findings_, anomaly::assign_skip, static_cast<std::uint64_t>(start.position - most),
              place(id), [&] { return words_.skipping_start(start); });
      reach = std::max(reach, start.position);
    }
  }

  void begin_at_starts(OpId id, Client& client) {
    for (const Start& start : starts_of(id)) {
      Memory& memory = client.memory[start.key];
      memory.polled = none;
      memory.asked = start.position;
      memory.asked_by = id;
    }
  }

  Touched& touch(KeyId key, OpId op) {
    Touched& touched = touched_[key];
    if (touched.op == op) return touched;
    touched = {};
    touched.op = op;
    keys_.push_back(key);
    return touched;
  }

  void judge_work(OpId op, Client& client) {
    keys_.clear();
    for (const Item& item : history_.items_of(op)) {
      switch (item.what()) {
        case Item::What::key: touch(item.id(), op).moved = true; break;
        case Item::What::polled: polled(op, item.id()); break;
        case Item::What::sent: sent(op, item.id()); break;
      }
    }
    for (const KeyId key : keys_) {
      const Touched& touched = touched_[key];
      if (touched.first_polled == none && touched.first_sent == none) continue;
      Memory& memory = client.memory[key];
      if (touched.first_polled != none) judge_position(op, touched, memory);
      if (touched.first_sent != none) judge_sends(op, touched, memory);
      if (!history_.starts.empty() && touched.highest >= 0)
        client.reach[key] = std::max(client.reach[key], end_after(touched.highest));
    }
  }

  void polled(OpId op, MessageId id) {
    const Message& message = history_.messages[id];
    Touched& touched = touch(message.key, op);
    if (touched.last_polled == none)
      touched.first_polled = id;
    else if (!touched.moved)
      judge_pair(op, op, touched.last_polled, id, anomaly::int_poll_skip,
                 anomaly::int_nonmonotonic_poll);
    touched.last_polled = id;
    if (log_.last_row(id) == none) return;
    touched.lowest = std::min(touched.lowest, log_.offset_of(log_.last_row(id)));
    touched.highest = std::max(touched.highest, log_.offset_of(log_.last_row(id)));
  }

  void sent(OpId op, MessageId id) {
    Touched& touched = touch(history_.messages[id].key, op);
    if (touched.last_sent == none)
      touched.first_sent = id;
    else
      judge_pair(op, op, touched.last_sent, id, anomaly::int_send_skip,
                 anomaly::int_nonmonotonic_send);
    touched.last_sent = id;
  }

  void judge_position(OpId op, const Touched& touched, Memory& memory) {
    if (memory.polled != none)
      judge_pair(memory.polled_by, op, memory.polled, touched.first_polled, anomaly::poll_skip,
                 anomaly::nonmonotonic_poll);
    if (memory.asked >= 0) judge_asked(op, touched, memory);
    if (history_.ops[op].type != Type::ok) return;
    memory.polled = touched.last_polled;
    memory.polled_by = op;
  }

  void judge_asked(OpId op, const Touched& touched, const Memory& memory) {
    if (touched.lowest < memory.asked)
      found(findings_, anomaly::poll_below_asked,
            static_cast<std::uint64_t>(memory.asked - touched.lowest), places(memory.asked_by, op),
            [&] { return words_.below(op, touched.first_polled, touched.lowest, memory.asked); });
    const Log::Row row = log_.version_row(touched.first_polled);
    if (memory.polled != none || row == none) return;
    const Log::Row wanted =
        log_.row_from(history_.messages[touched.first_polled].key, memory.asked);
    if (row > wanted)
      found(findings_, anomaly::poll_past_asked, row - wanted, places(memory.asked_by, op),
            [&] { return words_.past(op, touched.first_polled, wanted, memory.asked); });
  }

  void judge_sends(OpId op, const Touched& touched, Memory& memory) {
    const Type type = history_.ops[op].type;
    if (type == Type::fail) return;
    if (memory.sent != none && log_.delta(memory.sent, touched.first_sent) < 1)
      found(findings_, anomaly::nonmonotonic_send, weight(memory.sent, touched.first_sent),
            places(memory.sent_by, op),
            [&] { return words_.backwards(op, "sent", memory.sent, touched.first_sent); });
    memory.sent = touched.last_sent;
    memory.sent_by = op;
  }

  std::uint64_t weight(MessageId a, MessageId b) const {
    const std::int64_t delta = log_.delta(a, b);
    return static_cast<std::uint64_t>(delta < 0 ? -delta : delta);
  }

  void judge_pair(OpId before, OpId op, MessageId a, MessageId b, std::string_view skip,
                  std::string_view nonmonotonic) {
    const std::int64_t delta = log_.delta(a, b);
    if (delta == 1) return;
    const bool is_send = skip == anomaly::int_send_skip;
    const char* const did = is_send ? "sent" : "polled";
    found(findings_, delta > 1 ? skip : nonmonotonic, weight(a, b),
          before == op ? place(op) : places(before, op), [&] {
            return delta > 1 ? words_.skipping(op, did, a, b) : words_.backwards(op, did, a, b);
          });
  }

  const History& history_;
  const Log& log_;
  const OrderWords words_;
  Findings& findings_;
  std::vector<Client> clients_;
  std::vector<Touched> touched_;
  /// Those that the operation has touched.
  std::vector<KeyId> keys_;
  std::size_t next_start_ = 0;
};

}  // namespace

void judge_order(const History& history, const Log& log, Findings& findings) {
  OrderJudge(history, log, findings).judge();
}

}  // namespace fencepost::properties::kafka
