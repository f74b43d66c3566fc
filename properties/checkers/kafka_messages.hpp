// SPDX-License-Identifier: Apache-2.0
// The messages of a history, each kept once: a value sent to, or polled from, a key. Values are
// unique to a key, so that a message tells the operation that sent it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/json_tree.hpp"
#include "fencepost/properties/checkers/id_map.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties::kafka {

using KeyId = std::uint32_t;
using MessageId = std::uint32_t;
/// A place in `History::ops`.
using OpId = std::uint32_t;

/// Stands for no key, no message, no operation.
inline constexpr std::uint32_t none = IdMap::none;
inline constexpr std::int64_t unknown_offset = -1;

/// The next offset; the last one has none.
constexpr std::int64_t end_after(std::int64_t offset) {
  return offset < INT64_MAX ? offset + 1 : offset;
}

struct Message {
  KeyId key = none;
  /// 2n for the integer n, if it is small; otherwise 2i + 1 for the value i of the table.
  std::uint32_t value = 0;
  /// The first offset at which it was shown, and the operation that showed it there.
  std::int64_t offset = unknown_offset;
  OpId placed_by = none;
  OpId writer = none;
  /// The first operation that polled it, and the first one that was ok.
  OpId poller = none;
  OpId reader = none;
};

class Messages {
 public:
  /// A key is a text; an integer is the text that spells it. Other values are none.
  std::optional<KeyId> key(const Json& key);
  KeyId key(std::string_view key);
  MessageId intern(KeyId key, const Json& value);
  /// `none` if it is not there.
  MessageId find(KeyId key, const Json& value) const;

  Message& operator[](MessageId id) { return messages_[id]; }
  const Message& operator[](MessageId id) const { return messages_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(messages_.size()); }
  std::uint32_t keys() const { return keys_.size(); }
  std::uint64_t bytes() const;

  /// For sentences: `7`, `"a"`.
  std::string value_text(MessageId id) const;
  /// `key "0"`.
  std::string key_text(KeyId key) const { return "key " + keys_.words(key); }
  /// `value 7 of key "0"`.
  std::string text(MessageId id) const;

 private:
  ValueTable keys_, values_;
  std::vector<Message> messages_;
  /// By key and value.
  IdMap ids_;
};

}  // namespace fencepost::properties::kafka
