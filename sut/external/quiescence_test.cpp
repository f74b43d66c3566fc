// SPDX-License-Identifier: Apache-2.0
// Programs that work in every way but the plain one, while two loops keep the processors busy: not
// once may one be called quiet while an answer is on its way.
#include "fencepost/sut/external/quiescence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "fencepost/sut/external/child_cluster.hpp"

namespace fencepost::sut {
namespace {

using Lines = std::vector<std::string>;
using std::chrono::milliseconds;

class Load {
 public:
  Load() {
    for (std::thread& loop : loops_)
      loop = std::thread([this] {
        while (!is_over_) {
        }
      });
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() {
    is_over_ = true;
    for (std::thread& loop : loops_) loop.join();
  }

 private:
  std::atomic<bool> is_over_ = false;
  std::thread loops_[2];
};

/// One node, running.
class OneNode {
 public:
  explicit OneNode(std::vector<std::string> argv, milliseconds limit = milliseconds(20'000))
      : cluster_({std::move(argv), limit}) {
    cluster_.move_in(1);
    EXPECT_EQ(cluster_.start(0), "");
  }
  Rest settle(Lines& lines) { return cluster_.settle(0, lines); }
  /// What it says to a line until it is quiet.
  Lines ask(std::string_view line) {
    Lines lines;
    cluster_.send(0, line);
    EXPECT_EQ(cluster_.settle(0, lines), Rest::quiet) << cluster_.end(0);
    return lines;
  }
  ChildCluster& cluster() { return cluster_; }

 private:
  ChildCluster cluster_;
};

std::vector<std::string> restless(const char* way) { return {FENCEPOST_RESTLESS, way}; }

class RestlessChild : public testing::TestWithParam<const char*> {};

TEST_P(RestlessChild, is_not_quiet_before_it_has_answered) {
  const Load load;
  OneNode node(restless(GetParam()));
  for (int i = 0; i < 200; ++i) {
    const std::string line = "line " + std::to_string(i);
    ASSERT_EQ(node.ask(line), Lines{line});
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, RestlessChild,
                         testing::Values("hands-to-threads", "hands-to-a-napper",
                                         "hands-to-processes", "leaves-it-to-orphans",
                                         "starts-threads", "talks-to-itself", "ticks"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Quiescence, waits_for_who_computes) {
  OneNode node(restless("computes"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(node.ask("x"), Lines{"x"});
}

TEST(Quiescence, does_not_wait_for_a_timer_but_sees_that_it_rang) {
  OneNode node(restless("answers-after-a-while"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(node.ask("x"), Lines{});
    EXPECT_TRUE(node.cluster().wait_for_a_line(20'000));
    EXPECT_TRUE(node.cluster().stirred());
    Lines lines;
    EXPECT_EQ(node.settle(lines), Rest::quiet);
    EXPECT_EQ(lines, Lines{"x"});
    EXPECT_FALSE(node.cluster().stirred());
  }
}

TEST(Quiescence, tells_who_naps_on_for_a_while_from_who_looks_for_work_for_ever) {
  OneNode idle(restless("naps-on"));
  OneNode looking(restless("naps-for-ever"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(idle.ask("x"), Lines{"x"});
    EXPECT_FALSE(idle.cluster().has_timers());
    EXPECT_EQ(looking.ask("x"), Lines{"x"});
    EXPECT_TRUE(looking.cluster().has_timers());
  }
}

TEST(Quiescence, gives_up_on_who_writes_without_end) {
  OneNode node({"/bin/sh", "-c", "while :; do /bin/true; echo x; done"}, milliseconds(100));
  Lines lines;
  EXPECT_TRUE(node.cluster().wait_for_a_line(20'000));
  EXPECT_EQ(node.settle(lines), Rest::busy);
  EXPECT_FALSE(lines.empty());
}

TEST(Quiescence, gives_up_on_who_never_rests) {
  OneNode node(restless("never-rests"), milliseconds(100));
  Lines lines;
  node.cluster().send(0, "x");
  while (lines.empty()) node.settle(lines);
  EXPECT_EQ(lines, Lines{"x"});
  EXPECT_EQ(node.settle(lines), Rest::spins);
  EXPECT_TRUE(node.cluster().stirred());
}

TEST(Quiescence, looks_below_wrappers) {
  const Load load;
  OneNode node({"/bin/sh", "-c", "\"$0\" hands-to-processes; exit $?", FENCEPOST_RESTLESS});
  for (int i = 0; i < 50; ++i) ASSERT_EQ(node.ask("x"), Lines{"x"});
}

TEST(Quiescence, waits_for_who_does_not_read) {
  OneNode node({"/bin/sh", "-c", "sleep 0.2; while read -r line; do echo \"$line\"; done"});
  EXPECT_EQ(node.ask("x"), Lines{"x"});
}

}  // namespace
}  // namespace fencepost::sut
