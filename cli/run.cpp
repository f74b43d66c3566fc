// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <thread>

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/run_report.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/cli/watcher.hpp"
#include "fencepost/properties/cluster_marks.hpp"
#include "fencepost/properties/sitting.hpp"
#include "fencepost/sut/external/child_cluster.hpp"

namespace fencepost::cli {
namespace {

using properties::Plan;
using properties::Summary;
using properties::Workload;
using reports::Campaign;
using reports::Standing;
using Clock = std::chrono::steady_clock;

unsigned jobs_for(const Flags& flags, const SystemOnTrial& system) {
  if (flags.jobs) return *flags.jobs;
  return system.is_program() ? 1 : std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
}

Plan plan_for(const Flags& flags, const SystemOnTrial& system) {
  Plan plan;
  plan.first_seed = flags.seed.value_or(0);
  const std::uint64_t standard = system.is_program() ? standard_seeds_of_programs : standard_seeds;
  plan.seeds = flags.seeds.value_or(flags.time ? reports::without_end : standard);
  plan.jobs = jobs_for(flags, system);
  if (system.is_program()) plan.block = 1;
  plan.longest = flags.longest.value_or(plan.longest);
  plan.shrink_budget = flags.budget.value_or(plan.shrink_budget);
  return plan;
}

/// Marks that stay cold decide only about a run that could have warmed them: a program is seldom
/// tried as often, and who leaves faults out does not expect what they bring about.
/// But a cluster that never did what a client asked was not tried at all.
bool cold_decides(const Summary& summary, const Flags& flags, const SystemOnTrial& system) {
  if (summary.workload->contract->cluster)
    return std::ranges::any_of(summary.cold_marks(false), [&](std::size_t mark) {
      return summary.workload->properties[mark].name == properties::an_operation_succeeded;
    });
  return summary.scenarios >= standard_seeds && flags.without.empty() && !system.is_program();
}

Campaign judge(Summary summary, const Flags& flags, const SystemOnTrial& system) {
  using properties::Ruling;
  Campaign campaign{
      .summary = std::move(summary), .standing = Standing::held, .cold = {}, .counterexamples = {}};
  const Ruling ruling = campaign.summary.ruling();
  if (ruling == Ruling::violated) {
    campaign.standing = Standing::violated;
    return campaign;
  }
  campaign.cold = campaign.summary.cold_marks(!system.is_program());
  if (ruling == Ruling::system_failed)
    campaign.standing = Standing::system_failed;
  else if (campaign.summary.interrupted)
    campaign.standing = Standing::interrupted;
  else if (ruling == Ruling::undecided)
    campaign.standing = Standing::undecided;
  else if (!campaign.cold.empty() && cold_decides(campaign.summary, flags, system))
    campaign.standing = Standing::cold;
  return campaign;
}

std::vector<const Workload*> workloads_for(const Flags& flags, const SystemOnTrial& system) {
  std::vector<std::string> names = flags.operands;
  if (names.empty() && system.bug() != nullptr) names.emplace_back(system.bug()->workload);
  if (names.empty() && system.is_program())
    throw Refusal{
        ExitCode::usage,
        "which workloads does the program answer? Name them: fencepost run group-assign -- " +
            system.name()};
  std::vector<const Workload*> workloads = choose_workloads(names);
  for (const Workload* const workload : workloads) {
    system.check(*workload->contract);
    if (workload->contract->cluster != workloads.front()->contract->cluster)
      throw Refusal{ExitCode::usage,
                    std::string(workload->contract->name) + " and " +
                        std::string(workloads.front()->contract->name) +
                        " are of different kinds of world; run them one after the other"};
  }
  if (workloads.empty()) throw Refusal{ExitCode::nothing_ran, "there are no workloads"};
  return workloads;
}

/// Each workload gets an equal part of the time that is left.
std::function<bool()> time_limit(const Flags& flags, Clock::time_point began,
                                 std::size_t workloads_left) {
  if (!flags.time) return {};
  const auto now = Clock::now();
  const auto left = began + *flags.time - now;
  return [end = now + left / static_cast<std::int64_t>(workloads_left)] {
    return Clock::now() >= end;
  };
}

}  // namespace

ExitCode run(const Flags& flags, Console& console) {
  const SystemOnTrial system(flags);
  const std::vector<const Workload*> workloads = workloads_for(flags, system);
  if (!flags.junit.empty()) check_output_file("--junit", flags.junit);
  if (!flags.out.empty()) check_output_folder("--out", flags.out);

  Plan plan = plan_for(flags, system);
  plan.families = allowed_families(flags, *workloads.front()->contract);
  plan.given = given_parameters(flags, *workloads.front()->contract);
  if (workloads.front()->contract->cluster) {
    if (!flags.fresh) plan.block = properties::seeds_at_a_sitting;
    // While one cluster waits for a node or for time to pass, others work.
    if (!flags.jobs) plan.jobs = std::clamp(2 * std::thread::hardware_concurrency(), 2U, 8U);
  }
  plan.interrupt = &watch_for_interrupt();
  RunReport report(flags, console, system, plan);
  report.begin(workloads);
  Watcher watcher(flags, console, system, workloads.size());
  const auto began = Clock::now();
  for (std::size_t i = 0; i < workloads.size() && !*plan.interrupt; ++i) {
    plan.time_is_up = time_limit(flags, began, workloads.size() - i);
    const Workload& workload = *workloads[i];
    const std::size_t known = watcher.counterexamples().size();
    Campaign campaign =
        judge(run_campaign(workload, system.judge_maker(workload), plan, watcher), flags, system);
    for (std::size_t k = known; k < watcher.counterexamples().size(); ++k)
      campaign.counterexamples.push_back(watcher.counterexamples()[k].plain);
    report.add(std::move(campaign));
  }
  if (workloads.front()->contract->cluster)
    if (const std::string note = sut::ChildCluster::note(); !note.empty())
      console.tell("note: " + note);
  return report.end(workloads, watcher.counterexamples(), Clock::now() - began);
}

}  // namespace fencepost::cli
