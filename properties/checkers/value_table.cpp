// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/value_table.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties {
namespace {

constexpr std::size_t most_bytes_shown = 60;
constexpr std::size_t most_items_shown = 8;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mixed(hash);
}

/// The first bytes of a string, cut between code points.
std::string beginning(std::string_view bytes) {
  if (bytes.size() <= most_bytes_shown) return quote(bytes);
  std::size_t size = most_bytes_shown - 10;
  while (size > 0 && (static_cast<unsigned char>(bytes[size]) & 0xc0U) == 0x80U) --size;
  return quote(bytes.substr(0, size)) + "...";
}

}  // namespace

std::uint32_t ValueTable::id(const Json& value) {
  if (value.is(Json::Kind::number)) {
    const std::uint32_t id = numbers_.at(static_cast<std::uint64_t>(value.number), size());
    if (id == size()) entries_.push_back({.number = value.number, .is_number = true});
    return id;
  }
  const std::string text = canonical_text(value);
  std::uint32_t& last = hashes_.at(hash_of(text), size());
  if (const std::uint32_t id = last == size() ? none : find_text(text, last); id != none) return id;
  entries_.push_back({.number = static_cast<std::int64_t>(texts_.size()),
                      .size = static_cast<std::uint32_t>(text.size()),
                      .next = last == size() ? none : last});
  texts_ += text;
  last = size() - 1;
  return last;
}

std::uint32_t ValueTable::find(const Json& value) const {
  if (value.is(Json::Kind::number)) return numbers_.find(static_cast<std::uint64_t>(value.number));
  const std::string text = canonical_text(value);
  return find_text(text, hashes_.find(hash_of(text)));
}

std::uint32_t ValueTable::find_text(std::string_view wanted, std::uint32_t first) const {
  while (first != none && text(entries_[first]) != wanted) first = entries_[first].next;
  return first;
}

bool ValueTable::is(std::uint32_t id, const Json& value) const {
  const Entry& entry = entries_[id];
  if (entry.is_number != value.is(Json::Kind::number)) return false;
  return entry.is_number ? entry.number == value.number : text(entry) == canonical_text(value);
}

std::string_view ValueTable::text(const Entry& entry) const {
  return std::string_view(texts_).substr(static_cast<std::size_t>(entry.number), entry.size);
}

std::string ValueTable::words(std::uint32_t id) const {
  const Entry& entry = entries_[id];
  if (entry.is_number) return std::to_string(entry.number);
  const Result<Json> value = read_json(text(entry));
  return value ? in_words(*value) : beginning(text(entry));
}

std::string ValueTable::words(std::span<const std::uint32_t> ids) const {
  std::string text = "[";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) text += ", ";
    if (ids.size() > most_items_shown && i == most_items_shown / 2) {
      text += "..., ";
      i = ids.size() - most_items_shown / 2;
    }
    text += words(ids[i]);
  }
  return text + "]";
}

std::uint64_t ValueTable::bytes() const {
  return entries_.capacity() * sizeof(Entry) + texts_.capacity() + numbers_.bytes() +
         hashes_.bytes();
}

bool is_same(const Json& a, const Json& b) {
  if (a.kind != b.kind) return false;
  if (a.is(Json::Kind::number)) return a.number == b.number;
  if (a.is(Json::Kind::object) || a.is(Json::Kind::odd_number))
    return canonical_text(a) == canonical_text(b);
  return a.text == b.text && std::ranges::equal(a.items, b.items, is_same);
}

std::string in_words(const Json& value) {
  if (value.is(Json::Kind::text)) return beginning(value.text);
  std::string text;
  if (!value.is(Json::Kind::list) && !value.is(Json::Kind::object)) {
    write_json(value, text);
    return text;
  }
  const bool object = value.is(Json::Kind::object);
  text = object ? "{" : "[";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == most_items_shown || text.size() > most_bytes_shown) {
      text += "...";
      break;
    }
    if (object) text += beginning(value.keys[i]) + ": ";
    text += in_words(value.items[i]);
  }
  return text + (object ? "}" : "]");
}

}  // namespace fencepost::properties
