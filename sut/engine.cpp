// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/engine.hpp"

#include "fencepost/sut/idempotent_producer.hpp"
#include "fencepost/sut/log_compaction.hpp"
#include "fencepost/sut/offset_commit.hpp"
#include "fencepost/sut/stream_metrics.hpp"

namespace fencepost::sut {

std::unique_ptr<Home> make_engine(std::string_view workload, const PlantedBug* bug) {
  if (workload == "idempotent-producer") return make_idempotent_producer(bug);
  if (workload == "offset-commit") return make_offset_commit(bug);
  if (workload == "stream-metrics") return make_stream_metrics(bug);
  if (workload == "log-compaction") return make_log_compaction(bug);
  return nullptr;
}

}  // namespace fencepost::sut
