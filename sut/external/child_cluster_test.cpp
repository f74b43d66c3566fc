// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_cluster.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fencepost/sut/external/hostile/child_on_trial.hpp"

namespace fencepost::sut {
namespace {

using Lines = std::vector<std::string>;

ClusterOptions shell(const std::string& program) { return {{"/bin/sh", "-c", program}}; }

/// What a node says to a line, until it is quiet.
Lines answer(ChildCluster& cluster, std::uint32_t node, std::string_view line) {
  Lines lines;
  cluster.send(node, line);
  EXPECT_EQ(cluster.settle(node, lines), Rest::quiet) << cluster.end(node);
  return lines;
}

constexpr const char* echoes = "while read -r line; do echo \"$line\"; done";

TEST(ChildCluster, gives_lines_and_takes_them) {
  ChildCluster cluster(shell(echoes));
  cluster.move_in(3);
  for (std::uint32_t node = 0; node < 3; ++node) EXPECT_EQ(cluster.start(node), "");
  for (std::uint32_t node = 0; node < 3; ++node)
    EXPECT_EQ(answer(cluster, node, "to " + std::to_string(node)),
              Lines{"to " + std::to_string(node)});
  EXPECT_FALSE(cluster.stirred());
  EXPECT_FALSE(cluster.wait_for_a_line(0));
}

TEST(ChildCluster, keeps_the_folder_over_a_crash_and_empties_it_for_a_new_world) {
  ChildCluster cluster(shell("echo x >> lives; while read -r line; do wc -l < lives; done"));
  for (int world = 0; world < 3; ++world) {
    cluster.move_in(2);
    EXPECT_EQ(cluster.start(0), "");
    EXPECT_EQ(answer(cluster, 0, "?"), Lines{"1"});
    cluster.kill(0);
    EXPECT_EQ(cluster.start(0), "");
    EXPECT_EQ(answer(cluster, 0, "?"), Lines{"2"});
    cluster.kill(0);
    cluster.lose_folder(0);
    EXPECT_EQ(cluster.start(0), "");
    EXPECT_EQ(answer(cluster, 0, "?"), Lines{"1"});
    EXPECT_EQ(cluster.end(0), "");
  }
}

}  // namespace
}  // namespace fencepost::sut
