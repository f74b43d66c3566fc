// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/model.hpp"

namespace fencepost::model {

std::unique_ptr<Model> make_model(std::string_view workload, const Parameters& parameters) {
  static_cast<void>(workload), static_cast<void>(parameters);
  return nullptr;
}

}  // namespace fencepost::model
