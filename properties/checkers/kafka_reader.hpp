// SPDX-License-Identifier: Apache-2.0
// Reads operations of the kafka workload into a history of small numbers, and judges on the way
// what needs no more than what came before: offsets that are none, and what is committed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/kafka_anomalies.hpp"
#include "fencepost/properties/checkers/kafka_commits.hpp"
#include "fencepost/properties/checkers/kafka_history.hpp"
#include "fencepost/properties/checkers/kafka_words.hpp"

namespace fencepost::properties::kafka {

class Reader {
 public:
  Reader(History& history, Commits& commits, Findings& findings)
      : history_(history), commits_(commits), findings_(findings) {}

  /// As `Checker::add`.
  std::string add(const Operation& operation);
  /// What has not completed may have happened.
  void finish();
  /// Whether there are more operations, messages, keys or items than there are numbers for.
  bool is_full() const;

 private:
  /// A client, and the operation that it has open.
  struct Client {
    std::uint32_t process = 0;
    bool is_open = false;
    Kind kind = Kind::other;
    bool seeks = false;
    std::uint32_t invoked = 0;
    std::vector<MessageId> sent;
    std::vector<KeyId> keys;
    std::vector<Commits::Row> committed;
    std::vector<Commits::Asked> asked;
  };

  std::string invoke(const Operation& operation, Client& client);
  std::string complete(const Operation& operation, Client& client);
  std::string begin_work(const Json& value, Client& client);
  std::string end_work(const Operation& operation, Client& client);
  std::string end_micro_op(const Json& micro, const Client& client, std::size_t& sends);
  std::string end_send(const Json& micro, const Client& client, std::size_t number);
  std::string end_poll(const Json& messages);
  std::string sent(MessageId message, std::int64_t offset);
  void polled(MessageId message, const Json& offset);
  std::string rebalanced(const Json& log);

  std::string begin_keys(const Json& value, Client& client);
  std::string end_assignment(const Operation& operation, Client& client);
  std::string begin_commit(const Json& value, Client& client);
  std::string end_list(const Operation& operation, Client& client);
  Op& end_op(const Client& client, Operation::Type type);
  /// The offset; if it is none, unknown and an anomaly: what is said to stand there.
  template <class What>
  std::int64_t offset_of(const Json& offset, What what) {
    if (offset.is(Json::Kind::number) && offset.number >= 0) return offset.number;
    found(findings_, anomaly::bad_offset, 0, {index_},
          [&] { return what() + " at offset " + in_words(offset) + ", which is none"; });
    return unknown_offset;
  }

  History& history_;
  Commits& commits_;
  Findings& findings_;
  std::map<std::int64_t, Client> clients_;
  /// Of the operation that is read.
  std::uint64_t index_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace fencepost::properties::kafka
