// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/model.hpp"

#include "fencepost/model/dead_letter.hpp"
#include "fencepost/model/consumer_strategies.hpp"
#include "fencepost/model/exactly_once_stream.hpp"
#include "fencepost/model/group_assign.hpp"
#include "fencepost/model/idempotent_producer.hpp"
#include "fencepost/model/log_compaction.hpp"
#include "fencepost/model/offset_commit.hpp"
#include "fencepost/model/rebalance_plan.hpp"
#include "fencepost/model/state_rebuild.hpp"
#include "fencepost/model/stream_metrics.hpp"
#include "fencepost/model/windowed_aggregation.hpp"

namespace fencepost::model {

std::unique_ptr<Model> make_model(std::string_view workload, const Parameters& parameters) {
  if (workload == "offset-commit") return std::make_unique<OffsetCommit>(parameters);
  if (workload == "group-assign") return std::make_unique<GroupAssign>(parameters);
  if (workload == "rebalance-plan") return std::make_unique<RebalancePlan>(parameters);
  if (workload == "stream-metrics") return std::make_unique<StreamMetrics>(parameters);
  if (workload == "log-compaction") return std::make_unique<LogCompaction>(parameters);
  if (workload == "windowed-aggregation") return std::make_unique<WindowedAggregation>(parameters);
  if (workload == "idempotent-producer") return std::make_unique<IdempotentProducer>(parameters);
  if (workload == "exactly-once-stream") return std::make_unique<ExactlyOnceStream>(parameters);
  if (workload == "state-rebuild") return std::make_unique<StateRebuild>(parameters);
  if (workload == "dead-letter") return std::make_unique<DeadLetter>(parameters);
  if (workload == "consumer-strategies") return std::make_unique<ConsumerStrategies>(parameters);
  return nullptr;
}

}  // namespace fencepost::model
