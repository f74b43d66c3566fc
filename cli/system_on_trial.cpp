// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/system_on_trial.hpp"

#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/promised_model.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/external/child_cluster.hpp"
#include "fencepost/sut/external/child_home.hpp"

namespace fencepost::cli {
namespace {

const sut::PlantedBug* find_bug(const std::string& id, const std::string& source) {
  if (id.empty() || id == "none") return nullptr;
  if (const sut::PlantedBug* const bug = sut::find_planted_bug(id)) return bug;
  std::vector<std::string_view> names;
  for (const sut::PlantedBug* const bug : sut::planted_bugs()) names.push_back(bug->id);
  throw Refusal{ExitCode::nothing_ran, source + ": there is no planted bug '" + id + "'" +
                                           did_you_mean(id, names) +
                                           " (`fencepost bugs` lists them)"};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_quoted(word);
  return text;
}

}  // namespace

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

SystemOnTrial::SystemOnTrial(const Flags& flags, const std::string& promised_bug)
    : child_(flags.command),
      timeout_ms_(flags.timeout_ms),
      strict_(flags.strict),
      model_(flags.model),
      as_maelstrom_(flags.faults == "maelstrom") {
  check_model(model_);
  if (is_program() && !flags.bug.empty())
    throw Refusal{
        ExitCode::usage,
        "--bug: '" + flags.bug + "' is a bug of the engine, but a program is given behind --"};
  const char* const flag = timeout_ms_       ? "--timeout"
                           : strict_         ? "--strict"
                           : !model_.empty() ? "--model"
                                             : nullptr;
  if (!is_program() && flag != nullptr)
    throw Refusal{ExitCode::usage,
                  std::string(flag) + ": it is for programs; give one behind --, or leave it out"};
  if (flags.bug.empty()) bug_source_ = "the bug that the history names";
  if (!is_program()) bug_ = find_bug(flags.bug.empty() ? promised_bug : flags.bug, bug_source_);
}

void SystemOnTrial::check(const Contract& workload) const {
  check_model_is_for(model_, workload.name);
  if (workload.cluster && !is_program())
    throw Refusal{ExitCode::usage, std::string(workload.name) +
                                       " is tried on a program of yours; give its command behind "
                                       "--, as in: fencepost run " +
                                       std::string(workload.name) + " --nodes 3 -- ./my-node"};
  if (bug_ != nullptr && bug_->workload != workload.name)
    throw Refusal{ExitCode::nothing_ran, bug_source_ + ": '" + std::string(bug_->id) +
                                             "' is planted in " + std::string(bug_->workload) +
                                             ", not in " + std::string(workload.name)};
}

std::unique_ptr<sut::Home> SystemOnTrial::make_home(const Contract& workload) const {
  if (!is_program()) return sut::make_engine(workload.name, bug_);
  sut::ChildOptions options;
  options.argv = child_;
  options.strict = strict_;
  if (timeout_ms_) options.reply_limit = std::chrono::milliseconds(*timeout_ms_);
  return std::make_unique<sut::ChildHome>(workload, std::move(options));
}

std::unique_ptr<properties::ClusterTrial> SystemOnTrial::make_cluster_trial(
    const properties::Workload& workload) const {
  sut::ClusterOptions options;
  options.argv = child_;
  faults::ClusterRules rules;
  rules.strict = strict_;
  if (timeout_ms_) {
    options.settle_limit = std::chrono::milliseconds(*timeout_ms_);
    rules.reply_milliseconds = *timeout_ms_;
  }
  properties::CheckerOptions promises;
  if (!model_.empty()) promises.model = model_;
  auto trial = std::make_unique<properties::ClusterTrial>(
      workload, std::make_unique<sut::ChildCluster>(std::move(options)), rules, promises);
  if (as_maelstrom_) trial->judge_as_maelstrom_does();
  trial->stop_when([&interrupted = watch_for_interrupt()] { return interrupted.load(); });
  return trial;
}

properties::JudgeMaker SystemOnTrial::judge_maker(const properties::Workload& workload) const {
  if (workload.contract->cluster) return [this, &workload] { return make_cluster_trial(workload); };
  return
      [this, &workload] { return properties::make_trial(workload, make_home(*workload.contract)); };
}

std::string SystemOnTrial::name() const {
  if (is_program()) return joined(child_);
  return bug_ == nullptr ? "engine" : "engine with bug " + std::string(bug_->id);
}

std::string SystemOnTrial::flags_to_repeat() const {
  std::string text;
  if (bug_ != nullptr) text += " --bug " + std::string(bug_->id);
  if (strict_) text += " --strict";
  if (!model_.empty()) text += " --model " + model_;
  if (timeout_ms_) text += " --timeout " + std::to_string(*timeout_ms_);
  if (is_program()) text += " -- " + joined(child_);
  return text;
}

}  // namespace fencepost::cli
