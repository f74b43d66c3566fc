// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/promised_model.hpp"

#include <vector>

#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/properties/checkers/consistency_models.hpp"

namespace fencepost::cli {

void check_model(const std::string& model) {
  if (model.empty() || properties::is_consistency_model(model)) return;
  const std::vector<std::string_view> known = properties::consistency_models();
  std::string all;
  for (const std::string_view name : known) all += (all.empty() ? "" : ", ") + std::string(name);
  throw Refusal{ExitCode::usage, "--model: '" + model + "' is no consistency model" +
                                     did_you_mean(model, known) + "; they are " + all};
}

void check_model_is_for(const std::string& model, std::string_view workload) {
  if (!model.empty() && !workload.starts_with("txn-"))
    throw Refusal{ExitCode::usage,
                  "--model: it is for transactions, not for " + std::string(workload)};
}

}  // namespace fencepost::cli
