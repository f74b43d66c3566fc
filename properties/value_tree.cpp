// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/value_tree.hpp"

namespace fencepost::properties {
namespace {

Value grow_one(TapeReader& tape) {
  Value value;
  value.tag = tape.peek();
  switch (value.tag) {
    case Tag::number: value.number = tape.time(); break;
    case Tag::text: value.text = tape.text(); break;
    case Tag::odd: {
      // Behind the tag and the length.
      const std::string_view raw = tape.raw();
      value.text = raw.substr(5);
      break;
    }
    case Tag::list: {
      const std::uint32_t items = tape.list();
      for (std::uint32_t i = 0; i < items; ++i) value.items.push_back(grow_one(tape));
      break;
    }
    case Tag::absent:
    case Tag::null:
    case Tag::no:
    case Tag::yes: tape.raw(); break;
  }
  return value;
}

void lay_one(const Value& value, Tape& tape) {
  switch (value.tag) {
    case Tag::absent: tape.absent(); break;
    case Tag::null: tape.null(); break;
    case Tag::no:
    case Tag::yes: tape.flag(value.tag == Tag::yes); break;
    case Tag::number: tape.number(value.number); break;
    case Tag::text: tape.text(value.text); break;
    case Tag::odd: tape.odd(value.text); break;
    case Tag::list:
      tape.list(static_cast<std::uint32_t>(value.items.size()));
      for (const Value& item : value.items) lay_one(item, tape);
      break;
  }
}

bool visit_one(const Field& field, Value& value, const std::function<bool(Kind, Value&)>& visit) {
  if (visit(field.kind, value)) return true;
  if (value.tag != Tag::list || field.parts.empty()) return false;
  for (Value& item : value.items) {
    if (field.kind == Kind::list) {
      if (visit_one(field.parts.front(), item, visit)) return true;
      continue;
    }
    for (std::size_t i = 0; i < item.items.size() && i < field.parts.size(); ++i)
      if (visit_one(field.parts[i], item.items[i], visit)) return true;
  }
  return false;
}

}  // namespace

std::vector<Value> grow(const Tape& tape) {
  std::vector<Value> values;
  for (TapeReader reader(tape); !reader.at_end();) values.push_back(grow_one(reader));
  return values;
}

Tape lay(const std::vector<Value>& values) {
  Tape tape;
  for (const Value& value : values) lay_one(value, tape);
  return tape;
}

std::span<const Field> fields_of(const Scenario& scenario, const Step& step) {
  const auto& commands = scenario.workload->commands;
  if (step.kind != Step::Kind::command || step.command.type >= commands.size()) return {};
  return commands[step.command.type].fields;
}

bool visit_values(std::span<const Field> fields, std::vector<Value>& values,
                  const std::function<bool(Kind, Value&)>& visit) {
  for (std::size_t i = 0; i < values.size() && i < fields.size(); ++i)
    if (visit_one(fields[i], values[i], visit)) return true;
  return false;
}

}  // namespace fencepost::properties
