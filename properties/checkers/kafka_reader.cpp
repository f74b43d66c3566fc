// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_reader.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {
namespace {

std::optional<Kind> kind_of(std::string_view f) {
  if (f == "send" || f == "poll" || f == "txn") return Kind::work;
  if (f == "assign") return Kind::assign;
  if (f == "subscribe") return Kind::subscribe;
  if (f == "crash") return Kind::crash;
  if (f == "commit") return Kind::commit;
  if (f == "committed") return Kind::committed;
  if (f == "debug-topic-partitions") return Kind::other;
  return std::nullopt;
}

bool is_send(const Json& micro) {
  return micro.is(Json::Kind::list) && micro.items.size() == 3 &&
         micro.items[0].is(Json::Kind::text) && micro.items[0].text == "send";
}

bool is_poll(const Json& micro) {
  return micro.is(Json::Kind::list) && (micro.items.size() == 1 || micro.items.size() == 2) &&
         micro.items[0].is(Json::Kind::text) && micro.items[0].text == "poll";
}

std::string wrong_micro_op(const Json& micro) {
  return R"(has the micro-operation )" + in_words(micro) +
         R"(, which is neither ["send",key,value] nor ["poll"])";
}

std::string named(const std::string& what, std::int64_t process) {
  return what + " of process " + std::to_string(process);
}

}  // namespace

std::string Reader::add(const Operation& operation) {
  index_ = read_++;
  if (is_full()) return {};
  const auto process = static_cast<std::uint32_t>(history_.processes.size());
  const auto [place, is_new] = clients_.try_emplace(operation.process);
  if (is_new) {
    place->second.process = process;
    history_.processes.push_back(operation.process);
  }
  if (operation.type == Operation::Type::invoke) return invoke(operation, place->second);
  return complete(operation, place->second);
}

bool Reader::is_full() const {
  return std::max({read_, std::uint64_t{history_.messages.size()},
                   std::uint64_t{history_.messages.keys()}}) > Item::most ||
         history_.items.size() > UINT32_MAX / 2;
}

std::string Reader::invoke(const Operation& operation, Client& client) {
  if (client.is_open)
    return named("invokes an operation", operation.process) + " while its operation " +
           std::to_string(client.invoked) + " is open";
  const std::optional<Kind> kind = kind_of(operation.f);
  if (!kind)
    return "has the operation " + quote(operation.f.substr(0, 40)) + ", which kafka has not";
  client.is_open = true;
  client.kind = *kind;
  client.invoked = static_cast<std::uint32_t>(index_);
  client.sent.clear();
  client.keys.clear();
  client.committed.clear();
  client.asked.clear();
  const Json* const seek = operation.more.find("seek-to-beginning?");
  client.seeks = seek != nullptr && seek->is(Json::Kind::yes);
  switch (*kind) {
    case Kind::work: return begin_work(operation.value, client);
    case Kind::assign:
    case Kind::subscribe: return begin_keys(operation.value, client);
    case Kind::commit: return begin_commit(operation.value, client);
    case Kind::committed: {
      const std::string why_not = begin_keys(operation.value, client);
      for (const KeyId key : client.keys) client.asked.push_back(commits_.asked(key));
      return why_not;
    }
    case Kind::crash:
    case Kind::other: break;
  }
  return {};
}

std::string Reader::complete(const Operation& operation, Client& client) {
  if (!client.is_open)
    return named("completes an operation", operation.process) + ", which has none open";
  if (kind_of(operation.f) != client.kind)
    return "completes " + quote(operation.f.substr(0, 40)) + ", which is not what process " +
           std::to_string(operation.process) + " invoked";
  client.is_open = false;
  switch (client.kind) {
    case Kind::work: return end_work(operation, client);
    case Kind::assign:
    case Kind::subscribe: return end_assignment(operation, client);
    case Kind::crash: end_op(client, operation.type).kind = Kind::crash; return {};
    case Kind::commit:
      commits_.commit_ended(client.committed, client.process, operation.type, client.invoked,
                            index_);
      return {};
    case Kind::committed:
      return operation.type == Operation::Type::ok ? end_list(operation, client) : std::string{};
    case Kind::other: break;
  }
  return {};
}

Op& Reader::end_op(const Client& client, Operation::Type type) {
  history_.ops.push_back({.invoked = client.invoked,
                          .completed = static_cast<std::uint32_t>(index_),
                          .process = client.process,
                          .first_item = static_cast<std::uint32_t>(history_.items.size()),
                          .type = type,
                          .kind = client.kind,
                          .seeks = client.seeks});
  return history_.ops.back();
}

std::string Reader::begin_work(const Json& value, Client& client) {
  if (!value.is(Json::Kind::list)) return "has work that is no list of micro-operations";
  for (const Json& micro : value.items) {
    if (is_poll(micro)) continue;
    if (!is_send(micro)) return wrong_micro_op(micro);
    const std::optional<KeyId> key = history_.messages.key(micro.items[1]);
    if (!key) return "sends to " + in_words(micro.items[1]) + ", which is no key";
    client.sent.push_back(history_.messages.intern(*key, micro.items[2]));
  }
  return {};
}

std::string Reader::begin_keys(const Json& value, Client& client) {
  if (!value.is(Json::Kind::list))
    return "names " + in_words(value) + " where a list of keys belongs";
  for (const Json& item : value.items) {
    const std::optional<KeyId> key = history_.messages.key(item);
    if (!key) return "names " + in_words(item) + ", which is no key";
    client.keys.push_back(*key);
  }
  return {};
}

std::string Reader::end_assignment(const Operation& operation, Client& client) {
  const Json* const seek = operation.more.find("seek-to-beginning?");
  client.seeks |= seek != nullptr && seek->is(Json::Kind::yes);
  const auto id = static_cast<OpId>(history_.ops.size());
  end_op(client, operation.type);
  for (const KeyId key : client.keys) history_.items.emplace_back(Item::What::key, key);
  const Json* const positions = operation.more.find("positions");
  if (positions == nullptr || operation.type != Operation::Type::ok) return {};
  if (!positions->is(Json::Kind::object)) return "has positions that are no object of offsets";
  for (std::size_t i = 0; i < positions->items.size(); ++i) {
    const KeyId key = history_.messages.key(positions->keys[i]);
    const std::int64_t position = offset_of(positions->items[i], [&] {
      return "process " + std::to_string(operation.process) + " begins " +
             history_.messages.key_text(key);
    });
    if (position == unknown_offset) continue;
    history_.starts.push_back(
        {.op = id, .key = key, .position = position, .committed_end = commits_.end(key)});
  }
  return {};
}

std::string Reader::begin_commit(const Json& value, Client& client) {
  if (!value.is(Json::Kind::object)) return "commits what is no object of offsets";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Json& offset = value.items[i];
    if (!offset.is(Json::Kind::number) || offset.number < 0)
      return "commits " + in_words(offset) + ", which is no offset";
    client.committed.push_back(
        {.key = history_.messages.key(value.keys[i]), .offset = offset.number});
  }
  commits_.commit_invoked(client.committed, client.process);
  return {};
}

std::string Reader::end_list(const Operation& operation, Client& client) {
  if (!operation.value.is(Json::Kind::object))
    return "lists what is committed as no object of offsets";
  const Commits::Teller teller{.place = index_, .process = operation.process};
  std::map<KeyId, const Json*> answers;
  for (std::size_t i = 0; i < operation.value.items.size(); ++i)
    answers[history_.messages.key(operation.value.keys[i])] = &operation.value.items[i];
  for (const Commits::Asked& asked : client.asked) {
    const auto answer = answers.find(asked.key);
    const Json* const offset = answer == answers.end() ? nullptr : answer->second;
    const bool is_none = offset == nullptr || offset->is(Json::Kind::null) ||
                         (offset->is(Json::Kind::number) && offset->number == -1);
    std::optional<std::int64_t> told;
    if (!is_none) {
      told = offset_of(*offset, [&] {
        return "process " + std::to_string(operation.process) + " was told that " +
               history_.messages.key_text(asked.key) + " is committed";
      });
      if (told == unknown_offset) continue;
    }
    commits_.listed(asked, told, teller, client.invoked, history_.messages, findings_);
  }
  return {};
}

}  // namespace fencepost::properties::kafka
