// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/kafka_clients.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "fencepost/properties/cluster_speech.hpp"
#include "fencepost/properties/kafka_commands.hpp"

namespace fencepost::properties {
namespace {

std::set<std::string> read_keys(TapeReader& fields) {
  std::set<std::string> keys;
  for (const std::int64_t key : read_kafka_keys(fields)) keys.insert(std::to_string(key));
  return keys;
}

Json list_of(const std::set<std::string>& keys) {
  Json list = Json::list();
  for (const std::string& key : keys) list.items.push_back(Json::of(key));
  return list;
}

Json map_of(const std::map<std::string, std::int64_t>& offsets) {
  Json map{.kind = Json::Kind::object, .text = {}, .items = {}, .keys = {}};
  for (const auto& [key, offset] : offsets) map.set(key, Json::of(offset));
  return map;
}

/// A map in the reply; some programs give null for an empty one.
const Json* map_in(const Json& reply, std::string_view key, faults::Turn& turn) {
  static const Json empty;
  const Json* const map = reply.find(key);
  if (map == nullptr || map->is(Json::Kind::null)) return &empty;
  if (map->is(Json::Kind::object)) return map;
  turn.malformed = "should have an object as its " + std::string(key);
  return nullptr;
}

struct Expected {
  std::string_view f;
  std::string_view reply;
  std::string_view key;
};
constexpr Expected expectations[] = {{"send", "send_ok", "offset"},
                                     {"poll", "poll_ok", "msgs"},
                                     {"commit", "commit_offsets_ok", ""},
                                     {"assign", "list_committed_offsets_ok", "offsets"},
                                     {"committed", "list_committed_offsets_ok", "offsets"}};

}  // namespace

void KafkaClients::begin(const Scenario& scenario) {
  clients_.clear();
  resumes_ = consumers_resume(scenario);
  go_on(scenario);
}

void KafkaClients::go_on(const Scenario& scenario) {
  all_keys_.clear();
  for (const Step& step : scenario.steps) {
    if (step.kind != Step::Kind::command || step.command.type != KafkaCommand::send) continue;
    TapeReader fields(step.command.fields);
    fields.raw();
    all_keys_.insert(std::to_string(fields.number(0, INT64_MAX)));
  }
}

void KafkaClients::begin_operation(Client& client, std::string f, Json value, faults::Turn& turn) {
  client.asked = {};
  client.asked.f = std::move(f);
  client.asked.value = std::move(value);
  turn.wrote.push_back(client.asked);
}

void KafkaClients::end_operation(Client& client, Operation::Type type, faults::Turn& turn) {
  client.asked.type = type;
  turn.wrote.push_back(client.asked);
}

void KafkaClients::ask(std::int64_t number, const Command& command, faults::Turn& turn) {
  Client& client = clients_[number];
  client.polls_left = 0;
  client.polls_next = false;
  TapeReader fields(command.fields);
  fields.raw();  // the node
  switch (command.type) {
    case KafkaCommand::send: return send(client, fields, turn);
    case KafkaCommand::poll: client.polls_left = 1; return poll(client, turn);
    case KafkaCommand::drain:
      client.polls_left = most_polls;
      client.empty_polls = 0;
      return poll(client, turn);
    case KafkaCommand::commit:
      if (client.polled.empty()) return;
      begin_operation(client, "commit", map_of(client.polled), turn);
      turn.request.set("type", Json::of("commit_offsets")).set("offsets", map_of(client.polled));
      return;
    case KafkaCommand::assign: {
      const std::set<std::string> keys = read_keys(fields);
      return assign(client, keys, fields.peek() == Tag::yes, turn);
    }
    case KafkaCommand::committed: {
      const std::set<std::string> keys = read_keys(fields);
      begin_operation(client, "committed", list_of(keys), turn);
      return ask_committed(client, keys, turn);
    }
    case KafkaCommand::crash:
      begin_operation(client, "crash", {}, turn);
      end_operation(client, Operation::Type::info, turn);
      client = {};
      return;
    default: return;
  }
}

void KafkaClients::send(Client& client, TapeReader& fields, faults::Turn& turn) {
  const std::string key = std::to_string(fields.number(0, INT64_MAX));
  const Json message = Json::of(fields.time());
  begin_operation(client, "send",
                  Json::list({Json::list({Json::of("send"), Json::of(key), message})}), turn);
  turn.request.set("type", Json::of("send")).set("key", Json::of(key)).set("msg", message);
}

void KafkaClients::poll(Client& client, faults::Turn& turn) {
  if (client.keys.empty()) {
    if (all_keys_.empty()) return;
    client.polls_next = true;
    return assign(client, all_keys_, false, turn);
  }
  begin_operation(client, "poll", Json::list({Json::list({Json::of("poll")})}), turn);
  turn.request.set("type", Json::of("poll")).set("offsets", map_of(client.positions));
}

void KafkaClients::assign(Client& client, const std::set<std::string>& keys, bool from_start,
                          faults::Turn& turn) {
  begin_operation(client, "assign", list_of(keys), turn);
  client.keys = keys;
  std::map<std::string, std::int64_t> positions;
  std::set<std::string> unknown;
  for (const std::string& key : keys) {
    const auto known = client.positions.find(key);
    if (from_start)
      positions[key] = 0;
    else if (known != client.positions.end())
      positions[key] = known->second;
    else if (!resumes_)
      positions[key] = 0;
    else
      unknown.insert(key);
  }
  client.positions = std::move(positions);
  std::erase_if(client.polled, [&](const auto& entry) { return !keys.contains(entry.first); });
  if (from_start) client.asked.more.set("seek-to-beginning?", Json::flag(true));
  turn.wrote.back().more = client.asked.more;
  if (!unknown.empty()) return ask_committed(client, unknown, turn);
  end_operation(client, Operation::Type::ok, turn);
  if (std::exchange(client.polls_next, false)) poll(client, turn);
}

void KafkaClients::ask_committed(Client& /*client*/, const std::set<std::string>& keys,
                                 faults::Turn& turn) {
  turn.request.set("type", Json::of("list_committed_offsets")).set("keys", list_of(keys));
}

void KafkaClients::hear(std::int64_t number, const Json& reply, faults::Turn& turn) {
  Client& client = clients_[number];
  if (is_error(reply)) {
    turn.wrote.push_back(end_by_error(client.asked, reply));
    if (client.asked.f == "assign") client.keys.clear();
    if (turn.wrote.back().type == Operation::Type::info) client = {};
    return;
  }
  const auto* const expected = std::ranges::find(expectations, client.asked.f, &Expected::f);
  const Json* const type = reply.find("type");
  if (type == nullptr || type->text != expected->reply)
    turn.malformed = "should be of the type " + std::string(expected->reply);
  else if (client.asked.f == "send")
    hear_send(client, reply, turn);
  else if (client.asked.f == "poll")
    hear_poll(client, reply, turn);
  else if (client.asked.f == "commit")
    client.polled.clear();
  else
    hear_committed(client, reply, turn);
  if (!turn.malformed.empty()) {
    end_operation(client, Operation::Type::info, turn);
    client = {};
    return;
  }
  if (strict_)
    if (const std::string key = strange_key(reply, {&expected->key, 1}); !key.empty())
      turn.malformed = "has the key " + key + ", which that reply does not have";
  end_operation(client, Operation::Type::ok, turn);
  if (client.polls_left > 0 || std::exchange(client.polls_next, false)) poll(client, turn);
}

void KafkaClients::hear_send(Client& client, const Json& reply, faults::Turn& turn) {
  const Json* const offset = reply.find("offset");
  const std::optional<std::int64_t> number =
      offset == nullptr ? std::nullopt : whole_number(*offset);
  if (!number) {
    turn.malformed = "has no integer as its offset";
    return;
  }
  Json& value = client.asked.value.items[0].items[2];
  value = Json::list({Json::of(*number), value});
}

void KafkaClients::hear_poll(Client& client, const Json& reply, faults::Turn& turn) {
  const Json* const messages = map_in(reply, "msgs", turn);
  if (messages == nullptr) return;
  Json seen{.kind = Json::Kind::object, .text = {}, .items = {}, .keys = {}};
  bool something_new = false;
  for (std::size_t i = 0; i < messages->items.size(); ++i) {
    const std::string& key = messages->keys[i];
    const Json& pairs = messages->items[i];
    Json list = Json::list();
    if (!pairs.is(Json::Kind::list) && !pairs.is(Json::Kind::null)) {
      turn.malformed = "should have lists in its msgs";
      return;
    }
    for (const Json& pair : pairs.items) {
      const std::optional<std::int64_t> offset =
          pair.items.size() == 2 ? whole_number(pair.items[0]) : std::nullopt;
      if (!offset) {
        turn.malformed = "has " + to_text(pair) + " where [offset, message] should be";
        return;
      }
      list.items.push_back(Json::list({Json::of(*offset), pair.items[1]}));
      std::int64_t& position = client.positions[key];
      if (*offset >= position && *offset < INT64_MAX) {
        position = *offset + 1;
        client.polled[key] = *offset;
        something_new = true;
      }
    }
    seen.set(key, std::move(list));
  }
  client.asked.value.items[0].items.push_back(std::move(seen));
  --client.polls_left;
  client.empty_polls = something_new ? 0 : client.empty_polls + 1;
  if (client.empty_polls >= enough_empty_polls) client.polls_left = 0;
}

void KafkaClients::hear_committed(Client& client, const Json& reply, faults::Turn& turn) {
  const Json* const offsets = map_in(reply, "offsets", turn);
  if (offsets == nullptr) return;
  std::map<std::string, std::int64_t> committed;
  for (std::size_t i = 0; i < offsets->items.size(); ++i) {
    if (offsets->items[i].is(Json::Kind::null)) continue;
    const std::optional<std::int64_t> offset = whole_number(offsets->items[i]);
    if (!offset) {
      turn.malformed = "should have integers in its offsets";
      return;
    }
    committed[offsets->keys[i]] = *offset;
  }
  if (client.asked.f == "committed") {
    client.asked.value = map_of(committed);
    return;
  }
  for (const std::string& key : client.keys) {
    if (client.positions.contains(key)) continue;
    const auto found = committed.find(key);
    client.positions[key] =
        found == committed.end() || found->second == INT64_MAX ? 0 : found->second + 1;
  }
  client.asked.more.set("positions", map_of(client.positions));
}

void KafkaClients::give_up(std::int64_t number, faults::Turn& turn) {
  Client& client = clients_[number];
  client.asked.more.set("error", Json::of("no reply"));
  const bool idempotent = client.asked.f == "assign" || client.asked.f == "committed";
  end_operation(client, idempotent ? Operation::Type::fail : Operation::Type::info, turn);
  client = {};
}

void KafkaClients::succeed(std::int64_t client, std::int64_t successor) {
  Client& fresh = clients_[successor] = clients_[client];
  fresh.asked = {};
  fresh.polls_left = 0;
  fresh.polls_next = false;
}

}  // namespace fencepost::properties
