// SPDX-License-Identifier: Apache-2.0
// What clients say to the nodes of each workload, as Maelstrom has it.
#include <algorithm>
#include <string>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/properties/cluster_speech.hpp"

namespace fencepost::properties {
namespace {

using Keys = const std::string_view[];

Json number(TapeReader& fields) { return Json::of(fields.time()); }

/// A value of a scenario as JSON.
Json plain(TapeReader& fields) {
  switch (fields.peek()) {
    case Tag::number: return number(fields);
    case Tag::text: return Json::of(fields.text());
    case Tag::yes:
    case Tag::no: return Json::flag(fields.flag());
    case Tag::list: {
      Json list = Json::list();
      for (std::uint32_t left = fields.list(); left > 0 && fields.good(); --left)
        list.items.push_back(plain(fields));
      return list;
    }
    case Tag::odd: {
      const std::string_view bytes = fields.raw();  // a tag, a length of 32 bits, the JSON text
      Result<Json> value = read_json(bytes.substr(std::min<std::size_t>(5, bytes.size())));
      return value ? *value : Json{};
    }
    default: fields.raw(); return {};
  }
}

/// A list in the reply; some programs give null for an empty one.
std::string hear_list(const Json& reply, std::string_view key, Json& value) {
  const Json* const found = reply.find(key);
  if (found == nullptr) return "has no " + std::string(key);
  if (found->is(Json::Kind::null)) return value = Json::list(), std::string();
  if (!found->is(Json::Kind::list)) return "should have a list as its " + std::string(key);
  value = *found;
  return {};
}

std::string hear_integer(const Json& reply, std::string_view key, Json& value) {
  const Json* const found = reply.find(key);
  if (found == nullptr) return "has no " + std::string(key);
  const std::optional<std::int64_t> number = whole_number(*found);
  if (!number) return "should have an integer as its " + std::string(key);
  value = Json::of(*number);
  return {};
}

// ── echo, unique-ids
constexpr Keys echo_keys = {"echo"};
constexpr Phrase echo[] = {
    {.f = "echo",
     .reply_type = "echo_ok",
     .reply_keys = echo_keys,
     .ask = [](TapeReader& fields, Json& value,
               Json& request) { request.set("echo", value = plain(fields)); },
     .hear = [](const Json&, const Json& reply, Json& value) -> std::string {
       const Json* const sent = reply.find("echo");
       if (sent == nullptr) return "has no echo";
       value = *sent;
       return {};
     }}};

constexpr Keys id_keys = {"id"};
constexpr Phrase unique_ids[] = {
    {.f = "generate",
     .reply_type = "generate_ok",
     .reply_keys = id_keys,
     .hear = [](const Json&, const Json& reply, Json& value) -> std::string {
       const Json* const id = reply.find("id");
       if (id == nullptr) return "has no id";
       value = *id;
       return {};
     }}};

// ── broadcast, sets, counters
constexpr Keys messages_keys = {"messages"};
constexpr Keys value_keys = {"value"};
constexpr Phrase broadcast[] = {
    {.f = "broadcast",
     .reply_type = "broadcast_ok",
     .reply_keys = {},
     .ask = [](TapeReader& fields, Json& value,
               Json& request) { request.set("message", value = number(fields)); }},
    {.f = "read",
     .reply_type = "read_ok",
     .reply_keys = messages_keys,
     .idempotent = true,
     .hear = [](const Json&, const Json& reply, Json& value) {
       return hear_list(reply, "messages", value);
     }}};

constexpr Phrase g_set[] = {
    {.f = "add",
     .reply_type = "add_ok",
     .reply_keys = {},
     .ask = [](TapeReader& fields, Json& value,
               Json& request) { request.set("element", value = number(fields)); }},
    {.f = "read",
     .reply_type = "read_ok",
     .reply_keys = value_keys,
     .idempotent = true,
     .hear = [](const Json&, const Json& reply, Json& value) {
       return hear_list(reply, "value", value);
     }}};

constexpr Phrase counter[] = {
    {.f = "add",
     .reply_type = "add_ok",
     .reply_keys = {},
     .ask = [](TapeReader& fields, Json& value,
               Json& request) { request.set("delta", value = number(fields)); }},
    {.f = "read",
     .reply_type = "read_ok",
     .reply_keys = value_keys,
     .idempotent = true,
     .hear = [](const Json&, const Json& reply, Json& value) {
       return hear_integer(reply, "value", value);
     }}};

// ── registers
constexpr std::int64_t no_such_key = 20;

constexpr Phrase lin_kv[] = {
    {.f = "read",
     .reply_type = "read_ok",
     .reply_keys = value_keys,
     .idempotent = true,
     .ask =
         [](TapeReader& fields, Json& value, Json& request) {
           const Json key = number(fields);
           request.set("key", key);
           value = Json::list({key, Json{}});
         },
     .hear = [](const Json& asked, const Json& reply, Json& value) -> std::string {
       const Json* const found = reply.find("value");
       if (found == nullptr) return "has no value";
       value = Json::list({asked.items[0], *found});
       return {};
     },
     .hear_error =
         [](const Json& asked, std::int64_t code, Json& value) {
           value = asked;
           return code == no_such_key;
         }},
    {.f = "write",
     .reply_type = "write_ok",
     .reply_keys = {},
     .ask =
         [](TapeReader& fields, Json& value, Json& request) {
           const Json key = number(fields), written = number(fields);
           request.set("key", key).set("value", written);
           value = Json::list({key, written});
         }},
    {.f = "cas",
     .reply_type = "cas_ok",
     .reply_keys = {},
     .ask = [](TapeReader& fields, Json& value, Json& request) {
       const Json key = number(fields), from = number(fields), to = number(fields);
       request.set("key", key).set("from", from).set("to", to);
       value = Json::list({key, Json::list({from, to})});
     }}};

// ── transactions
constexpr Keys txn_keys = {"txn"};

std::string hear_txn(const Json& asked, const Json& reply, Json& value) {
  const Json* const txn = reply.find("txn");
  if (txn == nullptr) return "has no txn";
  if (!txn->is(Json::Kind::list)) return "should have a list as its txn";
  if (txn->items.size() != asked.items.size())
    return "has " + std::to_string(txn->items.size()) + " micro-operations instead of " +
           std::to_string(asked.items.size());
  for (std::size_t i = 0; i < txn->items.size(); ++i) {
    const Json& done = txn->items[i];
    const Json& wanted = asked.items[i];
    const bool same = done.is(Json::Kind::list) && done.items.size() == 3 &&
                      done.items[0].text == wanted.items[0].text &&
                      canonical_text(done.items[1]) == canonical_text(wanted.items[1]);
    if (!same) return "has " + to_text(done) + " in the place of " + to_text(wanted);
  }
  value = *txn;
  return {};
}

constexpr Phrase txn[] = {{.f = "txn",
                           .reply_type = "txn_ok",
                           .reply_keys = txn_keys,
                           .ask = [](TapeReader& fields, Json& value,
                                     Json& request) { request.set("txn", value = plain(fields)); },
                           .hear = hear_txn}};

}  // namespace

std::span<const Phrase> phrases_of(const Contract& contract) {
  if (contract.name == "echo") return echo;
  if (contract.name == "unique-ids") return unique_ids;
  if (contract.name == "broadcast") return broadcast;
  if (contract.name == "g-set") return g_set;
  if (contract.name == "g-counter" || contract.name == "pn-counter") return counter;
  if (contract.name == "lin-kv") return lin_kv;
  if (contract.name.starts_with("txn-")) return txn;
  return {};
}

}  // namespace fencepost::properties
