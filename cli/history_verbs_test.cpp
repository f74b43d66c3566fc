// SPDX-License-Identifier: Apache-2.0
// replay, shrink, verify and explain: the verbs that are about one history, or several.
#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

class HistoryVerbs : public CommandTest {
 protected:
  HistoryVerbs() { write("lost.history", its_history); }
};

TEST_F(HistoryVerbs, replay_shows_the_history_in_words) {
  const Ran ran = sh("fencepost replay lost.history");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("    1  c1  processed partition=0 offset=0  →  committed=0\n"
                         "           power is lost; 1 unsynced write is lost\n"
                         "  ✗ 2  c2  processed partition=0 offset=1  →  committed=-1\n"
                         "           the model would have said          committed=1\n"),
            std::string::npos)
      << ran.out;
}

TEST_F(HistoryVerbs, replay_says_where_a_history_drifted) {
  const Ran ran = sh("fencepost replay lost.history --bug none");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("drifted at line 10: promised is violated: acknowledged_results_survive"),
            std::string::npos)
      << ran.out;
}

TEST_F(HistoryVerbs, replay_stops_before_a_message_and_shows_both_sides) {
  const Ran ran = sh("fencepost replay lost.history --bug none --until 2");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("before line 10\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("the model"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("✗"), std::string::npos) << ran.out;
  const Ran line = sh("fencepost replay lost.history --bug none --until line:10");
  EXPECT_EQ(line.out, ran.out);
}

TEST_F(HistoryVerbs, replay_marks_the_lines_in_which_the_sides_differ) {
  const Ran ran = sh("fencepost replay lost.history --until 2");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("  ✗ "), std::string::npos) << ran.out;
}

TEST_F(HistoryVerbs, replay_plays_a_seed) {
  const Ran ran = sh("fencepost replay 0x12 --workload offset-commit");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("every property held"), std::string::npos);
  EXPECT_EQ(sh("fencepost replay 18 -w offset-commit").out, ran.out);
}

TEST_F(HistoryVerbs, shrink_writes_a_shorter_history) {
  std::string longer = its_history;
  longer.replace(longer.find("2 c2"), 0, "7 c1 committed partition=0\n");
  longer.replace(longer.find("2 c2"), 4, "8 c2");
  longer.replace(longer.find("end commands=2"), 14, "end commands=3");
  write("longer.history", longer);
  const Ran ran = sh("fencepost shrink longer.history");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("no line can go"), std::string::npos) << ran.out;
  EXPECT_NE(read("longer.min.history").find("end commands=2 exceptions=1\n"), std::string::npos);
  EXPECT_EQ(sh("fencepost verify longer.min.history").code, 0);
  EXPECT_EQ(sh("fencepost shrink longer.history -o short.history -q").code, 0);
  EXPECT_EQ(read("short.history"), read("longer.min.history"));
}

TEST_F(HistoryVerbs, shrink_has_nothing_to_do_for_a_history_that_holds) {
  const Ran ran = sh("fencepost shrink lost.history --bug none");
  EXPECT_EQ(ran.code, 5);
  EXPECT_NE(ran.err.find("there is nothing to shrink; held"), std::string::npos) << ran.err;
}

TEST_F(HistoryVerbs, shrink_stops_at_its_budget) {
  const Ran ran = sh("fencepost shrink lost.history --budget 1");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("the budget ended first"), std::string::npos) << ran.out;
}

TEST_F(HistoryVerbs, verify_counts_what_is_as_promised) {
  sh("mkdir -p seeds/planted; mv lost.history seeds/planted; cp seeds/planted/lost.history "
     "seeds/again.history");
  const Ran ran = sh("fencepost verify");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find("2 histories, 2 as promised, digest of all digests "), 0U) << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST_F(HistoryVerbs, verify_goes_on_after_a_file_that_is_wrong) {
  write("broken.history", "fencepost history 1\nworkload no-such-workload\n");
  const Ran ran = sh("fencepost verify broken.history lost.history");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out.find("2 histories, 1 as promised"), 0U) << ran.out;
  EXPECT_EQ(ran.err.find("fencepost: broken.history: line 2: "), 0U) << ran.err;
}

TEST_F(HistoryVerbs, refuse_files_that_are_none) {
  sh("touch empty.history; truncate -s 100M sparse.history; head -c 100M /dev/urandom "
     ">noise.history; mkdir folder");
  for (const char* const file : {"empty.history", "sparse.history", "noise.history", "folder"})
    for (const char* const verb : {"replay", "shrink"}) {
      const Ran ran = sh(std::string("fencepost ") + verb + ' ' + file);
      EXPECT_EQ(ran.code, 2) << verb << ' ' << file;
      EXPECT_EQ(ran.err.find(std::string("fencepost: ") + file + ": "), 0U) << ran.err;
    }
  EXPECT_EQ(sh("fencepost verify empty.history sparse.history noise.history").code, 2);
}

TEST_F(HistoryVerbs, say_of_a_file_without_steps_that_it_drifted) {
  write("none.history", its_history);
  sh("sed -i '/^[12] /d; /crash/d; s/commands=2 exceptions=1/commands=0 exceptions=0/' "
     "none.history");
  const Ran replayed = sh("fencepost replay none.history");
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_NE(replayed.out.find("drifted at line"), std::string::npos) << replayed.out;
  const Ran shrunk = sh("fencepost shrink none.history");
  EXPECT_EQ(shrunk.code, 5);
  EXPECT_NE(shrunk.err.find("there is nothing to shrink; held"), std::string::npos) << shrunk.err;
}

TEST_F(HistoryVerbs, refuse_what_would_change_nothing_of_a_file) {
  for (const char* const flag : {"--without crash", "--longest 3", "--workload offset-commit"}) {
    const Ran ran = sh(std::string("fencepost replay lost.history ") + flag);
    EXPECT_EQ(ran.code, 2) << flag;
    EXPECT_NE(ran.err.find(": it is for seeds"), std::string::npos) << ran.err;
  }
}

TEST_F(HistoryVerbs, say_who_named_a_bug_that_is_not_there) {
  sh("sed -i 's/^bug .*/bug no-such-bug/' lost.history");
  const Ran ran = sh("fencepost replay lost.history");
  EXPECT_EQ(ran.code, 7);
  EXPECT_EQ(ran.err.find("fencepost: the bug that the history names: there is no planted bug"), 0U)
      << ran.err;
  const Ran flag = sh("fencepost replay lost.history --bug no-such-bug");
  EXPECT_EQ(flag.err.find("fencepost: --bug: there is no planted bug"), 0U) << flag.err;
}

TEST_F(HistoryVerbs, refuse_a_model_that_nothing_promises) {
  const std::pair<const char*, const char*> lines[] = {
      {"replay 0x2 --workload txn-list-append --model read-comitted -- true",
       "--model: 'read-comitted' is no consistency model; did you mean 'read-committed'?; they "
       "are read-uncommitted, "},
      {"run txn-rw-register lin-kv --model serializable -- true",
       "--model: it is for transactions, not for lin-kv"},
      {"shrink lost.history --model serializable -- true",
       "--model: it is for transactions, not for offset-commit"},
      {"verify lost.history --model serializable -- true",
       "lost.history: --model: it is for transactions, not for offset-commit"},
      {"run --model serializable", "--model: it is for programs; give one behind --"}};
  for (const auto& [line, words] : lines) {
    const Ran ran = sh(std::string("fencepost ") + line);
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_EQ(ran.err.find(std::string("fencepost: ") + words), 0U) << ran.err;
  }
}

TEST_F(HistoryVerbs, verify_says_how_to_go_on_after_an_interrupt) {
  const Ran ran =
      sh("cp lost.history next.history; interrupted 0.5 fencepost verify "
         "lost.history next.history -- sh -c 'sleep 2'");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_EQ(last_line(ran.err), "fencepost: to go on, name what is left: next.history");
}

TEST_F(HistoryVerbs, replay_and_shrink_say_how_to_go_on_after_an_early_interrupt) {
  const std::string program = " -- sh -c 'sleep 2'";
  for (const std::string& line :
       {std::string("replay lost.history --until 2"), std::string("shrink lost.history --budget 9"),
        std::string("replay 0x2 --workload offset-commit --without crash --longest 5"),
        std::string("replay " FENCEPOST_SOURCE_DIR
                    "/seeds/clusters/say_once.history --operations ops.jsonl"),
        std::string("replay 0x2 --workload txn-list-append --nodes 1 --model serializable")}) {
    const Ran ran = sh("interrupted 0.5 fencepost " + line + program);
    EXPECT_EQ(ran.code, 130) << line << '\n' << ran.err;
    EXPECT_EQ(ran.err.find("\nfencepost: interrupted; finishing what has begun (again to leave at "
                           "once)\n"),
              0U)
        << ran.err;
    EXPECT_EQ(last_line(ran.err), "fencepost: to go on: fencepost " + line + program);
  }
  EXPECT_FALSE(exists("lost.min.history"));
}

TEST_F(HistoryVerbs, name_the_path_that_is_wrong) {
  EXPECT_EQ(sh("fencepost verify ''").err, "fencepost: '': no such file or folder\n");
}

TEST_F(HistoryVerbs, explain_a_bug_and_the_property_that_convicts_it) {
  sh("mkdir seeds; mv lost.history seeds");
  const Ran bug = sh(std::string("fencepost explain ") + a_bug);
  EXPECT_EQ(bug.code, 0);
  EXPECT_NE(bug.out.find("convicted by acknowledged_results_survive in 3 lines"), std::string::npos)
      << bug.out;
  EXPECT_NE(bug.out.find("seeds/lost.history"), std::string::npos) << bug.out;
  const Ran property = sh("fencepost explain acknowledged_results_survive");
  EXPECT_EQ(property.code, 0);
  EXPECT_NE(property.out.find(a_bug), std::string::npos) << property.out;
  EXPECT_NE(property.out.find("seeds/lost.history"), std::string::npos) << property.out;
  EXPECT_EQ(sh("fencepost explain starts_again_after_every_crash").code, 0);
}

}  // namespace
}  // namespace fencepost::cli
