// SPDX-License-Identifier: Apache-2.0
// `--model NAME`: the consistency model that transactions promise. Empty if it was not given.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::cli {

/// Throws a Refusal with the nearest name if there is no such model.
void check_model(const std::string& model);
/// Throws a Refusal if a model is promised of a workload that has no transactions.
void check_model_is_for(const std::string& model, std::string_view workload);

}  // namespace fencepost::cli
