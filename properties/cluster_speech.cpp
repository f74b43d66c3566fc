// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_speech.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/faults/packet.hpp"
#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/decimal.hpp"
#include "fencepost/properties/kafka_clients.hpp"

namespace fencepost::properties {
namespace {

std::string text_of(const Json* value) {
  return value != nullptr && value->is(Json::Kind::text) ? value->text : std::string{};
}

class PlainClients final : public faults::Clients {
 public:
  PlainClients(const Contract& contract, bool strict)
      : contract_(contract), phrases_(phrases_of(contract)), strict_(strict) {
    CHECK(phrases_.size() == contract.commands.size());
  }

  void begin(const Scenario& scenario) override {
    asked_.clear();
    nodes_ = static_cast<std::uint32_t>(scenario.parameters.get("nodes", 1));
    topology_ = scenario.parameters.get("topology", 0);
  }

  Json greeting() const override {
    if (contract_.name != "broadcast") return {};
    return Json{}.set("type", Json::of("topology")).set("topology", topology_of(nodes_, topology_));
  }

  void ask(std::int64_t client, const Command& command, faults::Turn& turn) override {
    const Phrase& phrase = phrases_[command.type];
    TapeReader fields(command.fields);
    fields.raw();  // the node
    Operation operation;
    operation.f = phrase.f;
    turn.request.set("type", Json::of(contract_.commands[command.type].name));
    if (phrase.ask != nullptr) phrase.ask(fields, operation.value, turn.request);
    asked_[client] = {&phrase, operation};
    turn.wrote.push_back(std::move(operation));
  }

  void hear(std::int64_t client, const Json& reply, faults::Turn& turn) override {
    const auto [phrase, asked] = asked_[client];
    Operation done = asked;
    if (is_error(reply)) {
      const Json* const code = reply.find("code");
      const bool answered = phrase->hear_error != nullptr && code != nullptr &&
                            phrase->hear_error(asked.value, code->number, done.value);
      done.type = Operation::Type::ok;
      turn.wrote.push_back(answered ? done : end_by_error(asked, reply));
      return;
    }
    if (text_of(reply.find("type")) != phrase->reply_type)
      turn.malformed = "should be of the type " + std::string(phrase->reply_type);
    else if (phrase->hear != nullptr)
      turn.malformed = phrase->hear(asked.value, reply, done.value);
    done.type = turn.malformed.empty() ? Operation::Type::ok : Operation::Type::info;
    if (strict_ && turn.malformed.empty())
      if (const std::string key = strange_key(reply, phrase->reply_keys); !key.empty())
        turn.malformed = "has the key " + key + ", which that reply does not have";
    turn.wrote.push_back(std::move(done));
  }

  void give_up(std::int64_t client, faults::Turn& turn) override {
    const auto& [phrase, asked] = asked_[client];
    Operation done = asked;
    done.type = phrase->idempotent ? Operation::Type::fail : Operation::Type::info;
    done.more.set("error", Json::of("no reply"));
    turn.wrote.push_back(std::move(done));
  }

  void succeed(std::int64_t /*client*/, std::int64_t /*successor*/) override {}

 private:
  struct Asked {
    const Phrase* phrase = nullptr;
    Operation operation;
  };

  const Contract& contract_;
  std::span<const Phrase> phrases_;
  bool strict_;
  std::map<std::int64_t, Asked> asked_;
  std::uint32_t nodes_ = 1;
  std::int64_t topology_ = 0;
};

}  // namespace

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is(Json::Kind::number)) return value.number;
  if (!value.is(Json::Kind::odd_number)) return std::nullopt;
  const std::string decimal = decimal_text(value.text);
  if (!decimal.ends_with(".0")) return std::nullopt;
  const Result<Json> whole = read_json(decimal.substr(0, decimal.size() - 2));
  return whole && whole->is(Json::Kind::number) ? std::optional(whole->number) : std::nullopt;
}

bool is_error(const Json& reply) { return text_of(reply.find("type")) == "error"; }

Operation end_by_error(const Operation& asked, const Json& error) {
  Operation done = asked;
  const Json* const code = error.find("code");
  const bool definite =
      code != nullptr && code->is(Json::Kind::number) && faults::is_definite(code->number);
  done.type = definite ? Operation::Type::fail : Operation::Type::info;
  Json what = Json::list({code == nullptr ? Json{} : *code});
  if (const Json* const words = error.find("text")) what.items.push_back(*words);
  done.more.set("error", std::move(what));
  return done;
}

std::string strange_key(const Json& reply, std::span<const std::string_view> known) {
  for (const std::string& key : reply.keys)
    if (key != "type" && key != "msg_id" && key != "in_reply_to" &&
        std::ranges::find(known, key) == known.end())
      return key;
  return {};
}

Json topology_of(std::uint32_t nodes, std::int64_t topology) {
  std::uint32_t side = 1;
  while (side * side < nodes) ++side;
  const auto are_neighbours = [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t low = std::min(a, b), high = std::max(a, b);
    if (topology == 5) return true;
    if (topology == 1) return high == low + 1;
    if (topology >= 2) return (high - 1) / static_cast<std::uint32_t>(topology) == low;
    return high == low + side || (high == low + 1 && high % side != 0);
  };
  Json map;
  for (std::uint32_t a = 0; a < nodes; ++a) {
    Json neighbours = Json::list();
    for (std::uint32_t b = 0; b < nodes; ++b)
      if (a != b && are_neighbours(a, b))
        neighbours.items.push_back(Json::of(faults::name_of_node(b)));
    map.set(faults::name_of_node(a), std::move(neighbours));
  }
  return map;
}

std::unique_ptr<faults::Clients> make_clients(const Contract& contract, bool strict) {
  if (contract.name == "kafka") return std::make_unique<KafkaClients>(strict);
  return std::make_unique<PlainClients>(contract, strict);
}

}  // namespace fencepost::properties
