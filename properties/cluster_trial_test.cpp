// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_trial.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/campaign.hpp"

namespace fencepost::properties {
namespace {

/// Gives out ids; every `period`-th one a second time, counted over all its lives.
class IdGiver final : public sut::Cluster {
 public:
  explicit IdGiver(int period) : period_(period) {}
  void move_in(std::uint32_t) override {}
  std::string start(std::uint32_t) override { return {}; }
  void kill(std::uint32_t) override {}
  void lose_folder(std::uint32_t) override {}
  void pause(std::uint32_t) override {}
  void resume(std::uint32_t) override {}
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
  bool wait_for_a_line(std::uint32_t) override { return false; }
  bool stirred() override { return false; }
  bool has_timers() override { return false; }
  std::uint64_t milliseconds() const override { return 0; }
  std::string end(std::uint32_t) const override { return {}; }
  std::string last_words(std::uint32_t) const override { return {}; }

 private:
  int period_;
  std::int64_t given_ = 0, id_ = 0;
  std::vector<std::string> lines_;
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

}  // namespace
}  // namespace fencepost::properties
