// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/planted_bugs.hpp"

#include <vector>

#include "fencepost/sut/dead_letter_bugs.hpp"
#include "fencepost/sut/consumer_strategies_bugs.hpp"
#include "fencepost/sut/exactly_once_stream_bugs.hpp"
#include "fencepost/sut/group_assign_bugs.hpp"
#include "fencepost/sut/idempotent_producer_bugs.hpp"
#include "fencepost/sut/log_compaction_bugs.hpp"
#include "fencepost/sut/offset_commit_bugs.hpp"
#include "fencepost/sut/rebalance_plan_bugs.hpp"
#include "fencepost/sut/state_rebuild_bugs.hpp"
#include "fencepost/sut/stream_metrics_bugs.hpp"
#include "fencepost/sut/windowed_aggregation_bugs.hpp"

namespace fencepost::sut {
namespace {

std::vector<const PlantedBug*> gather() {
  std::vector<const PlantedBug*> all;
  const auto add = [&all](std::span<const PlantedBug> table) {
    for (const PlantedBug& bug : table) all.push_back(&bug);
  };
  add(offset_commit_bugs);
  add(group_assign_bugs);
  add(rebalance_plan_bugs);
  add(stream_metrics_bugs);
  add(windowed_aggregation_bugs);
  add(idempotent_producer_bugs);
  add(log_compaction_bugs);
  add(exactly_once_stream_bugs);
  add(state_rebuild_bugs);
  add(dead_letter_bugs);
  add(consumer_strategies_bugs);
  return all;
}

}  // namespace

std::span<const PlantedBug* const> planted_bugs() {
  static const std::vector<const PlantedBug*> all = gather();
  return all;
}

const PlantedBug* find_planted_bug(std::string_view id) {
  for (const PlantedBug* bug : planted_bugs())
    if (bug->id == id) return bug;
  return nullptr;
}

}  // namespace fencepost::sut
