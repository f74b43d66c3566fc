// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/operation_form.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::recorded {
namespace {

std::string shown(const Json& value) {
  std::string text;
  write_json(value, text);
  return text.size() <= 40 ? text : text.substr(0, 40) + "...";
}

/// A number from 0 that fits; -1 for null.
bool put_number(const Json& value, std::int64_t& to) {
  to = value.is(Json::Kind::number) ? value.number : -1;
  return to >= 0 || value.is(Json::Kind::null);
}

std::string put_text(std::string_view key, Json& value, std::string& to) {
  if (!value.is(Json::Kind::text))
    return "has " + shown(value) + " for '" + std::string(key) + "', not a name";
  to = std::move(value.text);
  return {};
}

}  // namespace

std::optional<Operation::Type> type_from(std::string_view word) {
  using Type = Operation::Type;
  for (const Type type : {Type::invoke, Type::ok, Type::fail, Type::info})
    if (word == to_text(type)) return type;
  return {};
}

std::string OperationForm::put_index(const Json& value, Recorded& to) {
  if (!put_number(value, to.index))
    return "has " + shown(value) + " for 'index', not a whole number from 0";
  if (to.index >= 0 && to.index <= last_index_)
    return "has the index " + std::to_string(to.index) + ", and one above it had " +
           std::to_string(last_index_) +
           "; operations must stand in the order in which they happened: sort them";
  if (to.index >= 0) last_index_ = to.index;
  return {};
}

std::string OperationForm::put(std::string_view key, Json& value, Recorded& to) {
  Operation& operation = to.operation;
  if (key == "value") operation.value = std::move(value);
  if (key == "f") return put_text(key, value, operation.f);
  if (key == "index") return put_index(value, to);
  if (key == "time" && !put_number(value, operation.time))
    return "has " + shown(value) + " for 'time', not whole nanoseconds from 0";
  if (key == "process" && (!put_number(value, operation.process) || operation.process < 0))
    return "has " + shown(value) +
           " for 'process'; clients are numbered from 0, and only 'nemesis' has a name";
  if (key == "type") {
    const auto type = value.is(Json::Kind::text) ? type_from(value.text) : std::nullopt;
    if (!type) return "has " + shown(value) + " for 'type', not invoke, ok, fail or info";
    operation.type = *type;
  }
  return {};
}

Result<bool> OperationForm::take(Json map, Recorded& to) {
  static constexpr std::array<std::string_view, 6> known = {"type",  "process", "f",
                                                            "value", "time",    "index"};
  if (!map.is(Json::Kind::object)) return Failure{"is no operation: it is " + shown(map)};
  const Json* const process = map.find("process");
  if (process != nullptr && process->is(Json::Kind::text) && process->text == "nemesis")
    return false;
  for (const std::string_view key : {"type", "process", "f"})
    if (map.find(key) == nullptr) return Failure{"has no '" + std::string(key) + "'"};
  to.operation = {};
  to.index = -1;
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (std::ranges::find(known, map.keys[i]) == known.end()) {
      Json& more = to.operation.more;
      more.kind = Json::Kind::object;
      more.keys.push_back(std::move(map.keys[i]));
      more.items.push_back(std::move(map.items[i]));
    } else if (std::string why = put(map.keys[i], map.items[i], to); !why.empty()) {
      return Failure{std::move(why)};
    }
  }
  return true;
}

}  // namespace fencepost::recorded
