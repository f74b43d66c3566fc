// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/suite.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/suite/findings.hpp"
#include "fencepost/suite/history_files.hpp"

namespace fencepost::suite {
namespace {

using properties::Finding;
using properties::Mode;
using properties::Ruling;
using properties::Summary;
using properties::Trial;
using properties::Verdict;
using Kind = Judgement::Kind;

constexpr std::string_view mark_prefix = "mark_";

/// More different faults are not looked for.
constexpr std::uint32_t most_findings = 8;

Judgement failed(std::string words) { return {Kind::failed, std::move(words), {}}; }
Judgement skipped(std::string words) { return {Kind::skipped, std::move(words), {}}; }

}  // namespace

Suite::Suite(Subject subject, const Options& options)
    : subject_(std::move(subject)), options_(with_environment(options)) {
  CHECK(subject_.workload != nullptr);
}

std::vector<std::string> Suite::cases() const {
  std::vector<std::string> names;
  for (const auto& property : subject_.workload->properties)
    if (property.mode != Mode::sometimes) names.emplace_back(property.name);
  for (const std::string_view shared : properties::shared_properties(*subject_.workload->contract))
    names.emplace_back(shared);
  names.emplace_back(golden_case);
  names.emplace_back(stored_case);
  for (const auto& property : subject_.workload->properties)
    if (property.mode == Mode::sometimes && subject_.can_reach(property))
      names.push_back(std::string(mark_prefix) + std::string(property.name));
  return names;
}

Judgement Suite::judge(std::string_view name) {
  const std::vector<std::string> all = cases();
  CHECK(std::ranges::find(all, name) != all.end());
  if (!options_) return failed(options_.why());
  if (name == golden_case) return judge_golden();
  if (name == stored_case) return judge_stored();
  const auto& properties = subject_.workload->properties;
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (properties[i].mode == Mode::sometimes &&
        name == std::string(mark_prefix) + std::string(properties[i].name))
      return judge_mark(i);
  return judge_property(name);
}

const Summary& Suite::summary() {
  if (!summary_) {
    properties::Plan plan;
    plan.first_seed = options_->seed;
    plan.seeds = options_->seeds;
    plan.jobs = std::max(options_->jobs, 1U);
    plan.families = subject_.families();
    plan.most_findings = most_findings;
    properties::Listener nobody;
    summary_ = properties::run_campaign(*subject_.workload, subject_.make_home, plan, nobody);
  }
  return *summary_;
}

Trial& Suite::trial() {
  if (!trial_) {
    home_ = subject_.make_home();
    trial_.emplace(*subject_.workload, *home_);
  }
  return *trial_;
}

Judgement Suite::fail(const Finding& finding) {
  Shown shown = show(finding, subject_.name, trial(), options_->findings);
  return {Kind::failed, std::move(shown.screen), std::move(shown.history)};
}

Judgement Suite::judge_property(std::string_view name) {
  const Summary& summary = this->summary();
  Judgement all;
  for (const Finding& finding : summary.findings) {
    if (finding.fingerprint.property != name) continue;
    Judgement one = fail(finding);
    if (all.kind == Kind::failed)
      all.words += "      also    " + finding.fingerprint.kind + ": " + one.history + "\n\n";
    else
      all = std::move(one);
  }
  if (all.kind == Kind::failed) return all;
  if (!summary.failure.empty()) return failed(words_of_failure(summary));
  const bool compares = name == properties::answers_as_the_model_does;
  if (compares && summary.undecided > 0)
    return failed(reports::counted(summary.undecided, "scenario") +
                  " left more fates open than are followed; nothing is known of them");
  return all;
}

Judgement Suite::judge_mark(std::size_t number) {
  const Summary& summary = this->summary();
  if ((summary.marks >> number & 1U) != 0) return {};
  const properties::Property& mark = subject_.workload->properties[number];
  const std::string words = "in " + reports::counted(summary.scenarios, "scenario") +
                            " it never happened: " + std::string(mark.sentence);
  if (summary.ruling() != Ruling::held)
    return skipped(words + "; judged when every property holds");
  if (summary.scenarios < enough_for_marks)
    return skipped(words + "; judged from " + std::to_string(enough_for_marks) + " on");
  return failed(words + "; raise FENCEPOST_SEEDS");
}

Judgement Suite::judge_golden() {
  for (const Golden& golden : golden_histories()) {
    const Result<HistoryFile> file = read_history(golden.text);
    CHECK(file);
    if (file->scenario.workload != subject_.workload->contract) continue;
    const Scenario scenario = only(file->scenario, subject_.families());
    const Verdict verdict = trial().run(scenario);
    if (verdict.ruling == Ruling::system_failed) return failed(verdict.sentence);
    if (verdict.ruling != Ruling::violated) continue;
    Judgement judgement = fail(shrunk(scenario, verdict, trial()));
    judgement.words = "the golden history " + std::string(golden.name) + ":\n" + judgement.words;
    return judgement;
  }
  return {};
}

Judgement Suite::judge_stored() {
  if (options_->histories.empty())
    return skipped("name a file or a folder: FENCEPOST_HISTORIES, or the option `histories`");
  const auto files = files_below(options_->histories);
  if (!files) return failed(files.why());
  std::size_t played = 0;
  for (const std::string& path : *files) {
    Judgement judgement = judge_file(path, played);
    if (judgement.kind == Kind::failed) return judgement;
  }
  if (played > 0) return {};
  return skipped(options_->histories + ": no history there is one of " +
                 std::string(subject_.workload->contract->name));
}

Judgement Suite::judge_file(const std::string& path, std::size_t& played) {
  const Result<std::string> text = read_file(path);
  if (!text) return failed(text.why());
  const Result<HistoryFile> file = read_history(*text);
  if (!file) return failed(path + ": " + file.why());
  if (file->scenario.workload != subject_.workload->contract) return {};
  ++played;
  const Scenario scenario = only(file->scenario, subject_.families());
  const Verdict verdict = trial().run(scenario);
  if (verdict.ruling == Ruling::system_failed) return failed(verdict.sentence);
  if (verdict.ruling != Ruling::violated) return {};
  Shown shown = show_stored(as_it_is(scenario, verdict, file->seed.value_or(0)), path, trial());
  return {Kind::failed, std::move(shown.screen), std::move(shown.history)};
}

}  // namespace fencepost::suite
