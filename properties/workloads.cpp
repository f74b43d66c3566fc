// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "fencepost/properties/consumer_strategies.hpp"
#include "fencepost/properties/dead_letter.hpp"
#include "fencepost/properties/exactly_once_stream.hpp"
#include "fencepost/properties/group_assign.hpp"
#include "fencepost/properties/idempotent_producer.hpp"
#include "fencepost/properties/log_compaction.hpp"
#include "fencepost/properties/offset_commit.hpp"
#include "fencepost/properties/rebalance_plan.hpp"
#include "fencepost/properties/state_rebuild.hpp"
#include "fencepost/properties/stream_metrics.hpp"
#include "fencepost/properties/windowed_aggregation.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

std::span<const Workload> workloads() {
  static const std::vector<Workload> all = {
      offset_commit(),        group_assign(),        rebalance_plan(),      stream_metrics(),
      windowed_aggregation(), idempotent_producer(), log_compaction(),      exactly_once_stream(),
      state_rebuild(),        dead_letter(),         consumer_strategies(),
  };
  return all;
}

std::span<const std::string_view> shared_properties(const Contract& contract) {
  static constexpr std::string_view of_lockstep[] = {answers_as_the_model_does,
                                                     starts_again_after_every_crash};
  static constexpr std::string_view of_clusters[] = {nodes_stay_up, nodes_come_to_rest,
                                                     speaks_the_protocol};
  return contract.cluster ? std::span<const std::string_view>(of_clusters) : of_lockstep;
}

const Workload* find_workload(std::string_view name) {
  for (const std::span<const Workload> known : {workloads(), cluster_workloads()})
    for (const Workload& workload : known)
      if (workload.contract->name == name) return &workload;
  return nullptr;
}

}  // namespace fencepost::properties
