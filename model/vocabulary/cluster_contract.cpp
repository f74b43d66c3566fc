// SPDX-License-Identifier: Apache-2.0
// The contracts of clusters: what clients do, as steps of a scenario. How a client says it to a
// node, and what it makes of the replies, stands in properties/clients.
#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {
namespace {

constexpr Parameter nodes{"nodes", 1, most_nodes, "nodes are n0 .. n(nodes-1)", 1, false};
constexpr Parameter pipeline{
    "pipeline", 0, 1, "1: a client does not wait for a reply before its next request", 0, false};
constexpr Parameter topology{
    "topology", 0, 5, "0 grid, 1 line, 2 3 4 a tree with so many branches, 5 everyone", 0, false};
constexpr Parameter resume{
    "resume", 0,    1, "0: consumers begin at 0, as Maelstrom's do; 1: after what is committed",
    1,        false};
constexpr Parameter ordinary[] = {nodes, pipeline};
constexpr Parameter kafka_parameters[] = {nodes, pipeline, resume};
constexpr Parameter broadcast_parameters[] = {nodes, pipeline, topology};

constexpr Field node{"node", Kind::node};
constexpr Field key{"key", Kind::count};
constexpr Field only_node[] = {node};

constexpr Field echo_fields[] = {node, {"payload", Kind::json}};
constexpr CommandContract echo[] = {{"echo", "asks for the payload back", echo_fields, {}}};

constexpr CommandContract unique_ids[] = {{"generate", "asks for a new id", only_node, {}}};

constexpr Field broadcast_fields[] = {node, {"message", Kind::value}};
constexpr CommandContract broadcast[] = {
    {"broadcast", "gives a message to all nodes", broadcast_fields, {}},
    {"read", "asks for all messages that the node has seen", only_node, {}}};

constexpr Field element_fields[] = {node, {"element", Kind::value}};
constexpr CommandContract g_set[] = {{"add", "adds an element", element_fields, {}},
                                     {"read", "asks for the set", only_node, {}}};

constexpr Field delta_fields[] = {node, {"delta", Kind::sum}};
constexpr CommandContract counter[] = {{"add", "adds to the counter", delta_fields, {}},
                                       {"read", "asks for the counter", only_node, {}}};

constexpr Field one_key[] = {key};
constexpr Field send_fields[] = {node, key, {"message", Kind::value}};
constexpr Field assign_fields[] = {node, {"keys", Kind::list, one_key}, {"from_start", Kind::flag}};
constexpr Field keys_fields[] = {node, {"keys", Kind::list, one_key}};
constexpr CommandContract kafka[] = {
    {"send", "appends a message to the log of a key", send_fields, {}},
    {"poll", "asks for messages of the assigned keys, from the client's positions", only_node, {}},
    {"commit", "commits what the client has polled", only_node, {}},
    {"assign",
     "takes these keys, from after what is committed or from the start",
     assign_fields,
     {}},
    {"committed", "asks what is committed", keys_fields, {}},
    {"drain", "polls until nothing new comes", only_node, {}},
    {"crash", "the client forgets its positions and is another from now on", {}, {}},
};

constexpr Field read_fields[] = {node, key};
constexpr Field write_fields[] = {node, key, {"value", Kind::value}};
constexpr Field cas_fields[] = {node, key, {"from", Kind::value}, {"to", Kind::value}};
constexpr CommandContract lin_kv[] = {
    {"read", "asks for the value of a key", read_fields, {}},
    {"write", "sets the value of a key", write_fields, {}},
    {"cas", "sets the value of a key if it is `from`", cas_fields, {}}};

constexpr Field micro_operation[] = {
    {"function", Kind::json}, {"key", Kind::count}, {"value", Kind::payload}};
constexpr Field txn_fields[] = {node, {"txn", Kind::tuples, micro_operation}};
constexpr CommandContract txn[] = {{"txn", "does all of it or nothing", txn_fields, {}}};

constexpr Contract cluster(std::string_view name, int number, std::string_view sentence,
                           std::span<const Parameter> parameters,
                           std::span<const CommandContract> commands) {
  return {.name = name,
          .number = number,
          .sentence = sentence,
          .parameters = parameters,
          .commands = commands,
          .refusals = {},
          .cluster = true};
}

constexpr Contract all[] = {
    cluster("echo", 1, "what is sent comes back", ordinary, echo),
    cluster("unique-ids", 2, "no id is given twice", ordinary, unique_ids),
    cluster("broadcast", 3, "every message reaches every node", broadcast_parameters, broadcast),
    cluster("g-set", 4, "a set that only grows", ordinary, g_set),
    cluster("g-counter", 5, "a counter that only grows", ordinary, counter),
    cluster("pn-counter", 6, "a counter that grows and shrinks", ordinary, counter),
    cluster("kafka", 7, "logs with offsets and commits", kafka_parameters, kafka),
    cluster("lin-kv", 8, "linearizable registers", ordinary, lin_kv),
    cluster("txn-list-append", 9, "transactions over lists", ordinary, txn),
    cluster("txn-rw-register", 10, "transactions over registers", ordinary, txn),
};

}  // namespace

std::span<const Contract> cluster_contracts() { return all; }

}  // namespace fencepost
