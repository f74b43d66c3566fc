// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/checkers/list_append.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_checker(std::string_view workload, const CheckerOptions& options) {
  if (workload == "txn-list-append") return make_list_append_checker(options);
  return nullptr;
}

}  // namespace fencepost::properties
