// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_messages.hpp"

namespace fencepost::properties::kafka {

MessageId Messages::intern(KeyId key, const Json& value) {
  if (value.is(Json::Kind::number)) return intern(key, true, value.number);
  return intern(key, false, texts_.intern(spelling_of(value)));
}

MessageId Messages::intern(KeyId key, bool is_number, std::int64_t value) {
  const std::size_t slot = slot_of(key, is_number, value);
  if (slots_[slot] != none) return slots_[slot];
  const MessageId id = size();
  messages_.push_back({.key = key, .is_number = is_number, .value = value});
  slots_[slot] = id;
  if (messages_.size() * 2 > slots_.size()) grow();
  return id;
}

MessageId Messages::find(KeyId key, const Json& value) const {
  if (value.is(Json::Kind::number)) return slots_[slot_of(key, true, value.number)];
  const std::uint32_t text = texts_.find(spelling_of(value));
  return text == none ? none : slots_[slot_of(key, false, text)];
}

std::size_t Messages::slot_of(KeyId key, bool is_number, std::int64_t value) const {
  const std::uint64_t kind = (std::uint64_t{key} << 1U) + (is_number ? 1 : 0);
  std::size_t slot = mixed(static_cast<std::uint64_t>(value) + mixed(kind)) & (slots_.size() - 1);
  for (; slots_[slot] != none; slot = (slot + 1) & (slots_.size() - 1)) {
    const Message& other = messages_[slots_[slot]];
    if (other.key == key && other.is_number == is_number && other.value == value) break;
  }
  return slot;
}

void Messages::grow() {
  slots_.assign(slots_.size() * 2, none);
  for (MessageId id = 0; id < size(); ++id) {
    const Message& message = messages_[id];
    slots_[slot_of(message.key, message.is_number, message.value)] = id;
  }
}

std::string Messages::spelling(MessageId id) const {
  const Message& message = messages_[id];
  if (message.is_number) return std::to_string(message.value);
  return std::string(texts_.text(static_cast<std::uint32_t>(message.value)));
}

std::uint64_t Messages::bytes() const {
  return messages_.capacity() * sizeof(Message) + slots_.capacity() * sizeof(MessageId) +
         texts_.bytes();
}

}  // namespace fencepost::properties::kafka
