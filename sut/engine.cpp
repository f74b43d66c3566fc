// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/engine.hpp"

#include "fencepost/sut/dead_letter.hpp"
#include "fencepost/sut/consumer_strategies.hpp"
#include "fencepost/sut/exactly_once_stream.hpp"
#include "fencepost/sut/group_assign.hpp"
#include "fencepost/sut/idempotent_producer.hpp"
#include "fencepost/sut/log_compaction.hpp"
#include "fencepost/sut/offset_commit.hpp"
#include "fencepost/sut/rebalance_plan.hpp"
#include "fencepost/sut/state_rebuild.hpp"
#include "fencepost/sut/stream_metrics.hpp"
#include "fencepost/sut/windowed_aggregation.hpp"

namespace fencepost::sut {

std::unique_ptr<Home> make_engine(std::string_view workload, const PlantedBug* bug) {
  if (workload == "idempotent-producer") return make_idempotent_producer(bug);
  if (workload == "offset-commit") return make_offset_commit(bug);
  if (workload == "stream-metrics") return make_stream_metrics(bug);
  if (workload == "log-compaction") return make_log_compaction(bug);
  if (workload == "group-assign") return make_group_assign(bug);
  if (workload == "rebalance-plan") return make_rebalance_plan(bug);
  if (workload == "windowed-aggregation") return make_windowed_aggregation(bug);
  if (workload == "exactly-once-stream") return make_exactly_once_stream(bug);
  if (workload == "state-rebuild") return make_state_rebuild(bug);
  if (workload == "dead-letter") return make_dead_letter(bug);
  if (workload == "consumer-strategies") return make_consumer_strategies(bug);
  return nullptr;
}

}  // namespace fencepost::sut
