// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/json_tree.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "fencepost/model/vocabulary/decimal.hpp"
#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost {
namespace {

/// Builds the tree from the parser's events; a callback that returns false ends the parse.
class TreeBuilder {
 public:
  explicit TreeBuilder(Json& root) : root_(root) {}

  std::string why;

  bool null() { return add(Json::Kind::null) != nullptr; }
  bool boolean(bool on) { return add(on ? Json::Kind::yes : Json::Kind::no) != nullptr; }
  bool number_integer(std::int64_t value) {
    add(Json::Kind::number)->number = value;
    return true;
  }
  bool number_unsigned(std::uint64_t value) {
    if (value <= INT64_MAX) return number_integer(static_cast<std::int64_t>(value));
    add(Json::Kind::odd_number)->text = std::to_string(value);
    return true;
  }
  bool number_float(double /*value*/, const std::string& spelling) {
    add(Json::Kind::odd_number)->text = spelling;
    return true;
  }
  bool string(std::string& bytes) {
    add(Json::Kind::text)->text = std::move(bytes);
    return true;
  }
  bool binary(nlohmann::json::binary_t& /*bytes*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(Json::Kind::object); }
  bool end_object() {
    if (const std::string* const name = twice(*open_.back()))
      why = "has the key " + quote(name->substr(0, 40)) + " twice";
    return why.empty() && close();
  }
  bool start_array(std::size_t /*size*/) { return open(Json::Kind::list); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    open_.back()->keys.push_back(std::move(name));
    return true;
  }

  bool parse_error(std::size_t byte, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) {
    why = "is not JSON (at byte " + std::to_string(byte) + ")";
    return false;
  }

 private:
  Json* add(Json::Kind kind) {
    // Only the innermost open value grows, so the pointers to the outer ones stay good.
    Json* const value = open_.empty() ? &root_ : &open_.back()->items.emplace_back();
    value->kind = kind;
    return value;
  }
  bool open(Json::Kind kind) {
    open_.push_back(add(kind));
    if (open_.size() > Json::most_depth)
      why = "is nested deeper than " + std::to_string(Json::most_depth) + " levels";
    return why.empty();
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  std::vector<Json*> open_;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

const std::string* twice(const Json& object) {
  const auto& keys = object.keys;
  // Few keys, as nearly always, are compared in place.
  if (keys.size() <= 16) {
    for (auto key = keys.begin(); key != keys.end(); ++key)
      if (std::find(keys.begin(), key, *key) != key) return &*key;
    return nullptr;
  }
  std::vector<const std::string*> sorted;
  sorted.reserve(keys.size());
  for (const std::string& key : keys) sorted.push_back(&key);
  std::ranges::sort(sorted, {}, [](const std::string* key) -> const std::string& { return *key; });
  const auto found = std::ranges::adjacent_find(
      sorted, [](const std::string* a, const std::string* b) { return *a == *b; });
  return found == sorted.end() ? nullptr : *found;
}

Json& Json::set(std::string_view key, Json value) {
  if (!is(Kind::object)) *this = {.kind = Kind::object, .text = {}, .items = {}, .keys = {}};
  const auto found = std::ranges::find(keys, key);
  if (found != keys.end()) {
    items[static_cast<std::size_t>(found - keys.begin())] = std::move(value);
  } else {
    keys.emplace_back(key);
    items.push_back(std::move(value));
  }
  return *this;
}

Json Json::of(std::int64_t number) {
  return {.kind = Kind::number, .number = number, .text = {}, .items = {}, .keys = {}};
}

Json Json::of(std::string_view text) {
  return {.kind = Kind::text, .text = std::string(text), .items = {}, .keys = {}};
}

Json Json::flag(bool on) {
  return {.kind = on ? Kind::yes : Kind::no, .text = {}, .items = {}, .keys = {}};
}

Json Json::list(std::vector<Json> items) {
  return {.kind = Kind::list, .text = {}, .items = std::move(items), .keys = {}};
}

Result<Json> read_json(std::string_view text) {
  // The parser takes a zero byte for the end; in JSON there is none.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return Failure{"is not JSON (at byte " + std::to_string(zero + 1) + ")"};
  Json root;
  TreeBuilder builder(root);
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return root;
  return Failure{builder.why.empty() ? "is not JSON" : builder.why};
}

void write_json_text(std::string_view bytes, std::string& out) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  while (!bytes.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(bytes, point);
    if (size == 0) {
      out += "\\ufffd";
    } else if (point == '"' || point == '\\') {
      out += {'\\', static_cast<char>(point)};
    } else if (point < 0x20) {
      out += {'\\', 'u', '0', '0', digits[point >> 4U], digits[point & 15U]};
    } else {
      out += bytes.substr(0, size);
    }
    bytes.remove_prefix(std::max<std::size_t>(size, 1));
  }
  out += '"';
}

void write_json(const Json& value, std::string& out) {
  switch (value.kind) {
    case Json::Kind::null: out += "null"; return;
    case Json::Kind::no: out += "false"; return;
    case Json::Kind::yes: out += "true"; return;
    case Json::Kind::number: out += std::to_string(value.number); return;
    case Json::Kind::odd_number: out += value.text; return;
    case Json::Kind::text: write_json_text(value.text, out); return;
    case Json::Kind::list:
    case Json::Kind::object: break;
  }
  const bool object = value.is(Json::Kind::object);
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ',';
    if (object) {
      write_json_text(value.keys[i], out);
      out += ':';
    }
    write_json(value.items[i], out);
  }
  out += object ? '}' : ']';
}

std::string to_text(const Json& value) {
  std::string text;
  write_json(value, text);
  return text;
}

std::string canonical_text(const Json& value) {
  if (value.is(Json::Kind::list)) {
    std::string text = "[";
    for (const Json& item : value.items)
      text += (text.size() > 1 ? "," : "") + canonical_text(item);
    return text + ']';
  }
  if (value.is(Json::Kind::odd_number)) return decimal_text(value.text);
  if (!value.is(Json::Kind::object)) return to_text(value);
  std::vector<std::string> members;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    std::string member;
    write_json_text(value.keys[i], member);
    members.push_back(member + ':' + canonical_text(value.items[i]));
  }
  std::ranges::sort(members);
  std::string text = "{";
  for (const std::string& member : members) text += (text.size() > 1 ? "," : "") + member;
  return text + '}';
}

}  // namespace fencepost
