// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_trial.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "fencepost/faults/uneventful_cluster_test.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/properties/sitting.hpp"

namespace fencepost::properties {
namespace {

/// Gives out ids; every `period`-th one a second time, counted over all its lives.
class IdGiver : public faults::UneventfulCluster {
 public:
  explicit IdGiver(int period) : period_(period) {}
  void move_in(std::uint32_t) override { ++moves; }
  void send(std::uint32_t node, std::string_view line) override {
    const Json message = *read_json(line);
    const Json& body = *message.find("body");
    Json reply = Json{}.set("in_reply_to", *body.find("msg_id"));
    reply.set("type", Json::of(body.find("type")->text + "_ok"));
    if (body.find("type")->text == "generate")
      reply.set("id", Json::of(period_ > 0 && ++given_ % period_ == 0 ? id_ : ++id_));
    lines_.push_back(to_text(Json{}
                                 .set("src", Json::of("n" + std::to_string(node)))
                                 .set("dest", *message.find("src"))
                                 .set("body", reply)));
  }
  sut::Rest settle(std::uint32_t, std::vector<std::string>& lines) override {
    lines.insert(lines.end(), lines_.begin(), lines_.end());
    lines_.clear();
    return sut::Rest::quiet;
  }

  int moves = 0;

 protected:
  std::int64_t given_ = 0, id_ = 0;

  std::vector<std::string> lines_;

 private:
  int period_;
};

/// One whose processes give the same id again when they have given `lasts` of them.
class TiringIdGiver final : public IdGiver {
 public:
  explicit TiringIdGiver(int lasts) : IdGiver(lasts) {}
  void move_in(std::uint32_t) override { given_ = id_ = 0; }
};

/// Adds nothing, and replies to reads only.
class Silent final : public IdGiver {
 public:
  explicit Silent(Json value) : IdGiver(0), value_(std::move(value)) {}
  void send(std::uint32_t node, std::string_view line) override {
    const Json body = *read_json(line)->find("body");
    if (body.find("type")->text == "add") return;
    IdGiver::send(node, line);
    if (body.find("type")->text == "read")
      lines_.back().insert(lines_.back().rfind("}}"), ",\"value\":" + to_text(value_));
  }

 private:
  Json value_;
};

/// Keeps one list; a transaction does not see what it appended itself.
class Blind final : public IdGiver {
 public:
  Blind() : IdGiver(0) {}
  void send(std::uint32_t node, std::string_view line) override {
    IdGiver::send(node, line);
    const Json body = *read_json(line)->find("body");
    if (body.find("type")->text != "txn") return;
    Json txn = *body.find("txn");
    const std::vector<Json> before = list_;
    for (Json& part : txn.items)
      if (part.items[0].text == "r")
        part.items[2] = Json::list(before);
      else
        list_.push_back(part.items[2]);
    lines_.back().insert(lines_.back().rfind("}}"), ",\"txn\":" + to_text(txn));
  }

 private:
  std::vector<Json> list_;
};

const Workload& unique_ids() { return *find_workload("unique-ids"); }

Scenario two_ids() {
  Scenario scenario;
  scenario.workload = unique_ids().contract;
  scenario.parameters.set("nodes", 1);
  send(scenario, "c0", 0).number(0);
  send(scenario, "c1", 0).number(0);
  return scenario;
}

TEST(ClusterTrial, acquits_a_right_cluster_and_reaches_its_mark) {
  ClusterTrial trial(unique_ids(), std::make_unique<IdGiver>(0));
  const Verdict& verdict = trial.run(two_ids());
  EXPECT_EQ(verdict.ruling, Ruling::held) << verdict.sentence;
  EXPECT_NE(verdict.marks, 0U);
  EXPECT_EQ(trial.judged().size(), 4U);
}

TEST(ClusterTrial, convicts_by_the_name_of_the_anomaly) {
  ClusterTrial trial(unique_ids(), std::make_unique<IdGiver>(2));
  const Verdict& verdict = trial.run(two_ids());
  EXPECT_EQ(verdict.ruling, Ruling::violated);
  EXPECT_EQ(verdict.fingerprint, (Fingerprint{"duplicate-id", ""}));
  ASSERT_TRUE(trial.anomaly());
  EXPECT_EQ(trial.anomaly()->operations.size(), 2U);
}

TEST(ClusterTrial, learns_how_often_a_run_repeats_and_insists_as_often) {
  ClusterTrial trial(unique_ids(), std::make_unique<IdGiver>(4));
  const Scenario scenario = two_ids();
  Verdict first;
  do first = trial.run(scenario);
  while (first.ruling != Ruling::violated);
  const Repeats repeats = trial.repeat(scenario, first);
  EXPECT_EQ(repeats.of, 5U);
  EXPECT_GT(repeats.same_verdict, 0U);
  EXPECT_LT(repeats.same_verdict, 5U);
  EXPECT_FALSE(repeats.is_certain());
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(trial.insist(scenario, first.fingerprint).ruling, Ruling::violated);
}

TEST(ClusterTrial, is_what_a_campaign_needs) {
  Plan plan;
  plan.seeds = 50;
  plan.jobs = 2;
  plan.block = 1;
  plan.given.set("nodes", 1);
  Listener nobody;
  const auto maker = [](int period) {
    return JudgeMaker([period] {
      return std::make_unique<ClusterTrial>(unique_ids(), std::make_unique<IdGiver>(period));
    });
  };
  EXPECT_EQ(run_campaign(unique_ids(), maker(0), plan, nobody).ruling(), Ruling::held);
  const Summary summary = run_campaign(unique_ids(), maker(2), plan, nobody);
  ASSERT_EQ(summary.findings.size(), 1U);
  EXPECT_EQ(summary.findings[0].shrunk.scenario.steps.size(), 2U);
  EXPECT_TRUE(summary.findings[0].shrunk.one_minimal);
}

Plan sittings_of_four() {
  Plan plan;
  plan.seeds = 40;
  plan.block = 4;
  plan.longest = 3;
  plan.given.set("nodes", 1);
  plan.families = faults::Families::none();
  return plan;
}

TEST(ClusterTrial, plays_a_sitting_on_the_same_processes) {
  auto giver = std::make_unique<IdGiver>(0);
  IdGiver& known = *giver;
  ClusterTrial trial(unique_ids(), std::move(giver));
  Sitting sitting(trial, sittings_of_four().given, [](std::uint64_t seed, const Parameters& given) {
    return draw_scenario(unique_ids(), seed, faults::Families::none(), 3, given);
  });
  std::size_t before = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    ASSERT_EQ(sitting.play(seed).ruling, Ruling::held);
    EXPECT_GT(trial.judged().size(), before) << "the story so far is judged";
    before = trial.judged().size();
    EXPECT_LE(trial.effort().deliveries, 8U) << "of the last scenario only";
  }
  EXPECT_EQ(known.moves, 1);
}

Finding found_in_who_lasts(int lasts) {
  Listener nobody;
  const JudgeMaker maker = [lasts] {
    return std::make_unique<ClusterTrial>(unique_ids(), std::make_unique<TiringIdGiver>(lasts));
  };
  const Summary summary = run_campaign(unique_ids(), maker, sittings_of_four(), nobody);
  EXPECT_EQ(summary.findings.size(), 1U);
  return summary.findings.empty() ? Finding{} : summary.findings.front();
}

TEST(ClusterTrial, tells_a_bug_that_needs_a_long_life_from_the_story) {
  const Finding finding = found_in_who_lasts(8);
  EXPECT_GT(finding.seeds_before, 0U);
  EXPECT_LT(finding.seeds_before, 4U);
  EXPECT_EQ(why_unplayable(finding.found), "");
  EXPECT_EQ(count_commands(finding.shrunk.scenario), 8U) << "it takes eight ids";
  EXPECT_EQ(finding.verdict.ruling, Ruling::violated);
  EXPECT_TRUE(finding.repeats.is_certain());
}

TEST(ClusterTrial, tells_a_bug_of_one_scenario_without_those_before) {
  const Finding finding = found_in_who_lasts(3);
  const Plan plan = sittings_of_four();
  EXPECT_EQ(finding.seeds_before, 0U);
  EXPECT_EQ(finding.found,
            draw_scenario(unique_ids(), finding.seed, plan.families, plan.longest, plan.given));
  EXPECT_EQ(count_commands(finding.shrunk.scenario), 3U);
}

TEST(ClusterTrial, gives_a_counter_fresh_processes_once_an_addition_is_in_doubt) {
  const auto can_go_on = [](const char* workload, Json value) {
    Scenario scenario;
    scenario.workload = find_workload(workload)->contract;
    scenario.parameters.set("nodes", 1);
    send(scenario, "c0", 0).number(0).number(1);
    calm(scenario);
    send(scenario, "r0", 1).number(0);
    ClusterTrial trial(*find_workload(workload), std::make_unique<Silent>(std::move(value)));
    EXPECT_EQ(trial.run(scenario).ruling, Ruling::held) << workload;
    return trial.can_go_on();
  };
  EXPECT_FALSE(can_go_on("g-counter", Json::of(std::int64_t{0})));
  EXPECT_FALSE(can_go_on("pn-counter", Json::of(std::int64_t{1})));
  EXPECT_TRUE(can_go_on("g-set", Json::list()));
}

TEST(ClusterTrial, holds_transactions_to_the_model_that_they_promise) {
  const Workload& lists = *find_workload("txn-list-append");
  Scenario scenario;
  scenario.workload = lists.contract;
  scenario.parameters.set("nodes", 1);
  Tape& txn = send(scenario, "c0", 0).number(0).list(2);
  txn.list(3).text("append").number(0).number(1);
  txn.list(3).text("r").number(0).null();
  ClusterTrial strict(lists, std::make_unique<Blind>());
  EXPECT_EQ(strict.run(scenario).fingerprint, (Fingerprint{"internal", ""}));
  for (const auto& [model, ruling] :
       {std::pair{"snapshot-isolation", Ruling::violated}, {"read-committed", Ruling::held}}) {
    CheckerOptions promises;
    promises.model = model;
    ClusterTrial trial(lists, std::make_unique<Blind>(), {}, promises);
    EXPECT_EQ(trial.run(scenario).ruling, ruling) << model;
  }
}

TEST(ClusterTrial, does_not_go_on_after_a_violation) {
  ClusterTrial trial(unique_ids(), std::make_unique<IdGiver>(2));
  EXPECT_EQ(trial.run(two_ids()).ruling, Ruling::violated);
  EXPECT_FALSE(trial.can_go_on());
}

/// Shows an element more than was added: nothing that Maelstrom would mind in a register.
class Inventive final : public IdGiver {
 public:
  Inventive() : IdGiver(0) {}
  void send(std::uint32_t node, std::string_view line) override {
    const Json body = *read_json(line)->find("body");
    IdGiver::send(node, line);
    if (body.find("type")->text == "txn")
      lines_.back().insert(lines_.back().rfind("}}"), R"(,"txn":[["r",7,99]])");
  }
};

Scenario one_read() {
  Scenario scenario;
  scenario.workload = find_workload("txn-rw-register")->contract;
  scenario.parameters.set("nodes", 1);
  send(scenario, "c0", 0).number(0).list(1).list(3).text("r").number(7).null();
  return scenario;
}

TEST(ClusterTrial, notes_only_what_maelstrom_does_not_judge_if_it_is_told_to) {
  ClusterTrial trial(*find_workload("txn-rw-register"), std::make_unique<Inventive>());
  EXPECT_EQ(trial.run(one_read()).fingerprint.property, "phantom");
  trial.judge_as_maelstrom_does();
  EXPECT_EQ(trial.run(one_read()).ruling, Ruling::held);
  EXPECT_TRUE(trial.end().notes.contains("phantom, which Maelstrom does not judge"));

  // Its set-full follows what was added, and nothing else.
  ClusterTrial set(*find_workload("g-set"), std::make_unique<Silent>(*read_json("[7]")));
  Scenario only_read;
  only_read.workload = find_workload("g-set")->contract;
  only_read.parameters.set("nodes", 1);
  send(only_read, "r0", 1).number(0);
  EXPECT_EQ(set.run(only_read).fingerprint.property, "phantom");
  set.judge_as_maelstrom_does();
  EXPECT_EQ(set.run(only_read).ruling, Ruling::held);
}

TEST(ClusterTrial, convicts_nobody_when_it_is_interrupted) {
  ClusterTrial trial(unique_ids(), std::make_unique<IdGiver>(2));
  bool stopped = false;
  trial.stop_when([&stopped] { return stopped; });
  const Verdict first = trial.run(two_ids());
  ASSERT_EQ(first.ruling, Ruling::violated);
  stopped = true;
  EXPECT_EQ(trial.run(two_ids()).ruling, Ruling::undecided);
  EXPECT_EQ(trial.insist(two_ids(), first.fingerprint).ruling, Ruling::undecided);
  EXPECT_EQ(trial.repeat(two_ids(), first).of, 0U) << "no replay was made";
}

TEST(ClusterTrial, lets_a_campaign_end_without_a_finding_when_it_is_interrupted) {
  std::atomic<bool> stop = false;
  Plan plan = sittings_of_four();
  plan.interrupt = &stop;
  int runs = 0;
  const JudgeMaker maker = [&] {
    auto trial = std::make_unique<ClusterTrial>(unique_ids(), std::make_unique<IdGiver>(2));
    trial->stop_when([&] { return stop.load() || (stop = ++runs > 1); });
    return trial;
  };
  Listener nobody;
  const Summary summary = run_campaign(unique_ids(), maker, plan, nobody);
  EXPECT_TRUE(summary.interrupted);
  EXPECT_TRUE(summary.findings.empty());
  EXPECT_EQ(summary.undecided, 0U);
}

}  // namespace
}  // namespace fencepost::properties
