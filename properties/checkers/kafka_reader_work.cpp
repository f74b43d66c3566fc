// SPDX-License-Identifier: Apache-2.0
// How the end of a send, a poll or a transaction is read.
#include <algorithm>

#include "fencepost/properties/checkers/kafka_reader.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {
namespace {

bool begins_with(const Json& micro, std::string_view word) {
  return micro.is(Json::Kind::list) && !micro.items.empty() &&
         micro.items[0].is(Json::Kind::text) && micro.items[0].text == word;
}

}  // namespace

std::string Reader::end_work(const Operation& operation, Client& client) {
  end_op(client, operation.type);
  if (const Json* const log = operation.more.find("rebalance-log"); log != nullptr) {
    if (std::string why_not = rebalanced(*log); !why_not.empty()) return why_not;
  }
  if (operation.value.is(Json::Kind::null) && operation.type != Operation::Type::ok) {
    for (const MessageId message : client.sent)
      if (std::string why_not = sent(message, unknown_offset); !why_not.empty()) return why_not;
    return {};
  }
  if (!operation.value.is(Json::Kind::list)) return "ends work with no list of micro-operations";
  std::size_t sends = 0;
  for (const Json& micro : operation.value.items)
    if (std::string why_not = end_micro_op(micro, client, sends); !why_not.empty()) return why_not;
  return {};
}

std::string Reader::end_micro_op(const Json& micro, const Client& client, std::size_t& sends) {
  if (begins_with(micro, "send") && micro.items.size() == 3)
    return end_send(micro, client, sends++);
  if (begins_with(micro, "poll") && micro.items.size() == 1) return {};
  if (begins_with(micro, "poll") && micro.items.size() == 2) return end_poll(micro.items[1]);
  return "ends the micro-operation " + in_words(micro) +
         R"(, which is neither ["send",key,[offset,value]] nor ["poll",{key:[[offset,value]]}])";
}

std::string Reader::end_send(const Json& micro, const Client& client, std::size_t number) {
  const std::optional<KeyId> key = history_.messages.key(micro.items[1]);
  if (!key) return "sends to " + in_words(micro.items[1]) + ", which is no key";
  const Json& told = micro.items[2];
  const bool is_bare =
      !told.is(Json::Kind::list) ||
      (number < client.sent.size() && history_.messages.find(*key, told) == client.sent[number]);
  if (is_bare) return sent(history_.messages.intern(*key, told), unknown_offset);
  if (told.items.size() != 2)
    return "sends " + in_words(told) + ", which is neither its value nor [offset,value]";
  const MessageId message = history_.messages.intern(*key, told.items[1]);
  if (told.items[0].is(Json::Kind::null)) return sent(message, unknown_offset);
  const std::int64_t offset =
      offset_of(told.items[0], [&] { return history_.messages.text(message) + " is"; });
  return sent(message, offset);
}

std::string Reader::sent(MessageId id, std::int64_t offset) {
  const auto op = static_cast<OpId>(history_.ops.size() - 1);
  Message& message = history_.messages[id];
  if (message.writer != none)
    return "sends " + history_.messages.text(id) + ", which " +
           process_text(history_, message.writer) + " sent before; values must differ";
  message.writer = op;
  history_.items.emplace_back(Item::What::sent, id);
  if (offset == unknown_offset) return {};
  const Operation::Type type = history_.ops[op].type;
  if (type == Operation::Type::ok) history_.place(id, offset, op);
  if (type == Operation::Type::info)
    history_.doubtful.push_back({.op = op, .message = id, .offset = offset});
  return {};
}

std::string Reader::end_poll(const Json& messages) {
  if (messages.is(Json::Kind::null)) return {};
  if (!messages.is(Json::Kind::object)) return "polls what is no object of messages";
  for (std::size_t i = 0; i < messages.items.size(); ++i) {
    const Json& rows = messages.items[i];
    if (!rows.is(Json::Kind::list)) return "polls " + in_words(rows) + " where a list belongs";
    const KeyId key = history_.messages.key(messages.keys[i]);
    for (const Json& row : rows.items) {
      if (!row.is(Json::Kind::list) || row.items.size() != 2)
        return "polls " + in_words(row) + ", which is not [offset,value]";
      polled(history_.messages.intern(key, row.items[1]), row.items[0]);
    }
  }
  return {};
}

void Reader::polled(MessageId id, const Json& offset) {
  const auto op = static_cast<OpId>(history_.ops.size() - 1);
  const std::int64_t at = offset_of(offset, [&] { return history_.messages.text(id) + " is"; });
  Message& message = history_.messages[id];
  if (message.poller == none) message.poller = op;
  if (message.reader == none && history_.ops[op].type == Operation::Type::ok) message.reader = op;
  history_.items.emplace_back(Item::What::polled, id);
  if (at != unknown_offset) history_.place(id, at, op);
}

std::string Reader::rebalanced(const Json& log) {
  if (log.is(Json::Kind::null)) return {};
  if (!log.is(Json::Kind::list)) return "has a rebalance-log that is no list";
  for (const Json& entry : log.items) {
    const Json* const keys = entry.find("keys");
    if (keys == nullptr || !keys->is(Json::Kind::list))
      return "has a rebalance-log whose entry " + in_words(entry) + " has no list of keys";
    for (const Json& item : keys->items) {
      const std::optional<KeyId> key = history_.messages.key(item);
      if (!key) return "has a rebalance-log that names " + in_words(item) + ", which is no key";
      history_.items.emplace_back(Item::What::key, *key);
    }
  }
  return {};
}

void Reader::finish() {
  std::vector<const Client*> open;
  for (const auto& [process, client] : clients_)
    if (client.is_open && client.kind == Kind::work) open.push_back(&client);
  std::ranges::sort(open, {}, &Client::invoked);
  for (const Client* const client : open) {
    end_op(*client, Operation::Type::info).completed = none;
    for (const MessageId message : client->sent)
      if (history_.messages[message].writer == none) sent(message, unknown_offset);
  }
}

}  // namespace fencepost::properties::kafka
