// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_draw.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "fencepost/properties/kafka_commands.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;
using faults::Swarm;

/// The cast of one scenario.
class Cast {
 public:
  Cast(const Chance& chance, Scenario& scenario) : chance_(chance), scenario_(scenario) {
    nodes_ = scenario.parameters.get("nodes", 1);
    scenario.parameters.set("nodes", nodes_);
    clients_ =
        1 + chance.below(static_cast<std::uint64_t>(std::min<std::int64_t>(2 * nodes_ + 1, 6)),
                         "clients");
  }

  std::int64_t nodes() const { return nodes_; }

  /// A command of the storm by one of the clients, to its node.
  Tape& act(std::uint32_t number, std::uint8_t type) {
    return act_as(chance_.below(clients_, "client", number), type);
  }
  Tape& act_as(std::uint64_t client, std::uint8_t type) {
    return send(scenario_, "c" + std::to_string(client), type)
        .number(static_cast<std::int64_t>(client) % nodes_);
  }
  std::uint64_t clients() const { return clients_; }
  /// A reader of its own for each node, after the calm.
  Tape& read_back(std::int64_t node, std::uint8_t type) {
    return send(scenario_, "r" + std::to_string(node), type).number(node);
  }
  void read_everything_back(std::uint8_t type) {
    calm(scenario_);
    for (std::int64_t node = 0; node < nodes_; ++node) read_back(node, type);
  }

 private:
  const Chance& chance_;
  Scenario& scenario_;
  std::int64_t nodes_;
  std::uint64_t clients_;
};

/// Beyond it a program that keeps numbers as doubles, as JavaScript does, cannot give them back.
constexpr std::int64_t most_of_a_double = (std::int64_t{1} << 53U) - 1;

void draw_payload(const Chance& chance, std::uint32_t number, Tape& tape) {
  switch (chance.below(7, "payload", number)) {
    case 0: tape.number(static_cast<std::int64_t>(number)); break;
    case 1: tape.text("Please echo " + std::to_string(number)); break;
    case 2: tape.text("\u00e9\u4e2d \"\\/\n\t<>& \U0001f40d"); break;
    case 3:
      tape.list(2)
          .number(chance.between(-most_of_a_double, most_of_a_double, "payload: number", number))
          .null();
      break;
    case 4: tape.odd(R"({"b":1,"a":[true,{"c":null}]})"); break;
    case 5: tape.odd("1.5"); break;
    default: tape.text(std::string(1 + chance.below(3000, "payload: length", number), 'x'));
  }
}

void draw_adds(const Chance& chance, const Swarm& swarm, Scenario& scenario,
               std::int64_t (*value)(const Chance&, std::uint32_t)) {
  Cast cast(chance, scenario);
  const std::uint64_t reads = 10 + 10 * chance.below(5, "reads");
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    const bool reads_now = chance.percent(reads, "read", i);
    Tape& fields = cast.act(i, reads_now ? 1 : 0);
    if (!reads_now) fields.number(value(chance, i));
  }
  cast.read_everything_back(1);
}

std::int64_t unique(const Chance& /*chance*/, std::uint32_t number) { return number; }

std::int64_t draw_key(const Chance& chance, std::uint64_t keys, std::uint64_t number) {
  return static_cast<std::int64_t>(chance.below(keys, "key", number));
}

std::uint64_t draw_key_count(const Chance& chance) { return 1 + chance.below(3, "keys"); }

void put_keys(std::uint64_t keys, Tape& tape) {
  tape.list(static_cast<std::uint32_t>(keys));
  for (std::uint64_t key = 0; key < keys; ++key) tape.number(static_cast<std::int64_t>(key));
}

void draw_txns(const Chance& chance, const Swarm& swarm, Scenario& scenario,
               std::string_view writes) {
  Cast cast(chance, scenario);
  const std::uint64_t keys = 1 + chance.below(4, "keys");
  std::int64_t value = 0;
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    Tape& fields = cast.act(i, 0);
    const auto size = static_cast<std::uint32_t>(1 + chance.below(4, "txn: size", i));
    fields.list(size);
    for (std::uint32_t k = 0; k < size; ++k) {
      const bool reads = chance.percent(50, "txn: read", i, k);
      fields.list(3).text(reads ? "r" : writes).number(draw_key(chance, keys, i * 8 + k));
      reads ? fields.null() : fields.number(++value);
    }
  }
  calm(scenario);
  for (std::int64_t node = 0; node < cast.nodes(); ++node) {
    Tape& fields = cast.read_back(node, 0);
    fields.list(static_cast<std::uint32_t>(keys));
    for (std::uint64_t key = 0; key < keys; ++key)
      fields.list(3).text("r").number(static_cast<std::int64_t>(key)).null();
  }
}

}  // namespace

void draw_echo(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Cast cast(chance, scenario);
  for (std::uint32_t i = 0; i < swarm.commands; ++i) draw_payload(chance, i, cast.act(i, 0));
  cast.read_everything_back(0);
  for (Step& step : scenario.steps)
    if (step.actor.starts_with('r')) step.command.fields.text("after the calm");
}

void draw_unique_ids(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Cast cast(chance, scenario);
  for (std::uint32_t i = 0; i < swarm.commands; ++i) cast.act(i, 0);
  cast.read_everything_back(0);
}

void draw_broadcast(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  scenario.parameters.set(
      "topology",
      scenario.parameters.get("topology", static_cast<std::int64_t>(chance.below(6, "topology"))));
  draw_adds(chance, swarm, scenario, unique);
}

void draw_g_set(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  draw_adds(chance, swarm, scenario, unique);
}

void draw_g_counter(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  draw_adds(chance, swarm, scenario, [](const Chance& luck, std::uint32_t number) {
    return luck.between(0, 4, "delta", number);
  });
}

void draw_pn_counter(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  draw_adds(chance, swarm, scenario, [](const Chance& luck, std::uint32_t number) {
    return luck.between(-5, 4, "delta", number);
  });
}

void draw_kafka(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Cast cast(chance, scenario);
  const std::uint64_t keys = draw_key_count(chance);
  std::set<std::int64_t> sent;
  const std::uint64_t sends = 30 + 20 * chance.below(3, "sends");
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    if (chance.percent(sends, "send", i)) {
      const std::int64_t key = draw_key(chance, keys, i);
      sent.insert(key);
      cast.act(i, KafkaCommand::send).number(key).number(i);
      continue;
    }
    const std::uint64_t what = chance.below(100, "consumer", i);
    if (what < 55) {
      cast.act(i, KafkaCommand::poll);
    } else if (what < 75) {
      cast.act(i, KafkaCommand::commit);
    } else if (what < 85) {
      Tape& fields = cast.act(i, KafkaCommand::assign);
      put_keys(1 + chance.below(keys, "assigned", i), fields);
      fields.flag(chance.percent(30, "from start", i));
    } else if (what < 95) {
      put_keys(keys, cast.act(i, KafkaCommand::committed));
    } else {
      send(scenario, "c" + std::to_string(chance.below(cast.clients(), "client", i)),
           KafkaCommand::crash);
    }
  }
  if (sent.empty()) sent.insert(0);
  calm(scenario);
  for (std::int64_t node = 0; node < cast.nodes(); ++node) {
    Tape& fields = cast.read_back(node, KafkaCommand::assign);
    fields.list(static_cast<std::uint32_t>(sent.size()));
    for (const std::int64_t key : sent) fields.number(key);
    fields.flag(true);
    cast.read_back(node, KafkaCommand::drain);
  }
}

void draw_lin_kv(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Cast cast(chance, scenario);
  const std::uint64_t keys = draw_key_count(chance);
  const auto small = [&](faults::Place place, std::uint32_t i) {
    return chance.between(0, 4, place, i);
  };
  for (std::uint32_t i = 0; i < swarm.commands; ++i) {
    const auto type = static_cast<std::uint8_t>(chance.below(3, "register: command", i));
    Tape& fields = cast.act(i, type).number(draw_key(chance, keys, i));
    if (type >= 1) fields.number(small("register: value", i));
    if (type == 2) fields.number(small("register: to", i));
  }
  calm(scenario);
  for (std::int64_t node = 0; node < cast.nodes(); ++node)
    for (std::uint64_t key = 0; key < keys; ++key)
      cast.read_back(node, 0).number(static_cast<std::int64_t>(key));
}

void draw_txn_list_append(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  draw_txns(chance, swarm, scenario, "append");
}

void draw_txn_rw_register(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  draw_txns(chance, swarm, scenario, "w");
}

}  // namespace fencepost::properties
