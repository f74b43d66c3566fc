// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/properties/checkers/kafka_judges.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {
namespace {

using Type = Operation::Type;

class ReadsJudge {
 public:
  ReadsJudge(const History& history, const Log& log, Findings& findings)
      : history_(history), log_(log), findings_(findings) {}

  void judge() {
    bool has_work = false;
    for (OpId op = 0; op < history_.ops.size(); ++op) {
      if (history_.ops[op].kind != Kind::work) continue;
      has_work = true;
      judge_polls(op);
    }
    if (!has_work)
      found(findings_, anomaly::empty_transaction_graph, 0, {},
            [] { return "nothing was sent or polled, so nothing was tested"; });
    find_furthest();
    find_unread();
    judge_unseen();
  }

 private:
  struct Key {
    /// The message of the furthest row that a good poll has reached for sure.
    MessageId furthest = none;
    std::uint32_t unseen = 0;
    std::vector<MessageId> examples;
  };

  std::uint64_t place(OpId op) const { return history_.ops[op].place(); }
  std::vector<std::uint64_t> places(OpId a, OpId b) const {
    return {std::min(place(a), place(b)), std::max(place(a), place(b))};
  }

  void judge_polls(OpId op) {
    bool is_precommitted = false;
    for (const Item& item : history_.items_of(op)) {
      if (item.what() != Item::What::polled) continue;
      const OpId writer = history_.messages[item.id()].writer;
      if (writer == op) {
        if (!is_precommitted) precommitted(op, item.id());
        is_precommitted = true;
      } else if (writer != none && history_.ops[writer].type == Type::fail &&
                 history_.ops[op].type == Type::ok) {
        aborted(op, writer, item.id());
      }
    }
  }

  void precommitted(OpId op, MessageId id) {
    found(findings_, anomaly::precommitted_read, 0, {place(op)}, [&] {
      return process_text(history_, op) + " polled " + history_.messages.text(id) +
             " in the operation that sent it, before that was committed";
    });
  }

  void aborted(OpId op, OpId writer, MessageId id) {
    found(findings_, anomaly::g1a, 0, places(writer, op), [&] {
      return process_text(history_, op) + " polled " + history_.messages.text(id) +
             ", but the send by " + process_text(history_, writer) + " had failed";
    });
  }

  void find_furthest() {
    keys_.resize(history_.messages.keys());
    for (MessageId id = 0; id < history_.messages.size(); ++id) {
      const Message& message = history_.messages[id];
      if (message.reader == none || log_.first_row(id) == none) continue;
      MessageId& furthest = keys_[message.key].furthest;
      if (furthest == none || log_.first_row(id) > log_.first_row(furthest)) furthest = id;
    }
  }

  void find_unread() {
    for (MessageId id = 0; id < history_.messages.size(); ++id) {
      const Message& message = history_.messages[id];
      if (message.writer == none && message.poller != none) phantom(id);
      if (message.writer == none || message.reader != none) continue;
      Key& key = keys_[message.key];
      if (history_.ops[message.writer].type == Type::ok) {
        ++key.unseen;
        if (key.examples.size() < most_listed) key.examples.push_back(id);
      }
      const bool is_behind = key.furthest != none && log_.last_row(id) != none &&
                             log_.last_row(id) <= log_.first_row(key.furthest);
      if (is_behind && history_.is_committed(message.writer)) lost(id, key.furthest);
    }
  }

  void phantom(MessageId id) {
    const OpId op = history_.messages[id].poller;
    found(findings_, anomaly::phantom, 0, {place(op)}, [&] {
      return process_text(history_, op) + " polled " + history_.messages.text(id) +
             ", which nobody sent";
    });
  }

  void lost(MessageId id, MessageId furthest) {
    const OpId writer = history_.messages[id].writer;
    const OpId reader = history_.messages[furthest].reader;
    const Log::Row rows = log_.first_row(furthest) - log_.last_row(id);
    found(findings_, anomaly::lost_write, rows, places(writer, reader), [&] {
      const std::string offset = std::to_string(log_.offset_of(log_.last_row(id)));
      const std::string fate = history_.ops[writer].type == Type::ok
                                   ? " was acknowledged to "
                                   : ", seen to be committed, was sent by ";
      return history_.messages.text(id) + fate + process_text(history_, writer) + " at offset " +
             offset + "; " + process_text(history_, reader) + " polled offset " +
             std::to_string(log_.offset_of(log_.first_row(furthest))) + ", and " +
             (history_.messages[id].poller == none ? "nobody" : "no good operation") +
             " ever polled " + history_.messages.value_text(id);
    });
  }

  void judge_unseen() {
    for (KeyId id = 0; id < keys_.size(); ++id) {
      const Key& key = keys_[id];
      if (key.unseen == 0) continue;
      std::vector<std::uint64_t> operations;
      std::vector<std::string> values;
      for (const MessageId message : key.examples) {
        operations.push_back(place(history_.messages[message].writer));
        values.push_back(history_.messages.value_text(message));
      }
      std::ranges::sort(operations);
      operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
      found(findings_, anomaly::unseen, key.unseen, std::move(operations), [&] {
        return std::to_string(key.unseen) + " acknowledged " +
               (key.unseen == 1 ? "value" : "values") + " of " + history_.messages.key_text(id) +
               " had not been polled by anyone when the history ended: " +
               listed(values, key.unseen);
      });
    }
  }

  const History& history_;
  const Log& log_;
  Findings& findings_;
  std::vector<Key> keys_;
};

}  // namespace

void judge_reads(const History& history, const Log& log, Findings& findings) {
  ReadsJudge(history, log, findings).judge();
}

}  // namespace fencepost::properties::kafka
