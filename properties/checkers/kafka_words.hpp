// SPDX-License-Identifier: Apache-2.0
// How processes and lists are called in the sentences of anomalies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/properties/checkers/kafka_history.hpp"

namespace fencepost::properties::kafka {

/// `process 3`, the one that did it.
std::string process_text(const History& history, OpId id);
/// Of a list as many words as are shown at most.
inline constexpr std::size_t most_listed = 6;
/// `1, 2 and 3`; where there are more in all than words, `1, 2 and 7 more`.
std::string listed(const std::vector<std::string>& words, std::size_t all);

}  // namespace fencepost::properties::kafka
