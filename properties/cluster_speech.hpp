// SPDX-License-Identifier: Apache-2.0
// Clients that ask one thing for each command and understand one reply: all but those of kafka.
// What a workload's clients say is a row of functions.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fencepost/faults/clients.hpp"

namespace fencepost::properties {

/// One command: how it is asked, and what a reply to it means.
struct Phrase {
  /// The name of the operation, and the type of the reply that says that it happened.
  std::string_view f;
  std::string_view reply_type;
  /// The keys of that reply, besides type, msg_id and in_reply_to.
  std::span<const std::string_view> reply_keys;
  /// Asking it changes nothing, so without a reply it certainly did not happen.
  bool idempotent = false;
  /// Fills in the value of the operation and the fields of the request from the command's, the
  /// first of which (the node) was read.
  void (*ask)(TapeReader& fields, Json& value, Json& request) = nullptr;
  /// The value that was seen. Says what is wrong with the reply; completes a sentence that begins
  /// with "it". Empty if nothing is.
  std::string (*hear)(const Json& asked, const Json& reply, Json& value) = nullptr;
  /// An error that is an answer (no such key): fills in the value and returns true.
  bool (*hear_error)(const Json& asked, std::int64_t code, Json& value) = nullptr;
};

/// The phrases of a workload, one for each command of its contract, in its order; empty for kafka
/// and for a workload without a cluster.
std::span<const Phrase> phrases_of(const Contract& contract);

/// Fails or leaves open the operation that began with `asked`, as the error says.
Operation end_by_error(const Operation& asked, const Json& error);
/// An integer; some programs give it as 7.0 or 1.0E7. Nothing for another value.
std::optional<std::int64_t> whole_number(const Json& value);
/// Is it an error reply?
bool is_error(const Json& reply);
/// A key of the reply that the protocol does not have there; empty if there is none.
std::string strange_key(const Json& reply, std::span<const std::string_view> known);
/// The keys of a list of nodes' neighbours, as Maelstrom lays them out.
Json topology_of(std::uint32_t nodes, std::int64_t topology);

/// The clients of a workload.
std::unique_ptr<faults::Clients> make_clients(const Contract& contract, bool strict);

}  // namespace fencepost::properties
