// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/workload_guess.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fencepost::recorded {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// Names that are of one workload only.
constexpr std::array<Pair, 13> names = {{
    {"send", "kafka"},
    {"poll", "kafka"},
    {"assign", "kafka"},
    {"subscribe", "kafka"},
    {"crash", "kafka"},
    {"debug-topic-partitions", "kafka"},
    {"commit", "kafka"},
    {"committed", "kafka"},
    {"cas", "lin-kv"},
    {"write", "lin-kv"},
    {"generate", "unique-ids"},
    {"echo", "echo"},
    {"broadcast", "broadcast"},
}};

constexpr std::array<Pair, 4> steps = {{
    {"append", "txn-list-append"},
    {"w", "txn-rw-register"},
    {"send", "kafka"},
    {"poll", "kafka"},
}};

constexpr std::array<Pair, 3> several = {{
    {"add", "g-set, g-counter or pn-counter"},
    {"read", "broadcast, g-set, g-counter, pn-counter or lin-kv"},
    {"txn", "txn-list-append, txn-rw-register or kafka"},
}};

template <std::size_t size>
std::string_view look_up(const std::array<Pair, size>& table, std::string_view name) {
  const auto* const found = std::ranges::find(table, name, &Pair::first);
  return found == table.end() ? std::string_view{} : found->second;
}

std::string_view workload_of_txn(const Json& value) {
  for (const Json& step : value.items) {
    if (!step.is(Json::Kind::list) || step.items.empty()) continue;
    const std::string_view workload = look_up(steps, step.items.front().text);
    if (!workload.empty()) return workload;
  }
  return {};
}

Json list_of(Json first, Json second) {
  Json list;
  list.kind = Json::Kind::list;
  list.items.push_back(std::move(first));
  list.items.push_back(std::move(second));
  return list;
}

bool is_pair(const Json& value) { return value.is(Json::Kind::list) && value.items.size() == 2; }

void put_behind_key(Operation& operation) {
  const Json& value = operation.value;
  const bool is_keyed =
      is_pair(value) && (operation.f != "cas" || value.items[1].is(Json::Kind::list));
  Json zero;
  zero.kind = Json::Kind::number;
  if (!is_keyed) operation.value = list_of(std::move(zero), std::move(operation.value));
}

}  // namespace

std::span<const std::string_view> recorded_workloads() {
  static constexpr std::array<std::string_view, 10> all = {
      "echo",       "unique-ids", "broadcast", "g-set",           "g-counter",
      "pn-counter", "kafka",      "lin-kv",    "txn-list-append", "txn-rw-register"};
  return all;
}

std::string_view workload_of(const Operation& operation) {
  return operation.f == "txn" ? workload_of_txn(operation.value) : look_up(names, operation.f);
}

std::string_view workloads_with(std::string_view f) {
  const std::string_view one = look_up(names, f);
  return one.empty() ? look_up(several, f) : one;
}

void fit(std::string_view workload, Operation& operation) {
  const bool is_ok = operation.type == Operation::Type::ok;
  if (workload == "echo" && is_ok && operation.value.find("echo") != nullptr &&
      operation.value.find("in_reply_to") != nullptr)
    operation.value = Json(*operation.value.find("echo"));
  if (workload == "lin-kv" && (is_ok || operation.type == Operation::Type::invoke))
    put_behind_key(operation);
}

}  // namespace fencepost::recorded
