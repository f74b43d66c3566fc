// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/counterexample.hpp"

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/operations_text.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/properties/recorded/reader.hpp"
#include "fencepost/reports/cluster_screen.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {
namespace {

constexpr std::string_view not_again =
    "it was seen once, but not again when it was replayed: the system does not "
    "answer alike each time";

std::string path_of(const properties::Finding& finding, const std::string& path) {
  if (!path.ends_with('/')) return path;
  return path + finding.fingerprint.property + '-' + to_text(finding.verdict.digest).substr(0, 8) +
         ".history";
}

/// With what the clients saw as comments above the last line, so that `check` can judge it.
std::string with_operations(std::string text, const std::string& operations) {
  const std::size_t last = text.rfind("end commands=");
  return operations.empty() ? text : text.insert(last, operations);
}

reports::Saved save(const properties::Finding& finding, const SystemOnTrial& system,
                    const std::string& path, const std::string& operations) {
  reports::Saved saved;
  saved.text = with_operations(write_history(history_file(finding, system)), operations);
  const std::string target = path_of(finding, path);
  std::string why = path.ends_with('/') ? make_folder(path) : std::string{};
  if (why.empty()) why = write_file(target, saved.text);
  if (why.empty())
    saved.path = target;
  else
    saved.why_not = target + ": " + why;
  return saved;
}

std::string replay_command(const properties::Finding& finding, const reports::Saved& saved,
                           const SystemOnTrial& system, const Flags& flags) {
  const std::string name(finding.found.workload->name);
  std::string what;
  if (!saved.path.empty())
    what = " replay " + shell_quoted(saved.path);
  else if (flags.verb == Verb::shrink)  // flags say nothing of what is in the file
    what = " replay " + shell_quoted(flags.operands.front());
  else if (finding.seeds_before > 0)  // one sitting
    what = " run " + name + " --seed " + reports::hexadecimal(finding.seed - finding.seeds_before) +
           " --seeds " + std::to_string(finding.seeds_before + 1) + scenario_flags(flags);
  else
    what = " replay " + reports::hexadecimal(finding.seed) + " --workload " + name +
           scenario_flags(flags);
  return shell_quoted(flags.program) + what + system.flags_to_repeat();
}

/// Takes over what the last run of the shrunk scenario came to.
void take_again(const properties::Verdict& again, properties::Finding& finding) {
  if (again.ruling == properties::Ruling::violated) {
    finding.verdict = again;
  } else {  // nothing of what was played last is marked as broken
    finding.verdict.ruling = again.ruling;
    finding.verdict.sentence = not_again;
  }
}

}  // namespace

HistoryFile history_file(const properties::Finding& finding, const SystemOnTrial& system) {
  HistoryFile file;
  file.scenario = finding.shrunk.scenario;
  file.property = finding.fingerprint.property;
  file.expect_violated = true;
  file.kind = finding.fingerprint.kind;
  if (system.bug() != nullptr) file.bug = system.bug()->id;
  file.sentence = finding.verdict.sentence;
  if (finding.has_seed) file.seed = finding.seed;
  if (finding.repeats.of > 0 && !finding.repeats.is_certain()) file.repeats = finding.repeats;
  // What a program answers may depend on more than the scenario, so no digest is promised of it.
  if (!system.is_program()) file.digest = finding.verdict.digest;
  return file;
}

Counterexample keep(const properties::Workload& workload, const properties::Finding& original,
                    const SystemOnTrial& system, const std::string& path, const Flags& flags,
                    const reports::Ink& ink) {
  properties::Finding finding = original;
  const reports::Ink plain{.colour = false, .signs = ink.signs};
  Counterexample example;
  const auto fill = [&](const std::string& operations, const auto& screen) {
    example.saved = save(finding, system, path, operations);
    example.replay = replay_command(finding, example.saved, system, flags);
    example.screen = screen(ink);
    example.plain = screen(plain);
  };
  if (workload.contract->cluster) {
    const auto trial = system.make_cluster_trial(workload);
    // Even when interrupted: what was found is to be shown.
    trial->stop_when({});
    trial->trust(watch_for_interrupt() ? Repeats{} : finding.repeats);
    take_again(trial->insist(finding.shrunk.scenario, finding.fingerprint), finding);
    fill(json_lines(trial->judged(), recorded::operation_mark), [&](const reports::Ink& used) {
      return reports::cluster_screen(finding, trial->history(), trial->anomaly(), trial->end(),
                                     example.saved, used);
    });
  } else {
    const auto home = system.make_home(*workload.contract);
    properties::Trial trial(workload, *home);
    take_again(trial.run(finding.shrunk.scenario), finding);
    fill({}, [&](const reports::Ink& used) {
      return reports::failing_screen(finding, trial.history(), example.saved, used);
    });
  }
  return example;
}

}  // namespace fencepost::cli
