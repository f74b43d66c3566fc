// SPDX-License-Identifier: Apache-2.0
// Every exit code is provoked once.
#include "fencepost/cli/exit_code.hpp"

#include "fencepost/cli/command_test.hpp"
#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::cli {
namespace {

using ExitCodes = CommandTest;

/// A program that answers offset-commit with its process id: never twice alike.
constexpr const char* fickle =
    "import json, os, sys\n"
    "for line in sys.stdin:\n"
    "    message = json.loads(line)\n"
    "    kind = message['body']['type']\n"
    "    reply = {'type': kind + '_ok', 'in_reply_to': message['body']['msg_id']}\n"
    "    if kind != 'init': reply['committed'] = os.getpid()\n"
    "    print(json.dumps({'src': 'n0', 'dest': message['src'], 'body': reply}), flush=True)\n";

TEST_F(ExitCodes, are_0_if_everything_held) {
  const Ran ran = sh("fencepost run offset-commit --seeds 50");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("✓ held"), std::string::npos);
}

TEST_F(ExitCodes, are_1_if_a_property_is_broken) {
  const Ran ran = sh(std::string("fencepost run --bug ") + a_bug);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(last_line(ran.err).find("replay it:  fencepost replay runs/"), 0U) << ran.err;
}

TEST_F(ExitCodes, are_2_if_a_flag_or_a_file_is_wrong) {
  EXPECT_EQ(sh("fencepost run --seeds many").code, 2);
  EXPECT_EQ(sh("fencepost verify missing.history").code, 2);
}

TEST_F(ExitCodes, are_3_if_a_mark_stays_cold) {
  const Ran ran = sh("fencepost run idempotent-producer --longest 1");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.out.find("? cold: "), std::string::npos) << ran.out;
  EXPECT_NE(last_line(ran.err).find("raise --seeds or --longest"), std::string::npos) << ran.err;
}

TEST_F(ExitCodes, are_4_if_a_scenario_gives_two_histories) {
  write("fickle.py", fickle);
  write("fickle.history", its_history);
  const Ran ran = sh("fencepost verify fickle.history -- python3 fickle.py");
  EXPECT_EQ(ran.code, 4) << ran.err;
  EXPECT_NE(
      ran.err.find(
          "two runs part at event 1, line 8: once processed partition=0 offset=0 -> committed="),
      std::string::npos)
      << ran.err;
}

TEST_F(ExitCodes, are_5_if_a_history_no_longer_shows_what_it_promises) {
  write("lost.history", its_history);
  EXPECT_EQ(sh("fencepost verify lost.history").code, 0);
  const Ran ran = sh("fencepost verify lost.history --bug none");
  EXPECT_EQ(ran.code, 5);
  EXPECT_NE(ran.err.find("promised is violated: acknowledged_results_survive (processed: wrong "
                         "result); it is held"),
            std::string::npos)
      << ran.err;
}

TEST_F(ExitCodes, are_5_if_the_format_is_newer) {
  write("newer.history", "fencepost history 2\n");
  EXPECT_EQ(sh("fencepost verify newer.history").code, 5);
  EXPECT_EQ(sh("fencepost replay newer.history").code, 5);
}

TEST_F(ExitCodes, are_6_if_the_program_dies) {
  const Ran ran = sh("fencepost run offset-commit -- sh -c 'echo it is too late >&2; exit 3'");
  EXPECT_EQ(ran.code, 6);
  EXPECT_NE(ran.err.find("exit status 3"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("it is too late"), std::string::npos) << ran.err;
}

TEST_F(ExitCodes, are_6_if_the_program_is_not_found_and_say_where_it_is) {
  sh("mkdir folder; printf '#!/bin/sh\nexit 3\n' >my-node; cp my-node plain; chmod +x my-node");
  const auto said = [this](const std::string& program) {
    const Ran ran = sh("fencepost run offset-commit -- " + program);
    EXPECT_EQ(ran.code, 6) << program;
    const std::size_t reason = ran.err.find("cannot start ");
    return ran.err.substr(reason, ran.err.find('\n', reason) - reason);
  };
  EXPECT_EQ(said("no-such-node"), "cannot start no-such-node: No such file or directory");
  EXPECT_EQ(said("folder"), "cannot start folder: No such file or directory");
  EXPECT_EQ(said("my-node"),
            "cannot start my-node: No such file or directory; a file of that name is here: write "
            "./my-node");
  EXPECT_EQ(said("plain"),
            "cannot start plain: No such file or directory; a file of that name is here, but not "
            "executable: make it so, and write ./plain");
  EXPECT_EQ(said("./plain"),
            "cannot start " + path("./plain") + ": Permission denied; it is not executable");
  const Ran cluster = sh("fencepost run echo --nodes 2 -- my-node");
  EXPECT_EQ(cluster.code, 6);
  EXPECT_NE(cluster.err.find("write ./my-node"), std::string::npos) << cluster.err;
}

TEST_F(ExitCodes, are_7_if_the_selection_matches_nothing) {
  const Ran ran = sh("fencepost run ofset-commit");
  EXPECT_EQ(ran.code, 7);
  EXPECT_NE(ran.err.find("did you mean 'offset-commit'?"), std::string::npos) << ran.err;
  EXPECT_EQ(sh("fencepost run --bug no-such-bug").code, 7);
  EXPECT_EQ(sh("fencepost explain no_such_property").code, 7);
  EXPECT_EQ(sh("mkdir empty; fencepost verify empty").code, 7);
}

TEST(ExitCodesDeathTest, are_70_if_a_promise_of_ours_is_broken) {
  EXPECT_EXIT(CHECK(1 + 1 == 3), testing::ExitedWithCode(70), "please report this line");
}

TEST_F(ExitCodes, are_130_after_an_interrupt) {
  const Ran ran = sh("interrupted 1 fencepost run offset-commit --for 60s");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_NE(ran.err.find("interrupted; finishing what has begun"), std::string::npos);
  EXPECT_NE(ran.out.find("? interrupted"), std::string::npos) << ran.out;
  EXPECT_EQ(last_line(ran.err).find("fencepost: to go on: fencepost run offset-commit --seed 0x"),
            0U)
      << ran.err;
}

TEST_F(ExitCodes, are_130_at_once_after_a_second_interrupt) {
  const Ran ran =
      sh("fencepost run offset-commit -- sh -c 'echo $$ >\"$0\"; exec sleep 60' \"$PWD/pid\" & "
         "command=$!\n"
         "for _ in {1..400}; do [ -s pid ] && break; sleep 0.01; done\n"
         "kill -INT $command; sleep 0.5; kill -INT $command; wait $command");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_EQ(ran.out, "");
}

TEST_F(ExitCodes, are_explained) {
  const Ran ran = sh("fencepost help exit-codes");
  EXPECT_EQ(ran.code, 0);
  for (const char* const code : {"    0  ok", "    1  violated", "    2  usage", "    3  undecided",
                                 "    4  diverged", "    5  stale", "    6  system_failed",
                                 "    7  nothing_ran", "   70  internal", "  130  interrupted"})
    EXPECT_NE(ran.out.find(code), std::string::npos) << code;
}

}  // namespace
}  // namespace fencepost::cli
