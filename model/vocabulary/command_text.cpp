// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost {
namespace {

const CommandContract* contract_of(const Contract& contract, const Command& command) {
  return command.type < contract.commands.size() ? &contract.commands[command.type] : nullptr;
}

/// A result in which lists of objects have their keys: [{"partition":0,"end":5}].
std::string write_objects(TapeReader& reader, std::span<const Field> parts) {
  std::string text = "[";
  for (std::uint32_t left = reader.list(); left > 0 && !reader.at_end(); --left) {
    text += '{';
    reader.list();
    for (const Field& part : parts) {
      if (&part != parts.data()) text += ',';
      text += quote(part.name) + ':' + to_text(reader);
      reader.raw();
    }
    text += left > 1 ? "}," : "}";
  }
  return text + ']';
}

std::string write_fields(TapeReader reader, std::span<const Field> fields) {
  std::string text;
  for (const Field& field : fields) {
    if (reader.at_end()) break;
    if (reader.peek() != Tag::absent) {
      if (!text.empty()) text += ' ';
      text += std::string(field.name) + '=';
      if (field.kind == Kind::objects && reader.peek() == Tag::list) {
        text += write_objects(reader, field.parts);
        continue;
      }
      text += to_text(reader);
    }
    reader.raw();
  }
  return text;
}

std::string list_names(const Contract& contract) {
  std::string text;
  for (const CommandContract& command : contract.commands) text += std::string(command.name) + ", ";
  return text + "or " + std::string(unknown_command);
}

std::string list_names(const CommandContract& command) {
  if (command.fields.empty()) return "it has none";
  std::string text = "it has";
  for (const Field& field : command.fields) text += ' ' + std::string(field.name);
  return text;
}

/// Reads name=value from the front of `text` into its place among `values`.
std::string read_field(std::string_view& text, const CommandContract& command,
                       std::vector<Tape>& values) {
  const std::string_view name = text.substr(0, text.find_first_of("= \""));
  if (!text.substr(name.size()).starts_with('='))
    return "a field is not written name=value; it begins " + quote(name.substr(0, 40));
  const auto found = std::ranges::find(command.fields, name, &Field::name);
  if (found == command.fields.end())
    return std::string(command.name) + " has no field " + quote(name.substr(0, 40)) + "; " +
           list_names(command);
  const std::string field = "field " + std::string(name);
  Tape& value = values[static_cast<std::size_t>(found - command.fields.begin())];
  if (!value.empty()) return field + " is given twice; keep one";
  text.remove_prefix(name.size() + 1);
  if (std::string why = read_value(text, value); !why.empty()) return field + ": " + why;
  if (!text.empty() && text.front() != ' ') return field + ": a space must follow its value";
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return {};
}

/// What a system said, without anything that could steer a terminal.
std::string spoken(std::string_view words) {
  const std::string text = quote(words);
  return text.substr(1, text.size() - 2);
}

}  // namespace

std::string to_text(const Contract& contract, const Command& command) {
  const CommandContract* const known = contract_of(contract, command);
  if (known == nullptr) return std::string(unknown_command);
  const std::string fields = write_fields(TapeReader(command.fields), known->fields);
  return fields.empty() ? std::string(known->name) : std::string(known->name) + ' ' + fields;
}

std::string read_command(std::string_view text, const Contract& contract, Command& command) {
  const std::string_view name = take_word(text);
  command = {};
  command.type = find_command(contract, name);
  if (command.type == Command::unknown_type) {
    if (name != unknown_command)
      return quote(name.substr(0, 40)) + " is no command of " + std::string(contract.name) +
             "; write " + list_names(contract);
    return text.empty() ? "" : std::string(unknown_command) + " has no fields; remove them";
  }
  const CommandContract& known = contract.commands[command.type];
  std::vector<Tape> values(known.fields.size());
  while (!text.empty())
    if (std::string why = read_field(text, known, values); !why.empty()) return why;
  for (const Tape& value : values)
    value.empty() ? command.fields.absent() : command.fields.raw(value.bytes());
  return {};
}

std::string to_text(const Contract& contract, const Command& command, const Outcome& outcome) {
  if (outcome.status == Status::refused) return "refused " + spoken(outcome.code());
  if (outcome.status == Status::unknown) return "unknown (" + spoken(outcome.code()) + ")";
  const CommandContract* const known = contract_of(contract, command);
  if (known == nullptr) return "done";
  const std::string fields = write_fields(TapeReader(outcome.body), known->results);
  return fields.empty() ? "{}" : fields;
}

}  // namespace fencepost
