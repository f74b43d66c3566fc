// SPDX-License-Identifier: Apache-2.0
// What a person sees when a cluster breaks a property: one sentence, the messages as a picture,
// what the clients asked and saw, how small it is, what it needs, where it is. The command that
// replays it is not part of the screen; it is the last line of the program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/model/vocabulary/cluster_history.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/reports/failing_screen.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// The history, the anomaly and the end are those of the shrunk scenario. `columns` is the width of
/// the terminal; the picture gets what the rest leaves of 40 lines, but at least 12.
std::string cluster_screen(const properties::Finding& finding, const ClusterHistory& history,
                           const std::optional<properties::Anomaly>& anomaly,
                           const faults::ClusterEnd& end, const Saved& saved, const Ink& ink,
                           std::size_t columns = 100);

}  // namespace fencepost::reports
