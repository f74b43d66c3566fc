// SPDX-License-Identifier: Apache-2.0
// How messages, keys and processes are called in the sentences of anomalies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/kafka_history.hpp"

namespace fencepost::properties::kafka {

/// At most some 60 bytes of it.
std::string clipped(std::string text);
/// `7`, `"a"`.
std::string value_text(const History& history, MessageId id);
/// `key "0"`.
std::string key_text(const History& history, KeyId key);
/// `value 7 of key "0"`.
std::string message_text(const History& history, MessageId id);
/// `process 3`, the one that did it.
std::string process_text(const History& history, OpId id);
/// Of a list as many words as are shown at most.
inline constexpr std::size_t most_listed = 6;
/// `1, 2 and 3`; where there are more in all than words, `1, 2 and 7 more`.
std::string listed(const std::vector<std::string>& words, std::size_t all);

}  // namespace fencepost::properties::kafka
