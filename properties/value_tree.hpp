// SPDX-License-Identifier: Apache-2.0
// The fields of a command as a tree that can be edited, for shrinking. Tapes are the truth; a tree
// is grown from one and laid back onto one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::properties {

struct Value {
  Tag tag = Tag::absent;
  std::int64_t number = 0;
  /// text and odd.
  std::string text;
  std::vector<Value> items;
};

/// All values on a tape.
std::vector<Value> grow(const Tape& tape);
Tape lay(const std::vector<Value>& values);

/// What the contract says of a command's fields; nothing of a step that is no command of it.
std::span<const Field> fields_of(const Scenario& scenario, const Step& step);

/// Visits every value of a command's fields, lists before their items, with the kind that the
/// contract gives it. Stops when `visit` returns true.
bool visit_values(std::span<const Field> fields, std::vector<Value>& values,
                  const std::function<bool(Kind, Value&)>& visit);

}  // namespace fencepost::properties
