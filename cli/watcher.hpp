// SPDX-License-Identifier: Apache-2.0
// Watches the campaigns of a run: shows that they are alive, keeps what they find.
#pragma once

#include <string>
#include <vector>

#include "fencepost/cli/console.hpp"
#include "fencepost/cli/counterexample.hpp"
#include "fencepost/reports/status_line.hpp"

namespace fencepost::cli {

class Watcher final : public properties::Listener {
 public:
  Watcher(const Flags& flags, Console& console, const SystemOnTrial& system, std::size_t workloads);

  void began(const properties::Workload& workload) override { status_.began(workload); }
  void progress(const properties::Workload& workload, std::uint64_t scenarios,
                std::uint64_t of) override {
    status_.progress(workload, scenarios, of);
  }
  void shrinking(const properties::Workload& workload, std::uint64_t seed,
                 std::uint32_t runs) override {
    status_.shrinking(workload, seed, runs);
  }
  void found(const properties::Workload& workload, const properties::Finding& finding) override;
  void ended(const properties::Summary& summary) override { status_.ended(summary); }

  /// Of all campaigns, in the order in which they were found.
  const std::vector<Counterexample>& counterexamples() const { return counterexamples_; }

 private:
  const Flags& flags_;
  Console& console_;
  const SystemOnTrial& system_;
  reports::StatusLine status_;
  std::vector<Counterexample> counterexamples_;
};

}  // namespace fencepost::cli
