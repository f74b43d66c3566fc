// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_draw.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fencepost/faults/cluster_swarm.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/properties/cluster_speech.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

Parameters nodes(std::int64_t count) {
  Parameters parameters;
  parameters.set("nodes", count);
  return parameters;
}

class ClusterDraw : public testing::TestWithParam<const char*> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
  Scenario draw(std::uint64_t seed, faults::Families families = faults::Families::all(),
                std::int64_t count = 3) const {
    return draw_scenario(workload(), seed, families, 40, nodes(count));
  }
};

TEST_P(ClusterDraw, gives_scenarios_that_can_be_played_and_written) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Scenario scenario = draw(seed);
    ASSERT_EQ(why_unplayable(scenario), "") << seed;
    ASSERT_EQ(scenario.parameters.get("nodes"), 3);
    HistoryFile file;
    file.scenario = scenario;
    const Result<HistoryFile> again = read_history(write_history(file));
    ASSERT_TRUE(again) << seed << ' ' << (again ? "" : again.why());
    ASSERT_EQ(again->scenario, scenario) << seed;
    ASSERT_EQ(draw(seed), scenario) << seed;
  }
}

TEST_P(ClusterDraw, keeps_to_what_maelstrom_does_if_it_is_told_to) {
  bool any = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    for (const Step& step : draw(seed, faults::maelstrom_families()).steps) {
      EXPECT_TRUE(faults::is_maelstroms_own(step)) << seed;
      any |= step.kind != Step::Kind::command && step.kind != Step::Kind::calm;
    }
  EXPECT_TRUE(any);
}

TEST_P(ClusterDraw, leaves_out_what_is_left_out) {
  for (int left_out = 1; left_out < family_count; ++left_out) {
    const auto family = static_cast<Family>(left_out);
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      for (const Step& step : draw(seed, faults::Families::all().without(family)).steps)
        ASSERT_NE(family_of(step), family) << left_out << ' ' << seed;
  }
}

TEST_P(ClusterDraw, reads_everything_back_from_every_node_after_the_calm) {
  const Scenario scenario = draw(1);
  const auto calm = std::ranges::find(scenario.steps, Step::Kind::calm, &Step::kind);
  ASSERT_NE(calm, scenario.steps.end());
  const auto commands = std::count_if(calm, scenario.steps.end(), [](const Step& step) {
    return step.kind == Step::Kind::command;
  });
  EXPECT_GE(commands, 3);
}

TEST_P(ClusterDraw, cuts_nothing_where_there_is_one_node) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const Step& step : draw(seed, faults::Families::all(), 1).steps)
      EXPECT_NE(step.kind, Step::Kind::cut);
}

INSTANTIATE_TEST_SUITE_P(Workloads, ClusterDraw,
                         testing::Values("echo", "unique-ids", "broadcast", "g-set", "g-counter",
                                         "pn-counter", "kafka", "lin-kv", "txn-list-append",
                                         "txn-rw-register"));

TEST(EchoDraw, keeps_integers_to_what_every_language_can_give_back) {
  constexpr std::int64_t most = (std::int64_t{1} << 53U) - 1;
  bool is_wide = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    for (const Step& step :
         draw_scenario(*find_workload("echo"), seed, faults::Families::none(), 40, nodes(1))
             .steps) {
      if (step.kind != Step::Kind::command) continue;
      TapeReader fields(step.command.fields);
      fields.raw();  // the node
      if (fields.peek() != Tag::list) continue;
      fields.list();
      const std::int64_t number = fields.time();
      EXPECT_TRUE(number >= -most && number <= most) << number;
      is_wide |= number > INT32_MAX;
    }
  EXPECT_TRUE(is_wide);
}

TEST(Topology, lays_nodes_out_as_maelstrom_does) {
  EXPECT_EQ(to_text(topology_of(4, 0)),
            R"({"n0":["n1","n2"],"n1":["n0","n3"],"n2":["n0","n3"],"n3":["n1","n2"]})");
  EXPECT_EQ(to_text(topology_of(3, 1)), R"({"n0":["n1"],"n1":["n0","n2"],"n2":["n1"]})");
  EXPECT_EQ(to_text(topology_of(4, 2)),
            R"({"n0":["n1","n2"],"n1":["n0","n3"],"n2":["n0"],"n3":["n1"]})");
  EXPECT_EQ(to_text(topology_of(3, 5)), R"({"n0":["n1","n2"],"n1":["n0","n2"],"n2":["n0","n1"]})");
}

}  // namespace
}  // namespace fencepost::properties
