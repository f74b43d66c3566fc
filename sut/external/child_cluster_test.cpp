// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_cluster.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "fencepost/sut/external/hostile/child_on_trial.hpp"

namespace fencepost::sut {
namespace {

using Lines = std::vector<std::string>;

ClusterOptions shell(const std::string& program) { return {{"/bin/sh", "-c", program}}; }

constexpr const char* echoes = "while read -r line; do echo \"$line\"; done";

/// What a node says to a line, until it is quiet.
Lines ask(ChildCluster& cluster, std::uint32_t node, std::string_view line) {
  Lines lines;
  cluster.send(node, line);
  EXPECT_EQ(cluster.settle(node, lines), Rest::quiet) << cluster.end(node);
  return lines;
}

void start_all(ChildCluster& cluster, std::uint32_t nodes) {
  cluster.move_in(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) EXPECT_EQ(cluster.start(node), "");
}

TEST(ChildCluster, gives_lines_and_takes_them) {
  ChildCluster cluster(shell(echoes));
  start_all(cluster, 3);
  for (std::uint32_t node = 0; node < 3; ++node)
    EXPECT_EQ(ask(cluster, node, "to " + std::to_string(node)),
              Lines{"to " + std::to_string(node)});
  EXPECT_FALSE(cluster.stirred());
  EXPECT_FALSE(cluster.wait_for_a_line(0));
}

TEST(ChildCluster, knows_who_waits_for_a_time_to_pass) {
  constexpr const char* waits[] = {"read line; echo; while read line; do echo; done",
                                   "read line; echo; sleep 60", "read line; echo; sleep 5",
                                   "sleep 4 & read line; echo; read line"};
  constexpr bool is_soon[] = {false, false, true, true};
  for (int i = 0; i < 4; ++i) {
    ChildCluster cluster(shell(waits[i]));
    start_all(cluster, 1);
    EXPECT_EQ(ask(cluster, 0, "go"), Lines{""});
    EXPECT_EQ(cluster.has_timers(), is_soon[i]) << waits[i];
  }
}

ClusterOptions python(const std::string& program, std::chrono::milliseconds limit) {
  ClusterOptions options{{"/usr/bin/env", "python3", "-c", program}, limit};
  options.prestart = false;
  return options;
}

/// Looks for input again and again, and never sleeps.
constexpr const char* polls = R"(
import select, sys
while True:
    if select.select([sys.stdin], [], [], 0)[0]:
        print(sys.stdin.readline(), end='', flush=True)
)";

/// A thread of it has an endless loop.
constexpr const char* has_a_loop = R"(
import sys, threading
def loop():
    while True: pass
threading.Thread(target=loop, daemon=True).start()
for line in iter(sys.stdin.readline, ''):
    print(line, end='', flush=True)
)";

/// Looks for input in the same way, and speaks by itself.
constexpr const char* ticks_and_polls = R"(
import select, sys, time
tick = time.monotonic() + 0.1
while True:
    if select.select([sys.stdin], [], [], 0)[0]:
        print(sys.stdin.readline(), end='', flush=True)
    if time.monotonic() > tick:
        tick += 0.1
        print('tick', flush=True)
)";

TEST(ChildCluster, takes_who_spins_for_quiet_when_it_has_been_silent) {
  using std::chrono::milliseconds;
  for (const char* const program : {polls, has_a_loop}) {
    constexpr milliseconds limit(1600);
    ChildCluster cluster(python(program, limit));
    start_all(cluster, 2);
    Lines lines;
    cluster.send(0, "first");
    while (lines.empty() || !cluster.has_timers()) cluster.settle(0, lines);
    // Of a node that was not yet waited for, and of another life.
    lines.clear();
    cluster.send(1, "second");
    while (lines.empty()) cluster.settle(1, lines);
    cluster.kill(0);
    EXPECT_EQ(cluster.start(0), "");
    cluster.send(0, "third");
    while (lines.size() < 2) cluster.settle(0, lines);
    EXPECT_EQ(lines, (Lines{"second", "third"}));
    const std::uint64_t began = cluster.milliseconds();
    for (int i = 0; i < 5; ++i) {
      cluster.send(1, "x");
      EXPECT_EQ(cluster.settle(1, lines), Rest::spins);
    }
    EXPECT_LT(cluster.milliseconds() - began, 5U * limit.count() * 3 / 4) << "waited for in full";
    EXPECT_EQ(lines.size(), 7);
    EXPECT_TRUE(cluster.stirred());
    EXPECT_TRUE(cluster.has_timers());
  }
}

TEST(ChildCluster, takes_who_spins_for_quiet_though_it_speaks_by_itself) {
  ChildCluster cluster(python(ticks_and_polls, std::chrono::milliseconds(400)));
  start_all(cluster, 1);
  Lines lines;
  EXPECT_TRUE(cluster.wait_for_a_line(20'000));
  for (int i = 0; i < 3; ++i) {
    cluster.send(0, "x");
    EXPECT_EQ(cluster.settle(0, lines), Rest::spins);
  }
  EXPECT_EQ(std::ranges::count(lines, "x"), 3);
}

TEST(ChildCluster, waits_for_who_computes_long_within_its_time) {
  ChildCluster cluster(python(R"(
import sys, time
for line in iter(sys.stdin.readline, ''):
    end = time.monotonic() + 0.7
    while time.monotonic() < end: pass
    print(line, end='', flush=True)
)",
                              std::chrono::milliseconds(5000)));
  start_all(cluster, 1);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(ask(cluster, 0, "x"), Lines{"x"});
  EXPECT_FALSE(cluster.has_timers());
}

TEST(ChildCluster, keeps_the_folder_over_a_crash_and_empties_it_for_a_new_world) {
  ChildCluster cluster(shell("echo x >> lives; while read -r line; do wc -l < lives; done"));
  for (int world = 0; world < 3; ++world) {
    start_all(cluster, 2);
    EXPECT_EQ(ask(cluster, 0, "?"), Lines{"1"});
    cluster.kill(0);
    EXPECT_EQ(cluster.start(0), "");
    EXPECT_EQ(ask(cluster, 0, "?"), Lines{"2"});
    cluster.kill(0);
    cluster.lose_folder(0);
    EXPECT_EQ(cluster.start(0), "");
    EXPECT_EQ(ask(cluster, 0, "?"), Lines{"1"});
    EXPECT_EQ(cluster.end(0), "");
    EXPECT_EQ(ask(cluster, 1, "?"), Lines{"1"});
  }
}

TEST(ChildCluster, pauses_a_node_and_all_it_started) {
  ChildCluster cluster(shell(std::string("(") + echoes + "); exit 0"));
  start_all(cluster, 2);
  for (std::uint32_t node = 0; node < 2; ++node) EXPECT_EQ(ask(cluster, node, "a"), Lines{"a"});
  cluster.pause(0);
  EXPECT_EQ(ask(cluster, 0, "b"), Lines{});
  EXPECT_FALSE(cluster.stirred());
  EXPECT_FALSE(cluster.wait_for_a_line(20));
  cluster.resume(0);
  Lines lines;
  EXPECT_EQ(cluster.settle(0, lines), Rest::quiet);
  EXPECT_EQ(lines, Lines{"b"});
  cluster.pause(0);
  cluster.kill(0);
  EXPECT_EQ(cluster.start(0), "");
  EXPECT_EQ(ask(cluster, 0, "c"), Lines{"c"});
}

TEST(ChildCluster, leaves_nobody_and_nothing) {
  std::vector<std::string> folders;
  {
    ChildCluster cluster(
        {{"/bin/sh", FENCEPOST_SOURCE_DIR "/sut/external/hostile/leaves_processes.sh"}});
    for (int world = 0; world < 2; ++world) {
      start_all(cluster, 2);
      for (std::uint32_t node = 0; node < 2; ++node) {
        EXPECT_EQ(ask(cluster, node, "init").size(), 1);
        EXPECT_GT(processes_in(cluster.folder(node)), 2);
        folders.push_back(cluster.folder(node));
      }
    }
    for (int i = 0; i < 2; ++i) EXPECT_EQ(processes_in(folders[static_cast<std::size_t>(i)]), 0);
  }
  for (const std::string& folder : folders) {
    EXPECT_EQ(processes_in(folder), 0);
    EXPECT_FALSE(std::filesystem::exists(folder));
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ChildCluster, says_why_a_program_cannot_be_started) {
  ChildCluster cluster({{"/nowhere/program"}});
  for (int i = 0; i < 2; ++i) {
    cluster.move_in(1);
    EXPECT_EQ(cluster.start(0), "cannot start /nowhere/program: No such file or directory");
    EXPECT_EQ(cluster.end(0), "cannot start /nowhere/program: No such file or directory");
  }
}

/// The end of a node that is given two lines.
std::string end_of(ClusterOptions options, Rest rest = Rest::ended) {
  options.settle_limit = std::chrono::milliseconds(rest == Rest::busy ? 200 : 20'000);
  options.prestart = false;
  ChildCluster cluster(std::move(options));
  start_all(cluster, 1);
  Rest last = Rest::quiet;
  for (int i = 0; i < 2 && last == Rest::quiet; ++i) {
    Lines lines;
    cluster.send(0, "line");
    last = cluster.settle(0, lines);
  }
  EXPECT_EQ(last, rest);
  std::string end = cluster.end(0) + '\n' + cluster.last_words(0);
  cluster.move_in(0);
  EXPECT_TRUE(waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD);
  return end;
}

ClusterOptions hostile(const std::string& script) {
  return {{"/bin/sh", FENCEPOST_SOURCE_DIR "/sut/external/hostile/" + script + ".sh"}};
}

TEST(ChildCluster, ends_who_goes_too_far) {
  EXPECT_EQ(end_of(hostile("floods_lines")), "wrote more than 20000 lines without a rest\n");
  EXPECT_TRUE(end_of(hostile("floods_stderr"))
                  .starts_with("wrote more than 16 MiB without a rest\n  a word too many\n"));
  EXPECT_EQ(end_of(hostile("floods_without_line_end")), "wrote a line longer than 8 MiB\n");
  EXPECT_EQ(end_of(hostile("closes_stdout")), "closed its stdout\n");
  EXPECT_EQ(end_of(shell("read -r line; exec 0<&-; sleep 600")), "closed its stdin\n");
}

TEST(ChildCluster, tells_how_a_node_ended) {
  EXPECT_EQ(end_of(hostile("dies")), "ended with exit status 3\n  cannot go on");
  EXPECT_EQ(end_of(hostile("dies_at_once")), "ended with exit status 1\n  no licence found");
  EXPECT_EQ(end_of(hostile("is_killed")), "was killed by SIGSEGV\n");
  EXPECT_EQ(end_of(hostile("leaves_a_voice")), "ended with exit status 5\n");
  EXPECT_EQ(end_of(hostile("kills_its_parent")),
            "was lost: the process that watches over it is gone\n");
}

TEST(ChildCluster, gets_along_with_the_others) {
  for (const char* const script :
       {"silent", "speaks_nonsense", "never_ends_its_line", "ignores_signals", "leaves_processes",
        "writes_in_pieces", "logs_to_stdout", "replies_twice"})
    EXPECT_TRUE(end_of(hostile(script), Rest::quiet).starts_with("\n")) << script;
  EXPECT_EQ(end_of(hostile("never_reads"), Rest::busy), "\n");
}

TEST(ChildCluster, takes_no_spare_that_has_died) {
  const WorkFolder folder;
  const std::string once = folder.path() + "/once";
  const std::string dead = folder.path() + "/dead";
  // The second of all, which is the spare, dies of waiting.
  ChildCluster cluster(shell("if [ -e " + once + " ] && [ ! -e " + dead + " ]; then echo $$ > " +
                             dead + "; exit 3; fi; : > " + once + "; " + echoes));
  cluster.move_in(1);
  EXPECT_EQ(cluster.start(0), "");
  EXPECT_EQ(ask(cluster, 0, "x"), Lines{"x"});
  std::string number;
  while (!std::getline(std::ifstream(dead), number)) std::this_thread::yield();
  while (std::filesystem::exists("/proc/" + number)) std::this_thread::yield();
  start_all(cluster, 1);
  EXPECT_EQ(ask(cluster, 0, "y"), Lines{"y"});
}

TEST(ChildCluster, does_with_few_files_and_beside_others) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{256, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const auto play = [] {
    ChildCluster cluster(shell(echoes));
    for (int world = 0; world < 5; ++world) {
      start_all(cluster, 5);
      for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(ask(cluster, i % 5, "x"), Lines{"x"});
    }
  };
  std::thread other(play);
  play();
  other.join();
  setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace fencepost::sut
