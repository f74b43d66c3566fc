// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/cluster_replay.hpp"
#include "fencepost/cli/flag_values.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/cli/subject.hpp"
#include "fencepost/cli/system_on_trial.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/history_table.hpp"
#include "fencepost/reports/side_by_side.hpp"

namespace fencepost::cli {
namespace {

using properties::Ruling;
using properties::Trial;
using properties::Verdict;

constexpr std::uint32_t to_the_end = UINT32_MAX;

/// Where `--until` stops, as an index into the steps.
std::uint32_t step_of(const Subject& subject, const std::string& until) {
  if (until.empty()) return to_the_end;
  const bool is_line = until.starts_with("line:");
  const Result<std::uint64_t> number =
      count_from(is_line ? until.substr(5) : until, 1, to_the_end - 1);
  if (!number) throw Refusal{ExitCode::usage, "--until: " + number.why() + ", nor line:N"};
  const auto& steps = subject.file.scenario.steps;
  for (std::uint32_t i = 0; i < steps.size(); ++i)
    if (is_line ? subject.line_of(i) >= *number
                : steps[i].kind == Step::Kind::command && steps[i].id >= *number)
      return i;
  return static_cast<std::uint32_t>(steps.size());
}

/// The first step that is not as it was when the promise was made, as far as that can be known.
std::uint32_t first_drift(const Trial& trial, const Verdict& verdict) {
  if (trial.end().idle_exception) return *trial.end().idle_exception;
  if (verdict.ruling == Ruling::violated) return trial.history()[verdict.event].step;
  return trial.history().empty() ? 0 : trial.history().back().step;
}

/// Whether the history is the one that was stored; nothing is promised of a seed.
std::string words_of_fidelity(const Subject& subject, const Trial& trial, const Verdict& verdict) {
  const HistoryFile& file = subject.file;
  if (!subject.is_stored) return {};
  if (is_as_promised(file, verdict) && (!file.digest || *file.digest == verdict.digest))
    return file.digest ? "replayed exactly"
                       : "replayed: the verdict is as promised, a digest is not";
  return "drifted at line " + std::to_string(subject.line_of(first_drift(trial, verdict))) +
         ": promised is " + words_of_promise(file) +
         (file.digest ? ", digest " + to_text(*file.digest) : "");
}

void show_head(const Subject& subject, const SystemOnTrial& system, Console& console) {
  const Scenario& scenario = subject.file.scenario;
  std::string text =
      "  " + console.out_ink.strong(subject.name) + "   " + std::string(scenario.workload->name);
  for (const auto& [name, value] : scenario.parameters.values)
    text += ' ' + name + '=' + std::to_string(value);
  console.say(text + "   on trial: " + reports::harmless(system.name()));
  if (!subject.file.sentence.empty())
    console.say("  as stored: " + reports::harmless(subject.file.sentence));
  console.say("");
}

ExitCode show_end(const Subject& subject, const Trial& trial, const Verdict& verdict,
                  Console& console) {
  const reports::Ink& ink = console.out_ink;
  if (!console.quiet) console.say("");
  if (verdict.ruling == Ruling::violated)
    console.say("  " + ink.bad(std::string(ink.violated()) + ' ' + verdict.fingerprint.property) +
                "  " + reports::harmless(verdict.sentence));
  if (verdict.ruling == Ruling::held)
    console.say("  " + ink.good(std::string(ink.held()) + " every property held"));
  if (const std::string words = words_of_fidelity(subject, trial, verdict); !words.empty())
    console.say("  " + words);
  console.say("  digest " + to_text(verdict.digest));
  if (verdict.ruling == Ruling::undecided || verdict.ruling == Ruling::system_failed)
    console.warn(words_of(verdict));
  return code_of(verdict);
}

void show_states(const Trial& trial, const SystemOnTrial& system, const std::string& where,
                 Console& console) {
  const reports::Ink& ink = console.out_ink;
  console.say("\n  " + where + "\n");
  console.out.write(system.is_program()
                        ? reports::model_alone(trial.model_state(), ink)
                        : reports::side_by_side(trial.model_state(), trial.system_state(), ink));
}

ExitCode tell_how_to_go_on(const SystemOnTrial& system, const Flags& flags, Console& console) {
  console.warn("to go on: " + shell_quoted(flags.program) + " replay " +
               shell_quoted(flags.operands.front()) +
               (flags.workload.empty() ? "" : " --workload " + flags.workload) +
               scenario_flags(flags) +
               (flags.until.empty() ? "" : " --until " + shell_quoted(flags.until)) +
               (flags.operations.empty() ? "" : " --operations " + shell_quoted(flags.operations)) +
               system.flags_to_repeat());
  return ExitCode::interrupted;
}

/// What `replay` does unless it is interrupted.
ExitCode play(const Subject& subject, const SystemOnTrial& system, const Flags& flags,
              Console& console) {
  const Scenario& scenario = subject.file.scenario;
  if (subject.workload->contract->cluster) return replay_cluster(subject, system, flags, console);
  if (!flags.operations.empty())
    throw Refusal{ExitCode::usage, "--operations: only the clients of a cluster have any"};
  const std::uint32_t until = step_of(subject, flags.until);
  const auto home = system.make_home(*scenario.workload);
  Trial trial(*subject.workload, *home);
  const Verdict& verdict = trial.run(scenario, until);
  if (!flags.quiet) {
    show_head(subject, system, console);
    console.out.write(reports::history_table(scenario, trial.history(), verdict, console.out_ink,
                                             {.indent = "  "}));
  }
  if (trial.end().kind == faults::End::Kind::paused) {
    show_states(trial, system, "before line " + std::to_string(subject.line_of(until)), console);
    return ExitCode::ok;
  }
  const ExitCode code = show_end(subject, trial, verdict, console);
  if (!flags.until.empty()) show_states(trial, system, "where it ended", console);
  return code;
}

}  // namespace

ExitCode replay(const Flags& flags, Console& console) {
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  const Subject subject = find_subject(flags);
  const SystemOnTrial system(flags, subject.file.bug);
  system.check(*subject.workload->contract);
  const ExitCode code = play(subject, system, flags, console);
  return interrupted ? tell_how_to_go_on(system, flags, console) : code;
}

}  // namespace fencepost::cli
