// SPDX-License-Identifier: Apache-2.0
// What a run says: at its beginning, and at its end the table, the screens, the reports for
// machines, and last the one line that tells what to do next.
#pragma once

#include <chrono>
#include <vector>

#include "fencepost/cli/console.hpp"
#include "fencepost/cli/counterexample.hpp"
#include "fencepost/reports/summary_table.hpp"

namespace fencepost::cli {

/// Seeds of each workload if nothing else is asked for: all workloads end within 15 s on two cores.
inline constexpr std::uint64_t standard_seeds = 20'000;
inline constexpr std::uint64_t standard_seeds_of_programs = 100;

class RunReport {
 public:
  using Workloads = std::vector<const properties::Workload*>;

  RunReport(const Flags& flags, Console& console, const SystemOnTrial& system,
            const properties::Plan& plan);

  void begin(const Workloads& workloads);
  void add(reports::Campaign campaign);
  /// `workloads` are those that were asked for; an interrupt may have left some out.
  ExitCode end(const Workloads& workloads, const std::vector<Counterexample>& counterexamples,
               std::chrono::nanoseconds elapsed);

 private:
  ExitCode exit_code(bool interrupted) const;
  /// `6 held, 1 violated`
  std::string count_standings() const;
  void show(const std::vector<Counterexample>& counterexamples, std::chrono::nanoseconds elapsed);
  void note_cold_marks();
  /// What sloppy programs were forgiven.
  void tell_what_was_put_up_with();
  void tell_failures();
  void tell_what_next(ExitCode code, const Workloads& workloads,
                      const std::vector<Counterexample>& counterexamples);
  void tell_how_to_go_on(const Workloads& workloads);
  /// Says why not, otherwise empty.
  std::string write_junit() const;
  std::uint64_t scenarios() const;
  Digest digest() const;

  const Flags& flags_;
  Console& console_;
  const SystemOnTrial& system_;
  const properties::Plan& plan_;
  std::vector<reports::Campaign> campaigns_;
};

}  // namespace fencepost::cli
