// SPDX-License-Identifier: Apache-2.0
// One scenario against one system: play it beside the model, judge the history, give the verdict.
// `run`, `replay`, `shrink` and the suites all end here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/faults/world.hpp"
#include "fencepost/properties/judge.hpp"
#include "fencepost/properties/oracle.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

class Trial final : public Judge {
 public:
  Trial(const Workload& workload, sut::Home& home) : workload_(workload), home_(home) {}

  const Verdict& run(const Scenario& scenario) override { return run(scenario, UINT32_MAX); }
  /// Stops before step number `until`.
  const Verdict& run(const Scenario& scenario, std::uint32_t until);
  Effort effort() const override { return {.deliveries = end_.deliveries, .struck = end_.struck}; }
  void skip_marks(std::uint64_t marks) override { skipped_marks_ = marks; }

  const History& history() const { return history_; }
  const faults::End& end() const { return end_; }
  const Workload& workload() const override { return workload_; }
  /// The state as the model and as the system see it (after `run` with `until`), a fact a line.
  std::string model_state() const { return oracle_.print(); }
  std::string system_state() const;

 private:
  void judge(const Scenario& scenario);
  void judge_divergence(const Scenario& scenario);
  void convict(std::string_view property, const Scenario& scenario, Broken broken);

  const Workload& workload_;
  sut::Home& home_;
  faults::World world_;
  Oracle oracle_;
  History history_;
  faults::End end_;
  Verdict verdict_;
  std::uint64_t skipped_marks_ = 0;
};

}  // namespace fencepost::properties
