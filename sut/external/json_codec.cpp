// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/json_codec.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/sut/external/wire_errors.hpp"

namespace fencepost::sut {
namespace {

const CommandContract* contract_of(const Contract& contract, const Command& command) {
  return command.type < contract.commands.size() ? &contract.commands[command.type] : nullptr;
}

std::string_view type_of(const Contract& contract, const Command& command) {
  const CommandContract* const known = contract_of(contract, command);
  return known == nullptr ? unknown_command : known->name;
}

// ── from tape to text

/// A field of ours could hold it, so that it might be no malformed one. Nested no deeper than JSON
/// is read.
bool is_ordinary(const Json& value) {
  if (value.is(Json::Kind::odd_number) || value.is(Json::Kind::object)) return false;
  return std::ranges::all_of(value.items, is_ordinary);
}

void write_odd(std::string_view json, std::string& out) {
  const Result<Json> value = read_json(json);
  if (value && !is_ordinary(*value)) return write_json(*value, out);
  out += "{\"odd\":";
  write_json_text(json, out);
  out += '}';
}

/// Writes one value that is no list, or enters a list and returns its length.
std::uint32_t write_one(TapeReader& reader, std::string& out) {
  switch (reader.peek()) {
    case Tag::number: out += std::to_string(reader.time()); return 0;
    case Tag::text: write_json_text(reader.text(), out); return 0;
    case Tag::list: return reader.list();
    case Tag::odd: {
      const std::string_view bytes = reader.raw();  // a tag, a length of 32 bits, the JSON text
      write_odd(bytes.substr(std::min<std::size_t>(5, bytes.size())), out);
      return 0;
    }
    case Tag::no: out += "false"; break;
    case Tag::yes: out += "true"; break;
    case Tag::absent:
    case Tag::null: out += "null"; break;
  }
  reader.raw();
  return 0;
}

/// Without recursion: a history may hold lists nested to any depth.
void write_value(TapeReader& reader, std::string& out) {
  std::vector<std::uint32_t> open;
  for (;;) {
    const bool is_list = reader.peek() == Tag::list;
    const std::uint32_t size = write_one(reader, out);
    if (is_list) {
      out += '[';
      open.push_back(size);
    }
    while (!open.empty() && (open.back() == 0 || reader.at_end())) {
      out += ']';
      open.pop_back();
    }
    if (open.empty()) return;
    if (out.back() != '[') out += ',';
    --open.back();
  }
}

void write_fields(TapeReader& reader, std::span<const Field> fields, std::string& out);

void write_field(TapeReader& reader, const Field& field, std::string& out) {
  if (field.kind != Kind::objects || reader.peek() != Tag::list) return write_value(reader, out);
  out += '[';
  for (std::uint32_t left = reader.list(); left > 0 && !reader.at_end(); --left) {
    out += '{';
    reader.list();
    write_fields(reader, field.parts, out);
    out += left > 1 ? "}," : "}";
  }
  out += ']';
}

void write_fields(TapeReader& reader, std::span<const Field> fields, std::string& out) {
  for (const Field& field : fields) {
    if (reader.peek() == Tag::absent) {
      reader.raw();
      continue;
    }
    if (out.back() != '{') out += ',';
    write_json_text(field.name, out);
    out += ':';
    write_field(reader, field, out);
  }
}

// ── from text to tape

void put(const Json& value, Tape& tape) {
  switch (value.kind) {
    case Json::Kind::null: tape.null(); return;
    case Json::Kind::no: tape.flag(false); return;
    case Json::Kind::yes: tape.flag(true); return;
    case Json::Kind::number: tape.number(value.number); return;
    case Json::Kind::text: tape.text(value.text); return;
    case Json::Kind::list:
      tape.list(static_cast<std::uint32_t>(value.items.size()));
      for (const Json& item : value.items) put(item, tape);
      return;
    case Json::Kind::odd_number:
    case Json::Kind::object: {
      std::string text;
      write_json(value, text);
      tape.odd(text);
    }
  }
}

/// The values of an object's keys in the order of the fields.
void put_fields(const Json& object, std::span<const Field> fields, Tape& tape);

/// A list of objects stands on the tape as a list of lists; so a list where an object belongs is
/// odd.
void put_objects(const Json& list, std::span<const Field> parts, Tape& tape) {
  tape.list(static_cast<std::uint32_t>(list.items.size()));
  for (const Json& item : list.items) {
    if (item.is(Json::Kind::object)) {
      tape.list(static_cast<std::uint32_t>(parts.size()));
      put_fields(item, parts, tape);
    } else {
      std::string text;
      write_json(item, text);
      tape.odd(text);
    }
  }
}

void put_fields(const Json& object, std::span<const Field> fields, Tape& tape) {
  for (const Field& field : fields) {
    const Json* const value = object.find(field.name);
    if (value == nullptr) {
      tape.absent();
    } else if (field.kind == Kind::objects && value->is(Json::Kind::list)) {
      put_objects(*value, field.parts, tape);
    } else {
      put(*value, tape);
    }
  }
}

/// The first key that is neither one of `fields` nor one of every message.
std::string_view find_extra_key(const Json& object, std::span<const Field> fields) {
  constexpr std::array<std::string_view, 3> always = {"type", "msg_id", "in_reply_to"};
  for (const std::string& key : object.keys)
    if (std::ranges::find(always, key) == always.end() &&
        std::ranges::find(fields, key, &Field::name) == fields.end())
      return key;
  return {};
}

std::string decode_error(const Contract& contract, const Command& command, const Json& body,
                         Outcome& outcome) {
  const Json* const code = body.find("code");
  const Json* const text = body.find("text");
  if (code == nullptr || !code->is(Json::Kind::number))
    return "is an error without an integer `code`";
  if (text != nullptr && !text->is(Json::Kind::text) && !text->is(Json::Kind::null))
    return "is an error whose `text` is no text";
  read_error(contract, contract_of(contract, command) != nullptr, code->number,
             text == nullptr ? "" : text->text, outcome);
  return {};
}

}  // namespace

std::string encode_command(const Contract& contract, const Command& command, std::int64_t msg_id) {
  std::string out = "{\"type\":";
  write_json_text(type_of(contract, command), out);
  out += ",\"msg_id\":" + std::to_string(msg_id);
  TapeReader reader(command.fields);
  if (const CommandContract* const known = contract_of(contract, command))
    write_fields(reader, known->fields, out);
  return out + '}';
}

Result<Command> decode_command(const Contract& contract, std::string_view body) {
  Result<Json> value = read_json(body);
  if (!value) return Failure{value.why()};
  const Json* const type = value->find("type");
  if (type == nullptr || !type->is(Json::Kind::text))
    return Failure{"is no object with a text `type`"};
  Command command;
  command.type = find_command(contract, type->text);
  if (const CommandContract* const known = contract_of(contract, command))
    put_fields(*value, known->fields, command.fields);
  return command;
}

std::string encode_reply(const Contract& contract, const Command& command, const Outcome& outcome,
                         std::int64_t in_reply_to) {
  const std::string reply_to = ",\"in_reply_to\":" + std::to_string(in_reply_to);
  if (!outcome.is_done()) {
    const std::int64_t code = outcome.status == Status::refused ? code_of(outcome.code()) : 13;
    std::string out =
        "{\"type\":\"error\"" + reply_to + ",\"code\":" + std::to_string(code) + ",\"text\":";
    write_json_text(outcome.code(), out);
    return out + '}';
  }
  std::string out = "{\"type\":";
  write_json_text(std::string(type_of(contract, command)) + "_ok", out);
  out += reply_to;
  TapeReader reader(outcome.body);
  if (const CommandContract* const known = contract_of(contract, command))
    write_fields(reader, known->results, out);
  return out + '}';
}

std::string decode_reply(const Contract& contract, const Command& command, const Json& body,
                         bool strict, Outcome& outcome) {
  const Json* const type = body.find("type");
  if (type == nullptr || !type->is(Json::Kind::text)) return "has no text `type` in its body";
  if (type->text == "error") return decode_error(contract, command, body, outcome);
  const std::string wanted = std::string(type_of(contract, command)) + "_ok";
  if (type->text != wanted)
    return "has the type " + quote(type->text.substr(0, 40)) + " where " + quote(wanted) +
           " or \"error\" is due";
  const CommandContract* const known = contract_of(contract, command);
  const std::span<const Field> results =
      known == nullptr ? std::span<const Field>{} : known->results;
  if (const std::string_view extra = find_extra_key(body, results); strict && !extra.empty())
    return "has the key " + quote(extra.substr(0, 40)) + ", which " + wanted + " does not have";
  put_fields(body, results, outcome.done());
  return {};
}

std::string encode_parameters(const Contract& contract, const Parameters& parameters) {
  std::string out = "{";
  for (const Parameter& parameter : contract.parameters) {
    const std::int64_t value = parameters.get(parameter.name, parameter.standard);
    if (value == Parameter::none) continue;
    if (out.back() != '{') out += ',';
    write_json_text(parameter.name, out);
    out += ':' + std::to_string(value);
  }
  return out + '}';
}

}  // namespace fencepost::sut
