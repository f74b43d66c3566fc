// SPDX-License-Identifier: Apache-2.0
// The commands of the kafka contract by name, in its order (model/vocabulary/cluster_contract.cpp).
#pragma once

#include <cstdint>
#include <set>

#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::properties {

struct KafkaCommand {
  enum Type : std::uint8_t { send, poll, commit, assign, committed, drain, crash };
};

/// A list of keys, which are numbers from 0.
inline std::set<std::int64_t> read_kafka_keys(TapeReader& fields) {
  std::set<std::int64_t> keys;
  for (std::uint32_t left = fields.list(); left > 0 && fields.good(); --left)
    keys.insert(fields.number(0, INT64_MAX));
  return keys;
}

/// False where consumers begin at the start of their keys, whatever has been committed.
inline bool consumers_resume(const Scenario& scenario) {
  return scenario.parameters.get("resume", 1) != 0;
}

}  // namespace fencepost::properties
