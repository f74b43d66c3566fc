// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/findings.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/failing_screen.hpp"
#include "fencepost/suite/history_files.hpp"

namespace fencepost::suite {
namespace {

using properties::Finding;
using properties::Fingerprint;
using properties::Ruling;
using properties::Trial;
using properties::Verdict;

/// No colour, signs as in every page: what a test says is read in files more than on terminals.
constexpr reports::Ink plain{.colour = false, .signs = true};

constexpr std::string_view not_again =
    "it was seen once, but not again when it was replayed: the class does not answer alike each "
    "time";

HistoryFile history_file(const Finding& finding, const std::string& subject) {
  HistoryFile file;
  file.scenario = finding.shrunk.scenario;
  file.property = finding.fingerprint.property;
  file.expect_violated = true;
  file.kind = finding.fingerprint.kind;
  file.sentence = finding.verdict.sentence;
  file.seed = finding.seed;
  file.digest = finding.verdict.digest;
  file.comments = {" of the class " + reports::harmless(subject)};
  return file;
}

/// A name of its own below `folder`.
std::string path_of(const Finding& finding, const std::string& subject, const std::string& folder) {
  std::string name = subject;
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == '/' || c == ' ' || c == '<' || c == '>'; }, '_');
  return folder + '/' + name + '-' + finding.fingerprint.property + '-' +
         to_text(finding.verdict.digest).substr(0, 8) + ".history";
}

}  // namespace

Scenario only(const Scenario& scenario, const faults::Families& families) {
  Scenario left = scenario;
  std::erase_if(left.steps, [&families](const Step& step) {
    return step.kind != Step::Kind::command && step.kind != Step::Kind::calm &&
           !families.has(family_of(step));
  });
  return left;
}

Finding as_it_is(const Scenario& scenario, const Verdict& verdict, std::uint64_t seed) {
  Finding finding;
  finding.seed = seed;
  finding.fingerprint = verdict.fingerprint;
  finding.found = scenario;
  finding.shrunk.scenario = scenario;
  finding.verdict = verdict;
  return finding;
}

Finding shrunk(const Scenario& scenario, const Verdict& verdict, Trial& trial) {
  Finding finding = as_it_is(scenario, verdict, 0);
  const auto fails = [&trial](const Scenario& candidate) -> std::optional<Fingerprint> {
    const Verdict& now = trial.run(candidate);
    if (now.ruling != Ruling::violated) return std::nullopt;
    return now.fingerprint;
  };
  finding.shrunk = properties::shrink(scenario, finding.fingerprint, fails);
  return finding;
}

Shown show(Finding finding, const std::string& subject, Trial& trial, const std::string& folder) {
  const Verdict& again = trial.run(finding.shrunk.scenario);
  if (again.ruling == Ruling::violated) {
    finding.verdict = again;
  } else {  // nothing of what was played last is marked as broken
    finding.verdict.ruling = again.ruling;
    finding.verdict.sentence = not_again;
  }
  const std::string path = path_of(finding, subject, folder);
  reports::Saved saved;
  saved.text = write_history(history_file(finding, subject));
  const std::string why = write_file(path, saved.text);
  if (why.empty())
    saved.path = path;
  else
    saved.why_not = path + ": " + why;
  return {reports::failing_screen(finding, trial.history(), saved, plain), saved.path};
}

Shown show_stored(const Finding& finding, const std::string& path, const Trial& trial) {
  reports::Saved saved;
  saved.path = path;
  return {reports::failing_screen(finding, trial.history(), saved, plain), path};
}

std::string words_of_failure(const properties::Summary& summary) {
  return "seed " + reports::hexadecimal(summary.failing_seed) +
         ": it failed outside the plan: " + reports::harmless(summary.failure);
}

}  // namespace fencepost::suite
