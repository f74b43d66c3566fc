// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_words.hpp"

#include <algorithm>
#include <string_view>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties::kafka {

std::string clipped(std::string text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  text.resize(end);
  return text + "...";
}

std::string value_text(const History& history, MessageId id) {
  return clipped(history.messages.spelling(id));
}

std::string key_text(const History& history, KeyId key) {
  return "key " + clipped(quote(history.keys.text(key)));
}

std::string message_text(const History& history, MessageId id) {
  return "value " + value_text(history, id) + " of " + key_text(history, history.messages[id].key);
}

std::string process_text(const History& history, OpId id) {
  return "process " + std::to_string(history.process_of(id));
}

std::string listed(const std::vector<std::string>& words, std::size_t all) {
  const std::size_t shown = std::min(words.size(), most_listed);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i > 0 && i + 1 == all;
    text += (is_last ? " and " : i > 0 ? ", " : "") + words[i];
  }
  if (shown < all) text += " and " + std::to_string(all - shown) + " more";
  return text;
}

}  // namespace fencepost::properties::kafka
