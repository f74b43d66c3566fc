// SPDX-License-Identifier: Apache-2.0
// One scenario against one cluster: play it, let the checker judge what the clients saw, give the
// verdict. What must hold in the end is given time: while only that is violated, everything is read
// back again a few times. A scenario that held may have sequels on the same processes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/judge.hpp"

namespace fencepost::properties {

class ClusterTrial final : public Judge {
 public:
  ClusterTrial(const Workload& workload, std::unique_ptr<sut::Cluster> cluster,
               faults::ClusterRules rules = {}, CheckerOptions promises = {});

  const Workload& workload() const override { return workload_; }
  const Verdict& run(const Scenario& scenario) override;
  Effort effort() const override { return {end_.deliveries, end_.struck, &end_.notes}; }
  bool can_go_on() const override;
  const Verdict& go_on(const Scenario& story, std::uint32_t first) override;
  Repeats repeat(const Scenario& scenario, const Verdict& first) override;
  /// Once it says so a run ends at once, undecided, and no more are made.
  void stop_when(std::function<bool()> stopped);
  /// What Maelstrom does not judge is noted, and decides nothing.
  void judge_as_maelstrom_does() { only_maelstroms_ = true; }
  /// As if `repeat` had come to this.
  void trust(const Repeats& repeats) { repeats_ = repeats; }
  const Verdict& insist(const Scenario& scenario, const Fingerprint& wanted) override;

  const ClusterHistory& history() const { return history_; }
  /// What the checker saw: the operations, those after the calm marked as final.
  const std::vector<Operation>& judged() const { return judged_; }
  const faults::ClusterEnd& end() const { return end_; }
  /// The anomaly that the verdict is about, if a checker found it.
  const std::optional<Anomaly>& anomaly() const { return anomaly_; }

 private:
  const Verdict& judge_what_was_played(const Scenario& scenario);
  /// The operations from number `final_from` on are those after the calm.
  void judge(std::size_t final_from);
  void forget(const std::function<bool(std::string_view anomaly)>& is_forgotten);
  /// Without reads after the calm nothing is judged that must hold only in the end.
  void forget_the_end();
  void forget_what_maelstrom_ignores();
  /// The wanted one if there is one, else the worst.
  const Anomaly& chosen_anomaly() const;
  bool is_wanted(const Verdict& verdict) const;
  bool is_eventual(std::string_view anomaly) const;
  void judge_ending();
  bool is_only_for_now() const;
  bool is_stopped() const;
  void violate(std::string_view property, std::string kind, std::string sentence);

  const Workload& workload_;
  std::unique_ptr<sut::Cluster> cluster_;
  faults::ClusterRules rules_;
  CheckerOptions promises_;
  faults::ClusterWorld world_;
  std::unique_ptr<faults::Clients> clients_;
  ClusterHistory history_;
  faults::ClusterEnd end_;
  std::vector<Operation> judged_;
  std::optional<Anomaly> anomaly_;
  Judgement judgement_;
  Verdict verdict_;
  Repeats repeats_;
  /// What is looked for: it names the verdict even if something worse is there as well.
  Fingerprint wanted_;
  bool only_maelstroms_ = false;
  bool reads_back_ = true;
  std::function<bool()> stopped_;
};

}  // namespace fencepost::properties
