// SPDX-License-Identifier: Apache-2.0
// The operations that show an anomaly, a line each, in the names of the picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/cluster_history.hpp"
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// The commands (ids) that its operations come from.
std::set<std::uint32_t> roots_of(const properties::Anomaly& anomaly, const ClusterHistory& history);

/// `c4 (n0)  send key=0 5 → offset 3`, each once, at most `cells` wide; before it T1, T2, ... if
/// the sentence has such names, which count the operations. Of more than `most`, the last line says
/// how many are missing.
std::vector<std::string> anomaly_calls(const properties::Anomaly& anomaly,
                                       const ClusterHistory& history, std::size_t most,
                                       std::size_t cells, const Ink& ink);

}  // namespace fencepost::reports
