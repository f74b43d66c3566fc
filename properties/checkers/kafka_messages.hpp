// SPDX-License-Identifier: Apache-2.0
// The messages of a history, each kept once: a value sent to, or polled from, a key. Values are
// unique to a key, so that a message tells the operation that sent it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/json_tree.hpp"
#include "fencepost/properties/checkers/kafka_texts.hpp"

namespace fencepost::properties::kafka {

using KeyId = std::uint32_t;
using MessageId = std::uint32_t;
/// A place in `History::ops`.
using OpId = std::uint32_t;

inline constexpr std::int64_t unknown_offset = -1;

struct Message {
  KeyId key = none;
  bool is_number = true;
  /// The number, or that of its spelling.
  std::int64_t value = 0;
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
  MessageId intern(KeyId key, const Json& value);
  /// `none` if it is not there.
  MessageId find(KeyId key, const Json& value) const;
  /// The value as it is written in JSON.
  std::string spelling(MessageId id) const;

  Message& operator[](MessageId id) { return messages_[id]; }
  const Message& operator[](MessageId id) const { return messages_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(messages_.size()); }
  std::uint64_t bytes() const;

 private:
  MessageId intern(KeyId key, bool is_number, std::int64_t value);
  std::size_t slot_of(KeyId key, bool is_number, std::int64_t value) const;
  void grow();

  std::vector<Message> messages_;
  std::vector<MessageId> slots_ = std::vector<MessageId>(16, none);
  Texts texts_;
};

}  // namespace fencepost::properties::kafka
