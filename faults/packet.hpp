// SPDX-License-Identifier: Apache-2.0
// A message between a client, a node or a service, on its way.
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::faults {

/// What a message is called in a scenario: 7.2 is message number 2 of those that command 7 led to.
struct PacketName {
  std::uint32_t root = 0;
  std::uint32_t part = 0;

  friend auto operator<=>(const PacketName&, const PacketName&) = default;
};

struct Packet {
  PacketName name;
  std::string from, to;
  Json body;
  bool duplicate = false;
  bool late = false;
};

/// n0, n1, ...
std::string name_of_node(std::uint32_t node);
/// The type and the fields of a body, without the ids of messages: `send key="0" msg=5`.
std::string in_short(const Json& body);

}  // namespace fencepost::faults
