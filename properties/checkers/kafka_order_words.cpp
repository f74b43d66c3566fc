// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_order_words.hpp"

#include <vector>

#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {

std::string OrderWords::placed(MessageId id) const {
  return history_.messages.value_text(id) + " at offset " +
         std::to_string(log_.offset_of(log_.version_row(id)));
}

std::string OrderWords::between(Log::Row begin, Log::Row end) const {
  std::vector<std::string> values;
  for (Log::Row row = begin; row < end && values.size() < most_listed; ++row)
    values.push_back(history_.messages.value_text(log_.at(row)));
  return listed(values, end - begin);
}

std::string OrderWords::skipping(OpId op, const char* did, MessageId a, MessageId b) const {
  return process_text(history_, op) + " " + did + " " + placed(a) + " of " +
         history_.messages.key_text(history_.messages[a].key) + " and next " + placed(b) +
         ", leaving out " + between(log_.version_row(a) + 1, log_.version_row(b));
}

std::string OrderWords::backwards(OpId op, const char* did, MessageId a, MessageId b) const {
  return process_text(history_, op) + " " + did + " " + placed(a) + " of " +
         history_.messages.key_text(history_.messages[a].key) + " and then " +
         (log_.delta(a, b) == 0 ? "again " : "") + placed(b);
}

std::string OrderWords::below(OpId op, MessageId id, std::int64_t offset,
                              std::int64_t asked) const {
  return process_text(history_, op) + " asked for " +
         history_.messages.key_text(history_.messages[id].key) + " from offset " +
         std::to_string(asked) + " and was given offset " + std::to_string(offset);
}

std::string OrderWords::past(OpId op, MessageId id, Log::Row wanted, std::int64_t asked) const {
  return process_text(history_, op) + " asked for " +
         history_.messages.key_text(history_.messages[id].key) + " from offset " +
         std::to_string(asked) + " and was first given " + placed(id) + ", leaving out " +
         between(wanted, log_.version_row(id));
}

std::string OrderWords::skipping_start(const Start& start) const {
  const std::string most = start.committed_end == 0
                               ? "no offset"
                               : "no offset above " + std::to_string(start.committed_end - 1);
  return process_text(history_, start.op) + " began to poll " +
         history_.messages.key_text(start.key) + " at offset " + std::to_string(start.position) +
         ", though " + most + " was ever committed";
}

}  // namespace fencepost::properties::kafka
