// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/checkers/counter.hpp"
#include "fencepost/properties/checkers/echo.hpp"
#include "fencepost/properties/checkers/kafka.hpp"
#include "fencepost/properties/checkers/lin_kv.hpp"
#include "fencepost/properties/checkers/list_append.hpp"
#include "fencepost/properties/checkers/rw_register.hpp"
#include "fencepost/properties/checkers/set_full.hpp"
#include "fencepost/properties/checkers/unique_ids.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_checker(std::string_view workload, const CheckerOptions& options) {
  if (workload == "echo") return make_echo_checker();
  if (workload == "unique-ids") return make_unique_ids_checker(options);
  if (workload == "broadcast") return make_set_checker("broadcast", options);
  if (workload == "g-set") return make_set_checker("add", options);
  if (workload == "g-counter") return make_counter_checker(true, options);
  if (workload == "pn-counter") return make_counter_checker(false, options);
  if (workload == "kafka") return make_kafka_checker(options);
  if (workload == "lin-kv") return make_lin_kv_checker(options);
  if (workload == "txn-list-append") return make_list_append_checker(options);
  if (workload == "txn-rw-register") return make_rw_register_checker(options);
  return nullptr;
}

}  // namespace fencepost::properties
