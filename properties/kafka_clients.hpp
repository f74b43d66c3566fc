// SPDX-License-Identifier: Apache-2.0
// Clients of a kafka cluster: producers that send, and consumers that remember what they are
// assigned and where they stand. A consumer begins after what is committed, so commits matter.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fencepost/faults/clients.hpp"

namespace fencepost::properties {

class KafkaClients final : public faults::Clients {
 public:
  explicit KafkaClients(bool strict) : strict_(strict) {}

  void begin(const Scenario& scenario) override;
  void go_on(const Scenario& scenario) override;
  void ask(std::int64_t client, const Command& command, faults::Turn& turn) override;
  void hear(std::int64_t client, const Json& reply, faults::Turn& turn) override;
  void give_up(std::int64_t client, faults::Turn& turn) override;
  void succeed(std::int64_t client, std::int64_t successor) override;

 private:
  /// `drain` gives up after so many polls that brought something.
  static constexpr int most_polls = 64;
  /// It ends after so many that brought nothing.
  static constexpr int enough_empty_polls = 2;

  struct Client {
    std::set<std::string> keys;
    /// The next offset to ask for, where it is known.
    std::map<std::string, std::int64_t> positions;
    /// The last offset polled of each key, not yet committed.
    std::map<std::string, std::int64_t> polled;
    /// What it waits for the reply to.
    Operation asked;
    int polls_left = 0;
    int empty_polls = 0;
    /// It has no assignment yet and was told to poll.
    bool polls_next = false;
  };

  void send(Client& client, TapeReader& fields, faults::Turn& turn);
  void poll(Client& client, faults::Turn& turn);
  void assign(Client& client, const std::set<std::string>& keys, bool from_start,
              faults::Turn& turn);
  void ask_committed(Client& client, const std::set<std::string>& keys, faults::Turn& turn);
  void begin_operation(Client& client, std::string f, Json value, faults::Turn& turn);
  void hear_send(Client& client, const Json& reply, faults::Turn& turn);
  void hear_poll(Client& client, const Json& reply, faults::Turn& turn);
  void hear_committed(Client& client, const Json& reply, faults::Turn& turn);
  void end_operation(Client& client, Operation::Type type, faults::Turn& turn);
  void check_keys(const Json& reply, faults::Turn& turn) const;

  bool strict_;
  bool resumes_ = true;
  std::map<std::int64_t, Client> clients_;
  /// Every key that the scenario names.
  std::set<std::string> all_keys_;
};

}  // namespace fencepost::properties
