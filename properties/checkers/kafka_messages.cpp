// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_messages.hpp"

namespace fencepost::properties::kafka {

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
  const std::uint32_t number = values_.id(value);
  const MessageId id = ids_.at(pair_of(key, number), size());
  if (id == size()) messages_.push_back({.key = key, .value = number});
  return id;
}

MessageId Messages::find(KeyId key, const Json& value) const {
  const std::uint32_t number = values_.find(value);
  return number == ValueTable::none ? none : ids_.find(pair_of(key, number));
}

std::uint64_t Messages::bytes() const {
  return keys_.bytes() + values_.bytes() + messages_.capacity() * sizeof(Message) + ids_.bytes();
}

std::string Messages::text(MessageId id) const {
  return "value " + value_text(id) + " of " + key_text(messages_[id].key);
}

}  // namespace fencepost::properties::kafka
