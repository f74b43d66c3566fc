// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "fencepost/cli/counterexample.hpp"
#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/subject.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/properties/shrinker.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {
namespace {

using properties::Finding;
using properties::Fingerprint;
using properties::Judge;
using properties::Ruling;
using properties::Verdict;

constexpr std::uint32_t standard_budget = 5000;

/// `a/b.history` becomes `a/b.min.history`.
std::string standard_path(const std::string& path) {
  std::filesystem::path result(path);
  result.replace_extension(".min.history");
  return result.string();
}

/// Nothing can be shrunk of a history that does not fail.
ExitCode explain_why_not(const Subject& subject, const Verdict& verdict, Console& console) {
  console.warn(subject.name + ": there is nothing to shrink; " + words_of(verdict) +
               (subject.file.expect_violated
                    ? ", though promised is " + words_of_promise(subject.file)
                    : ""));
  if (verdict.ruling == Ruling::system_failed) return ExitCode::system_failed;
  if (verdict.ruling == Ruling::undecided) return ExitCode::undecided;
  return subject.file.expect_violated ? ExitCode::stale : ExitCode::ok;
}

ExitCode tell_how_to_go_on(const std::string& file, const SystemOnTrial& system, const Flags& flags,
                           Console& console) {
  console.warn("to go on: " + shell_quoted(flags.program) + " shrink " + shell_quoted(file) +
               (flags.out.empty() ? "" : " --out " + shell_quoted(flags.out)) +
               (flags.budget ? " --budget " + std::to_string(*flags.budget) : "") +
               system.flags_to_repeat());
  return ExitCode::interrupted;
}

Finding shrink_finding(const Subject& subject, const Verdict& first, Judge& judge,
                       std::uint32_t budget) {
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  const auto fails = [&](const Scenario& candidate) -> std::optional<Fingerprint> {
    if (interrupted) return std::nullopt;
    const Verdict& verdict = judge.insist(candidate, first.fingerprint);
    if (verdict.ruling != Ruling::violated) return std::nullopt;
    return verdict.fingerprint;
  };
  Finding finding;
  finding.repeats = judge.repeat(subject.file.scenario, first);
  finding.seed = subject.file.seed.value_or(0);
  finding.has_seed = subject.file.seed.has_value();
  finding.fingerprint = first.fingerprint;
  finding.found = subject.file.scenario;
  finding.shrunk = properties::shrink(subject.file.scenario, first.fingerprint, fails, budget);
  if (interrupted) {
    finding.shrunk.one_minimal = false;
    finding.shrunk.out_of_budget = true;
  }
  finding.verdict = judge.insist(finding.shrunk.scenario, first.fingerprint);
  if (finding.verdict.ruling != Ruling::violated) finding.verdict = first;
  return finding;
}

}  // namespace

ExitCode shrink(const Flags& flags, Console& console) {
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  const Subject subject = find_subject(flags);
  if (!subject.is_stored)
    throw Refusal{ExitCode::usage, "'" + flags.operands.front() +
                                       "': shrink wants a file; `run` shrinks what a seed finds"};
  const SystemOnTrial system(flags, subject.file.bug);
  system.check(*subject.workload->contract);
  const std::string path = flags.out.empty() ? standard_path(subject.name) : flags.out;
  check_output_file(flags.out.empty() ? "without --out" : "--out", path);
  const std::unique_ptr<Judge> judge = system.judge_maker(*subject.workload)();
  const Verdict first = judge->run(subject.file.scenario);
  if (interrupted) return tell_how_to_go_on(subject.name, system, flags, console);
  if (first.ruling != Ruling::violated) return explain_why_not(subject, first, console);

  const Finding finding =
      shrink_finding(subject, first, *judge, flags.budget.value_or(standard_budget));
  const Counterexample example =
      keep(*subject.workload, finding, system, path, flags, console.out_ink);
  const bool is_saved = !example.saved.path.empty();
  if (console.quiet)
    console.say("  " + reports::words_of_shrinking(finding.found, finding.shrunk));
  else
    console.out.write(example.screen);
  if (console.quiet && !is_saved) console.warn("not saved: " + example.saved.why_not);
  if (finding.shrunk.out_of_budget && !interrupted)
    console.tell("it may become shorter with more runs: raise --budget");
  console.err.write("replay it:  " + example.replay + '\n');
  if (interrupted) return tell_how_to_go_on(is_saved ? path : subject.name, system, flags, console);
  return is_saved ? ExitCode::ok : ExitCode::usage;
}

}  // namespace fencepost::cli
