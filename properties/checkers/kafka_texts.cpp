// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_texts.hpp"

#include <algorithm>
#include <numeric>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties::kafka {
namespace {

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return mixed(hash);
}

void spell(const Json& value, std::string& out);

void spell_list(const Json& value, std::string& out) {
  out += '[';
  for (const Json& item : value.items) {
    if (out.back() != '[') out += ',';
    spell(item, out);
  }
  out += ']';
}

void spell_object(const Json& value, std::string& out) {
  std::vector<std::size_t> order(value.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::string_view(value.keys[i]); });
  out += '{';
  for (const std::size_t i : order) {
    if (out.back() != '{') out += ',';
    out += quote(value.keys[i]) + ":";
    spell(value.items[i], out);
  }
  out += '}';
}

void spell(const Json& value, std::string& out) {
  switch (value.kind) {
    case Json::Kind::null: out += "null"; break;
    case Json::Kind::no: out += "false"; break;
    case Json::Kind::yes: out += "true"; break;
    case Json::Kind::number: out += std::to_string(value.number); break;
    case Json::Kind::odd_number: out += value.text; break;
    case Json::Kind::text: out += quote(value.text); break;
    case Json::Kind::list: spell_list(value, out); break;
    case Json::Kind::object: spell_object(value, out); break;
  }
}

}  // namespace

std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30U) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ bits >> 27U) * 0x94d049bb133111ebU;
  return bits ^ bits >> 31U;
}

std::string spelling_of(const Json& value) {
  std::string out;
  spell(value, out);
  return out;
}

std::string_view Texts::text(std::uint32_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(bytes_).substr(begin, ends_[number] - begin);
}

std::size_t Texts::slot_of(std::string_view text) const {
  std::size_t slot = hash_of(text) & (slots_.size() - 1);
  while (slots_[slot] != none && this->text(slots_[slot]) != text)
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::uint32_t Texts::find(std::string_view text) const { return slots_[slot_of(text)]; }

std::uint32_t Texts::intern(std::string_view text) {
  const std::size_t slot = slot_of(text);
  if (slots_[slot] != none) return slots_[slot];
  const std::uint32_t number = size();
  bytes_ += text;
  ends_.push_back(bytes_.size());
  slots_[slot] = number;
  if (ends_.size() * 2 > slots_.size()) grow();
  return number;
}

void Texts::grow() {
  slots_.assign(slots_.size() * 2, none);
  for (std::uint32_t number = 0; number < size(); ++number) slots_[slot_of(text(number))] = number;
}

std::uint64_t Texts::bytes() const {
  return bytes_.capacity() + ends_.capacity() * sizeof(std::uint64_t) +
         slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace fencepost::properties::kafka
