// SPDX-License-Identifier: Apache-2.0
// Sentences about clients whose polls or sends go backwards or leave something out.
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/properties/checkers/kafka_history.hpp"
#include "fencepost/properties/checkers/kafka_log.hpp"

namespace fencepost::properties::kafka {

class OrderWords {
 public:
  OrderWords(const History& history, const Log& log) : history_(history), log_(log) {}

  /// `did`: polled or sent. First a, then b, which is not the next one.
  std::string skipping(OpId op, const char* did, MessageId a, MessageId b) const;
  std::string backwards(OpId op, const char* did, MessageId a, MessageId b) const;
  /// A poll that answers with something lower than the offset it was asked for.
  std::string below(OpId op, MessageId id, std::int64_t offset, std::int64_t asked) const;
  /// A first poll that leaves out the message of row `wanted`.
  std::string past(OpId op, MessageId id, Log::Row wanted, std::int64_t asked) const;
  std::string skipping_start(const Start& start) const;

 private:
  std::string placed(MessageId id) const;
  std::string between(Log::Row begin, Log::Row end) const;

  const History& history_;
  const Log& log_;
};

}  // namespace fencepost::properties::kafka
