// SPDX-License-Identifier: Apache-2.0
// One event of a history in a person's words.
#pragma once

#include <string>
#include <vector>

#include "fencepost/model/vocabulary/history.hpp"

namespace fencepost::reports {

/// A row of a history as it is shown: a message with its answer, or a sentence about trouble.
struct Row {
  /// The number of the message; 0 for trouble that has none.
  std::uint32_t id = 0;
  std::string actor;
  /// The command in the spelling of the history format, or the sentence.
  std::string what;
  /// What the system answered, or why it did not; empty for a sentence.
  std::string outcome;
};

/// What an event looks like: its own row and, below it, a sentence for each trouble that struck
/// with it.
std::vector<Row> rows_of(const Scenario& scenario, const Event& event);

}  // namespace fencepost::reports
