// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_checker(std::string_view /*workload*/,
                                      const CheckerOptions& /*options*/) {
  return nullptr;
}

}  // namespace fencepost::properties
