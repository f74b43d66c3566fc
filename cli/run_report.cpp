// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/run_report.hpp"

#include <algorithm>

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/json_lines.hpp"
#include "fencepost/reports/junit.hpp"
#include "fencepost/reports/status_line.hpp"

namespace fencepost::cli {
namespace {

using reports::Campaign;
using reports::counted;
using reports::hexadecimal;
using reports::Standing;

std::string names_of_marks(const Campaign& campaign) {
  std::string names;
  for (const std::size_t index : campaign.cold)
    names += (names.empty() ? "" : ", ") +
             std::string(campaign.summary.workload->properties[index].name);
  return names;
}

/// Keeps line ends and nothing else that could steer a terminal.
std::string harmless_lines(std::string_view text) {
  std::string result;
  for (;;) {
    const std::size_t end = text.find('\n');
    result += reports::harmless(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

ExitCode exit_code_of(Standing standing) {
  switch (standing) {
    case Standing::held: return ExitCode::ok;
    case Standing::violated: return ExitCode::violated;
    case Standing::cold:
    case Standing::undecided: return ExitCode::undecided;
    case Standing::system_failed: return ExitCode::system_failed;
    case Standing::interrupted: return ExitCode::interrupted;
  }
  return ExitCode::internal;
}

}  // namespace

RunReport::RunReport(const Flags& flags, Console& console, const SystemOnTrial& system,
                     const properties::Plan& plan)
    : flags_(flags), console_(console), system_(system), plan_(plan) {}

void RunReport::begin(const Workloads& workloads) {
  reports::Beginning beginning;
  beginning.version = FENCEPOST_VERSION;
  for (const properties::Workload* const workload : workloads)
    beginning.workloads.emplace_back(workload->contract->name);
  beginning.system = system_.name();
  beginning.first_seed = plan_.first_seed;
  if (plan_.seeds != reports::without_end) beginning.seeds = plan_.seeds;
  beginning.families = names_of(plan_.families);
  beginning.longest = plan_.longest;
  if (flags_.json) console_.out.write(reports::json_begin(beginning));
  const std::string seeds =
      beginning.seeds ? counted(*beginning.seeds, "seed") : std::string("seeds");
  console_.tell("fencepost " + beginning.version + ": " + counted(workloads.size(), "workload") +
                ", " + seeds + " from " + hexadecimal(plan_.first_seed) + ", " +
                counted(plan_.jobs, "job") + ", on trial: " + reports::harmless(system_.name()));
}

void RunReport::add(Campaign campaign) {
  if (flags_.json) console_.out.write(reports::json_workload(campaign));
  campaigns_.push_back(std::move(campaign));
}

std::uint64_t RunReport::scenarios() const {
  std::uint64_t sum = 0;
  for (const Campaign& campaign : campaigns_) sum += campaign.summary.scenarios;
  return sum;
}

Digest RunReport::digest() const {
  DigestChain chain;
  for (const Campaign& campaign : campaigns_) {
    chain.begin();
    chain.add(campaign.summary.digest.high);
    chain.add(campaign.summary.digest.low);
    chain.fold();
  }
  return chain.value();
}

ExitCode RunReport::exit_code(bool interrupted) const {
  ExitCode code = interrupted ? ExitCode::interrupted : ExitCode::ok;
  for (const Campaign& campaign : campaigns_) code = graver(code, exit_code_of(campaign.standing));
  return code;
}

std::string RunReport::count_standings() const {
  std::string text;
  for (int i = 0; i <= static_cast<int>(Standing::interrupted); ++i) {
    const auto standing = static_cast<Standing>(i);
    const auto count = std::ranges::count(campaigns_, standing, &Campaign::standing);
    if (count == 0 && standing != Standing::held) continue;
    std::string name(to_text(standing));
    std::ranges::replace(name, '_', ' ');
    text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + name;
  }
  return text;
}

void RunReport::show(const std::vector<Counterexample>& counterexamples,
                     std::chrono::nanoseconds elapsed) {
  Stream& people = flags_.json ? console_.err : console_.out;
  const reports::Ink& ink = flags_.json ? console_.err_ink : console_.out_ink;
  if (!console_.quiet) people.write(reports::summary_table(campaigns_, ink));
  for (const Counterexample& example : counterexamples) people.write(example.screen);
  if (!(flags_.json && console_.quiet))
    people.write("  " + count_standings() + " of " + counted(campaigns_.size(), "workload") + "; " +
                 counted(scenarios(), "scenario") + " from seed " + hexadecimal(plan_.first_seed) +
                 "; digest " + to_text(digest()) + '\n');
  const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(
      1, std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count()));
  console_.tell("  " + std::to_string(ms / 1000) + '.' + std::to_string(ms / 100 % 10) + " s, " +
                reports::compact(scenarios() * 1000 / ms) + " scenarios/s");
}

void RunReport::note_cold_marks() {
  for (const Campaign& campaign : campaigns_)
    if (!campaign.cold.empty() && campaign.standing == Standing::held)
      console_.tell("note: " + std::string(campaign.summary.workload->contract->name) +
                    " never reached " + names_of_marks(campaign));
}

void RunReport::tell_what_was_put_up_with() {
  for (const Campaign& campaign : campaigns_)
    for (const auto& [what, seen] : campaign.summary.notes)
      console_.tell("note: " + std::string(campaign.summary.workload->contract->name) + ": " +
                    what + " (" + reports::grouped(seen.first) + ")" +
                    (seen.second.empty() ? "" : ", the first: " + reports::harmless(seen.second)));
}

void RunReport::tell_failures() {
  for (const Campaign& campaign : campaigns_)
    if (campaign.standing == Standing::system_failed)
      console_.warn(
          std::string(campaign.summary.workload->contract->name) + ", seed " +
          hexadecimal(campaign.summary.failing_seed) +
          ": the system failed outside the plan: " + harmless_lines(campaign.summary.failure));
}

void RunReport::tell_how_to_go_on(const Workloads& workloads) {
  const auto tell = [this](const std::string& names, std::uint64_t done) {
    const bool is_endless = plan_.seeds == reports::without_end || plan_.seeds <= done;
    console_.warn("to go on: " + shell_quoted(flags_.program) + " run" + names + " --seed " +
                  hexadecimal(plan_.first_seed + done) +
                  (is_endless ? "" : " --seeds " + std::to_string(plan_.seeds - done)) +
                  scenario_flags(flags_) + (flags_.fresh ? " --fresh" : "") +
                  (flags_.budget ? " --budget " + std::to_string(*flags_.budget) : "") +
                  (flags_.out.empty() ? "" : " --out " + shell_quoted(flags_.out)) +
                  system_.flags_to_repeat());
  };
  std::string not_begun;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const std::string name = ' ' + std::string(workloads[i]->contract->name);
    if (i >= campaigns_.size())
      not_begun += name;
    else if (campaigns_[i].summary.interrupted)
      tell(name, campaigns_[i].summary.scenarios);
  }
  if (!not_begun.empty()) tell(not_begun, 0);
}

void RunReport::tell_what_next(ExitCode code, const Workloads& workloads,
                               const std::vector<Counterexample>& counterexamples) {
  if (code == ExitCode::interrupted) tell_how_to_go_on(workloads);
  if (code == ExitCode::undecided)
    for (const Campaign& campaign : campaigns_) {
      const std::string name(campaign.summary.workload->contract->name);
      if (campaign.standing == Standing::cold)
        console_.warn(name + " never reached " + names_of_marks(campaign) + " in " +
                      counted(campaign.summary.scenarios, "scenario") +
                      (campaign.summary.workload->contract->cluster
                           ? ": no request of a client was ever answered as it should be; look at "
                             "the notes above"
                           : "; raise --seeds or --longest"));
      if (campaign.standing == Standing::undecided)
        console_.warn(name + ": " + counted(campaign.summary.undecided, "scenario") +
                      " could not be judged; of the first, " +
                      reports::harmless(campaign.summary.why_undecided) +
                      "; lower --longest (now " + std::to_string(plan_.longest) + ")");
    }
  if (!counterexamples.empty())
    console_.err.write("replay it:  " + counterexamples.back().replay + '\n');
}

std::string RunReport::write_junit() const {
  if (flags_.junit.empty()) return {};
  const std::string why = write_file(flags_.junit, reports::junit(campaigns_));
  return why.empty() ? why : "--junit: '" + flags_.junit + "' could not be written: " + why;
}

ExitCode RunReport::end(const Workloads& workloads,
                        const std::vector<Counterexample>& counterexamples,
                        std::chrono::nanoseconds elapsed) {
  const bool interrupted =
      campaigns_.size() < workloads.size() ||
      std::ranges::any_of(campaigns_, [](const Campaign& one) { return one.summary.interrupted; });
  const std::string junit_trouble = write_junit();
  const ExitCode code =
      graver(exit_code(interrupted), junit_trouble.empty() ? ExitCode::ok : ExitCode::usage);
  show(counterexamples, elapsed);
  note_cold_marks();
  tell_what_was_put_up_with();
  tell_failures();
  if (flags_.json)
    console_.out.write(reports::json_end({.exit_code = static_cast<int>(code),
                                          .scenarios = scenarios(),
                                          .violations = counterexamples.size(),
                                          .digest = digest()}));
  if (!junit_trouble.empty()) console_.warn(junit_trouble);
  tell_what_next(code, workloads, counterexamples);
  return code;
}

}  // namespace fencepost::cli
