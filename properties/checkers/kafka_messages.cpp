// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_messages.hpp"

namespace fencepost::properties::kafka {
namespace {

bool is_small(const Json& value) {
  return value.is(Json::Kind::number) && value.number >= 0 && value.number < INT32_MAX;
}

std::uint32_t small(const Json& value) { return static_cast<std::uint32_t>(value.number) * 2; }

}  // namespace

std::optional<KeyId> Messages::key(const Json& key) {
  if (key.is(Json::Kind::text)) return keys_.id(key);
  if (key.is(Json::Kind::number)) return this->key(std::to_string(key.number));
  return std::nullopt;
}

KeyId Messages::key(std::string_view key) {
  Json text;
  text.kind = Json::Kind::text;
  text.text = key;
  return keys_.id(text);
}

MessageId Messages::intern(KeyId key, const Json& value) {
  const std::uint32_t number = is_small(value) ? small(value) : values_.id(value) * 2 + 1;
  const MessageId id = ids_.at(pair_of(key, number), size());
  if (id == size()) messages_.push_back({.key = key, .value = number});
  return id;
}

MessageId Messages::find(KeyId key, const Json& value) const {
  if (is_small(value)) return ids_.find(pair_of(key, small(value)));
  const std::uint32_t number = values_.find(value);
  return number == ValueTable::none ? none : ids_.find(pair_of(key, number * 2 + 1));
}

std::uint64_t Messages::bytes() const {
  return keys_.bytes() + values_.bytes() + messages_.capacity() * sizeof(Message) + ids_.bytes();
}

std::string Messages::value_text(MessageId id) const {
  const std::uint32_t value = messages_[id].value;
  return value % 2 == 0 ? std::to_string(value / 2) : values_.words(value / 2);
}

std::string Messages::text(MessageId id) const {
  return "value " + value_text(id) + " of " + key_text(messages_[id].key);
}

}  // namespace fencepost::properties::kafka
