// SPDX-License-Identifier: Apache-2.0
// Which anomalies of transactions each consistency model forbids.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// Whether the model is one of those below.
bool is_consistency_model(std::string_view model);

/// Whether a history with this anomaly (a name of cycle_anomalies.hpp, `G1a`, `internal`, ...) is
/// not one of the model.
bool is_forbidden(std::string_view anomaly, std::string_view model);

/// All models, the weakest first.
std::vector<std::string_view> consistency_models();

}  // namespace fencepost::properties
