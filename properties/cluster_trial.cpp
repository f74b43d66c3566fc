// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_trial.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/cluster_marks.hpp"
#include "fencepost/properties/cluster_speech.hpp"
#include "fencepost/properties/maelstrom.hpp"
#include "fencepost/properties/presumptions.hpp"

namespace fencepost::properties {
namespace {

/// Everything is read back at most so often, until it is as it must be in the end.
constexpr int most_rounds = 6;
/// Who needs more messages has mostly so much to remember that a fresh start is cheaper.
constexpr std::uint32_t most_deliveries_before_a_sequel = 1000;
/// A violated scenario is tried so often again before it is shrunk.
constexpr std::uint32_t repetitions = 5;
/// A candidate is tried at most so often before a pass is believed.
constexpr std::uint32_t most_insistence = 20;

/// The first words of how a node ended: `ended with exit status 3`.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// `G1c-realtime` is G1c, seen only when the order of time counts.
std::pair<std::string_view, std::string_view> name_and_scope(std::string_view name) {
  for (const std::string_view scope : {"process", "realtime"})
    if (name.size() > scope.size() + 1 && name.ends_with(scope) &&
        name[name.size() - scope.size() - 1] == '-')
      return {name.substr(0, name.size() - scope.size() - 1), scope};
  return {name, {}};
}

/// So many tries that a scenario which is violated in `same` of `of` runs would pass them all in at
/// most one of twenty cases.
std::uint32_t tries_for(const Repeats& repeats) {
  if (repeats.of == 0 || repeats.same_verdict == repeats.of) return 1;
  // passes^tries <= 1/20, in hundredths of hundredths without fractions of our own.
  const std::uint64_t passes = repeats.of - std::max(repeats.same_verdict, 1U);
  std::uint64_t chance = 1'000'000;
  std::uint32_t tries = 0;
  while (chance > 50'000 && tries < most_insistence) {
    chance = chance * passes / repeats.of;
    ++tries;
  }
  return tries;
}

}  // namespace

ClusterTrial::ClusterTrial(const Workload& workload, std::unique_ptr<sut::Cluster> cluster,
                           faults::ClusterRules rules, CheckerOptions promises)
    : workload_(workload),
      cluster_(std::move(cluster)),
      rules_(rules),
      promises_(std::move(promises)),
      world_(rules),
      clients_(make_clients(*workload.contract, rules.strict)) {}

bool ClusterTrial::is_stopped() const { return stopped_ && stopped_(); }

void ClusterTrial::stop_when(std::function<bool()> stopped) {
  stopped_ = std::move(stopped);
  world_.stop_when(stopped_);
}

const Verdict& ClusterTrial::run(const Scenario& scenario) {
  end_ = world_.play(scenario, *cluster_, *clients_, history_);
  return judge_what_was_played(scenario);
}

bool ClusterTrial::can_go_on() const {
  if (verdict_.ruling != Ruling::held || end_.unrests > 0) return false;
  if (end_.deliveries > most_deliveries_before_a_sequel) return false;
  // An addition that may or may not have happened widens what a counter may show for ever.
  const bool is_counter = workload_.contract->name.ends_with("-counter");
  return !is_counter || std::ranges::none_of(history_.operations, [](const Operation& operation) {
    return operation.type == Operation::Type::info;
  });
}

const Verdict& ClusterTrial::go_on(const Scenario& story, std::uint32_t first) {
  end_ = world_.play_on(story, first);
  return judge_what_was_played(story);
}

const Verdict& ClusterTrial::judge_what_was_played(const Scenario& scenario) {
  reads_back_ = reads_everything_back(scenario);
  const std::size_t before_calm = world_.operations_before_calm();
  std::size_t final_from = before_calm;
  std::uint32_t left = UINT32_MAX;
  for (int round = 1;; ++round) {
    verdict_ = {};
    anomaly_.reset();
    judge(final_from);
    if (round == most_rounds || !is_only_for_now()) break;
    if (round == 1) left = world_.patience_for_the_end();
    // Little at first, the rest in the end.
    const std::uint32_t wait = round + 1 == most_rounds ? left : left / 4;
    left -= wait;
    end_ = world_.play_calm_again(final_from, wait);
    if (round + 1 == most_rounds) world_.waited_for_the_end();
  }
  verdict_.marks = marks_of(history_.operations, workload_.properties);
  verdict_.digest = digest_of(history_.operations);
  return verdict_;
}

void ClusterTrial::judge(std::size_t final_from) {
  judged_ = history_.operations;
  for (std::size_t i = final_from; i < judged_.size(); ++i)
    judged_[i].more.set("final?", Json::flag(true));
  if (end_.kind != faults::ClusterEnd::Kind::played) return judge_ending();
  if (!end_.malformed.empty()) return violate(speaks_the_protocol, {}, end_.malformed);
  const std::unique_ptr<Checker> checker = make_checker(workload_.contract->name, promises_);
  CHECK(checker != nullptr);
  for (const Operation& operation : judged_)
    if (const std::string why = checker->add(operation); !why.empty()) {
      verdict_.ruling = Ruling::undecided;
      verdict_.sentence = "the history cannot be judged: it " + why;
      return;
    }
  judgement_ = checker->finish();
  if (only_maelstroms_) forget_what_maelstrom_ignores();
  if (final_from == judged_.size() || !reads_back_) forget_the_end();
  if (judgement_.verdict == Judgement::Verdict::undecided) {
    verdict_.ruling = Ruling::undecided;
    verdict_.sentence = judgement_.why;
  }
  if (judgement_.verdict != Judgement::Verdict::violated || judgement_.anomalies.empty()) return;
  anomaly_ = chosen_anomaly();
  const auto [name, scope] = name_and_scope(anomaly_->name);
  violate(name, std::string(scope), anomaly_->sentence);
}

void ClusterTrial::judge_ending() {
  if (end_.kind == faults::ClusterEnd::Kind::node_ended) {
    std::string how = first_line(end_.words);
    how.erase(0, std::min(how.find(' ') + 1, how.size()));
    return violate(nodes_stay_up, how, end_.words);
  }
  if (end_.kind == faults::ClusterEnd::Kind::restless)
    return violate(nodes_come_to_rest, {}, end_.words);
  const bool interrupted = end_.kind == faults::ClusterEnd::Kind::interrupted;
  verdict_.ruling = interrupted ? Ruling::undecided : Ruling::system_failed;
  verdict_.sentence = end_.words;
}

const Anomaly& ClusterTrial::chosen_anomaly() const {
  const auto wanted = std::ranges::find_if(judgement_.anomalies, [this](const Anomaly& anomaly) {
    const auto [name, scope] = name_and_scope(anomaly.name);
    return name == wanted_.property && scope == wanted_.kind;
  });
  return wanted == judgement_.anomalies.end() ? judgement_.anomalies.front() : *wanted;
}

void ClusterTrial::violate(std::string_view property, std::string kind, std::string sentence) {
  verdict_.ruling = Ruling::violated;
  verdict_.fingerprint = {std::string(property), std::move(kind)};
  verdict_.sentence = std::move(sentence);
}

bool ClusterTrial::is_eventual(std::string_view anomaly) const {
  const auto property =
      std::ranges::find(workload_.properties, name_and_scope(anomaly).first, &Property::name);
  return property != workload_.properties.end() && property->mode == Mode::eventually;
}

void ClusterTrial::forget(const std::function<bool(std::string_view)>& is_forgotten) {
  std::erase_if(judgement_.anomalies,
                [&](const Anomaly& anomaly) { return is_forgotten(anomaly.name); });
  std::erase_if(judgement_.counts, [&](const auto& count) { return is_forgotten(count.first); });
  if (judgement_.verdict == Judgement::Verdict::violated && judgement_.anomalies.empty())
    judgement_.verdict = Judgement::Verdict::held;
}

void ClusterTrial::forget_the_end() {
  forget([this](std::string_view anomaly) { return is_eventual(anomaly); });
}

void ClusterTrial::forget_what_maelstrom_ignores() {
  const auto is_ignored = [](std::string_view anomaly) {
    return !maelstrom_judges(name_and_scope(anomaly).first);
  };
  for (const Anomaly& anomaly : judgement_.anomalies)
    if (is_ignored(anomaly.name))
      ++end_.notes
            .try_emplace(anomaly.name + ", which Maelstrom does not judge", 0, anomaly.sentence)
            .first->second.first;
  forget(is_ignored);
}

bool ClusterTrial::is_only_for_now() const {
  return verdict_.ruling == Ruling::violated && anomaly_ && is_eventual(anomaly_->name);
}

Repeats ClusterTrial::repeat(const Scenario& scenario, const Verdict& first) {
  wanted_ = first.fingerprint;
  const Digest digest = first.digest;
  repeats_ = {};
  while (repeats_.of < repetitions) {
    const Verdict& verdict = run(scenario);
    if (is_stopped()) break;
    ++repeats_.of;
    if (is_wanted(verdict)) ++repeats_.same_verdict;
    if (verdict.digest == digest) ++repeats_.same_history;
  }
  wanted_ = {};
  return repeats_;
}

const Verdict& ClusterTrial::insist(const Scenario& scenario, const Fingerprint& wanted) {
  if (writes_twice(scenario)) return verdict_ = {}, verdict_;
  wanted_ = wanted;
  const std::uint32_t tries = tries_for(repeats_);
  for (std::uint32_t i = 0; i < tries; ++i)
    if (is_wanted(run(scenario)) || is_stopped()) break;
  wanted_ = {};
  return verdict_;
}

bool ClusterTrial::is_wanted(const Verdict& verdict) const {
  return verdict.ruling == Ruling::violated && verdict.fingerprint == wanted_;
}

}  // namespace fencepost::properties
