// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/cluster_replay.hpp"

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/operations_text.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/space_time.hpp"

namespace fencepost::cli {
namespace {

using properties::ClusterTrial;
using properties::Ruling;
using properties::Verdict;

/// Each stored history is played so often.
constexpr std::uint32_t replays = 5;
constexpr std::size_t most_rows = 1000;

/// The commands whose operations show the anomaly.
std::set<std::uint32_t> roots_of(const ClusterTrial& trial) {
  std::set<std::uint32_t> roots;
  if (trial.anomaly())
    for (const std::uint64_t operation : trial.anomaly()->operations)
      if (operation < trial.history().roots.size()) roots.insert(trial.history().roots[operation]);
  return roots;
}

std::string words_of_fidelity(const Subject& subject, const ClusterTrial& trial,
                              const Verdict& verdict) {
  if (!subject.is_stored) return {};
  if (is_as_promised(subject.file, verdict)) return "replayed: the verdict is as promised";
  std::string words = "drifted";
  if (const auto idle = trial.end().idle_exception)
    words +=
        " at line " + std::to_string(subject.line_of(*idle)) + ", which found nothing to strike";
  return words + ": promised is " + words_of_promise(subject.file);
}

}  // namespace

ExitCode replay_cluster(const Subject& subject, const SystemOnTrial& system, const Flags& flags,
                        Console& console) {
  if (!flags.until.empty())
    throw Refusal{ExitCode::usage, "--until: the nodes of a cluster do not show their state"};
  if (!flags.operations.empty()) check_output_file("--operations", flags.operations);
  const auto trial = system.make_cluster_trial(*subject.workload);
  if (subject.file.repeats) trial->trust(*subject.file.repeats);
  const Verdict& verdict =
      trial->insist(subject.file.scenario, {subject.file.property, subject.file.kind});
  if (!flags.quiet)
    console.out.write(reports::space_time(trial->history(),
                                          {.highlighted = roots_of(*trial),
                                           .width = console.out.columns(),
                                           .most_rows = most_rows,
                                           .indent = "  "},
                                          console.out_ink));
  if (!flags.operations.empty())
    if (const std::string why = write_file(flags.operations, json_lines(trial->judged()));
        !why.empty())
      throw Refusal{ExitCode::usage,
                    "--operations: '" + flags.operations + "' could not be written: " + why};
  const reports::Ink& ink = console.out_ink;
  if (verdict.ruling == Ruling::violated)
    console.say("  " + ink.bad(std::string(ink.violated()) + ' ' + verdict.fingerprint.property) +
                "  " + reports::harmless(verdict.sentence));
  if (verdict.ruling == Ruling::held)
    console.say("  " + ink.good(std::string(ink.held()) + " every property held"));
  // An interrupt leaves out the further tries that a program which varies is given.
  const bool is_final = !watch_for_interrupt() || is_as_promised(subject.file, verdict);
  if (const std::string words = words_of_fidelity(subject, *trial, verdict);
      is_final && !words.empty())
    console.say("  " + words);
  console.say("  digest " + to_text(verdict.digest) + " of what the clients saw");
  if (verdict.ruling == Ruling::undecided || verdict.ruling == Ruling::system_failed)
    console.warn(words_of(verdict));
  return code_of(verdict);
}

ClusterStanding verify_cluster(const Subject& subject, const SystemOnTrial& system) {
  const auto trial = system.make_cluster_trial(*subject.workload);
  ClusterStanding standing;
  std::uint32_t promised = 0, same = 0;
  std::string other;
  for (std::uint32_t i = 0; i < replays; ++i) {
    const Verdict& verdict = trial->run(subject.file.scenario);
    if (verdict.ruling == Ruling::system_failed)
      return {ExitCode::system_failed, words_of(verdict), verdict.digest};
    if (i == 0) standing.digest = verdict.digest;
    if (verdict.digest == standing.digest) ++same;
    is_as_promised(subject.file, verdict) ? ++promised : (other = words_of(verdict), 0U);
  }
  const std::string of = " of " + std::to_string(replays) + " replays";
  if (promised == 0) {
    standing.code = ExitCode::stale;
    standing.why = "promised is " + words_of_promise(subject.file) + "; it is " + other;
  } else if (promised < replays || same < replays) {
    const bool is_known = subject.file.repeats.has_value();
    standing.code = is_known ? ExitCode::ok : ExitCode::diverged;
    standing.why = std::to_string(promised) + of + " gave the promised verdict, " +
                   std::to_string(same) + of + " the same history" +
                   (other.empty() ? "" : "; otherwise " + other);
  }
  return standing;
}

}  // namespace fencepost::cli
