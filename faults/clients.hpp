// SPDX-License-Identifier: Apache-2.0
// How the clients of a cluster speak: what they ask a node for a command of the scenario, and what
// they make of the replies. The world carries the messages; a workload says what is in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::faults {

/// What a client does next. The world fills in who it is.
struct Turn {
  /// Goes down in the history, in this order: ends of operations, then beginnings.
  std::vector<Operation> wrote;
  /// What it asks then: type and fields, without `msg_id`. Null: it has done what it was told.
  Json request;
  /// A reply that no right node gives, and what is wrong with it; completes a sentence that begins
  /// with "it". Empty if all is well.
  std::string malformed;

  void clear() { *this = {}; }
};

/// A client is known by its number, from 0; it does one command at a time.
class Clients {
 public:
  virtual ~Clients() = default;

  /// Forgets everything: a new world begins.
  virtual void begin(const Scenario& scenario) = 0;
  /// A sequel begins in the same world (see ClusterWorld::play_on).
  virtual void go_on(const Scenario& /*story*/) {}
  /// What every node is asked once it has been initialised, before anything else (a topology);
  /// null for nothing.
  virtual Json greeting() const { return {}; }
  /// The command begins.
  virtual void ask(std::int64_t client, const Command& command, Turn& turn) = 0;
  /// A reply came to what the client asked last, perhaps an error.
  virtual void hear(std::int64_t client, const Json& reply, Turn& turn) = 0;
  /// No reply will be waited for: what was asked may or may not have happened.
  virtual void give_up(std::int64_t client, Turn& turn) = 0;
  /// A client whose last operation nobody knows the end of is used no more; another takes its
  /// place.
  virtual void succeed(std::int64_t client, std::int64_t successor) = 0;
};

/// Does an error reply with this code say that what was asked certainly did not happen? An unknown
/// code does not.
bool is_definite(std::int64_t code);

}  // namespace fencepost::faults
