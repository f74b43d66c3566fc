// SPDX-License-Identifier: Apache-2.0
// The line that replays what was found, also when nothing could be saved.
#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

const std::string seeds = FENCEPOST_SOURCE_DIR "/seeds/";
const std::string broadcast =
    " -- python3 " FENCEPOST_SOURCE_DIR "/examples/nodes/python/broadcast.py --flaw say-once";

class Counterexample : public CommandTest {
 protected:
  /// The command behind `replay it:`.
  static std::string hint(const Ran& ran) {
    constexpr std::string_view words = "replay it:  ";
    const std::string line = last_line(ran.err);
    EXPECT_EQ(line.find(words), 0U) << ran.err;
    return line.substr(std::min(line.size(), words.size()));
  }
  /// No file that it makes may hold anything.
  Ran without_room(const std::string& line) const {
    return sh("{ ( ulimit -f 0; trap '' XFSZ; " + line +
              " ) 2>&1 1>&3 | cat >&2; exit ${PIPESTATUS[0]}; } 3>&1 | cat; exit ${PIPESTATUS[0]}");
  }
};

TEST_F(Counterexample, of_a_cluster_is_replayed_from_its_seed_with_all_that_it_depends_on) {
  write("runs", "a file where a folder should be");
  const Ran ran =
      sh("fencepost run broadcast --nodes 3 --faults all --without pause,duplicate --pipeline "
         "--longest 20 --strict --timeout 2500 -n 60 --budget 40" +
         broadcast);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("not saved: runs/"), std::string::npos) << ran.out;
  EXPECT_NE(hint(ran).find(" --workload broadcast --nodes 3 --faults all --pipeline --without "
                           "pause,duplicate --longest 20 --strict --timeout 2500 -- python3 "),
            std::string::npos)
      << ran.err;
  const Ran again = sh(hint(ran));
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_NE(again.out.find("not-converged"), std::string::npos) << again.out;
}

TEST_F(Counterexample, of_transactions_is_replayed_under_the_model_that_they_promise) {
  const std::string blind = " -- python3 " FENCEPOST_SOURCE_DIR
                            "/examples/nodes/python/txn_list_append_single.py --flaw "
                            "blind";
  const Ran weak = sh("fencepost run txn-list-append -n 5 --model read-committed" + blind);
  EXPECT_EQ(weak.code, 0) << weak.out << weak.err;
  const Ran ran = sh("fencepost run txn-list-append -n 5 --model snapshot-isolation" + blind);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("✗ internal"), std::string::npos) << ran.out;
  EXPECT_NE(hint(ran).find(" --model snapshot-isolation -- python3 "), std::string::npos);
  EXPECT_EQ(sh(hint(ran)).code, 1);
  const std::string file = "$(ls runs/*.history)";
  EXPECT_EQ(sh("fencepost verify " + file + " --model snapshot-isolation" + blind).code, 0);
  EXPECT_EQ(sh("fencepost verify " + file + " --model read-committed" + blind).code, 5);
  EXPECT_EQ(sh("fencepost replay " + file + " --model read-committed" + blind).code, 0);
  EXPECT_EQ(sh("fencepost shrink " + file + " --model read-committed" + blind).code, 5);
}

TEST_F(Counterexample, that_is_shrunk_and_not_saved_is_replayed_from_the_file_that_was_shrunk) {
  const std::string ids =
      " -- python3 " FENCEPOST_SOURCE_DIR "/examples/nodes/python/unique_ids.py --flaw counter";
  const std::pair<std::string, std::string> lines[] = {
      {seeds + "clusters/one_counter_a_node.history", ids},
      {seeds + "planted/" + a_bug + ".history", std::string(" --bug ") + a_bug}};
  for (const auto& [file, flags] : lines) {
    sh("cp " + file + " found.history");
    const Ran ran = without_room("fencepost shrink found.history" + flags);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.out.find("not saved: found.min.history: File too large"), std::string::npos)
        << ran.out;
    EXPECT_EQ(hint(ran), "fencepost replay found.history" + flags);
    const Ran again = sh(hint(ran));
    EXPECT_EQ(again.code, 1) << again.err;
    EXPECT_NE(again.out.find("replayed"), std::string::npos) << again.out;
    const Ran quiet = without_room("fencepost shrink found.history -q" + flags);
    EXPECT_EQ(quiet.code, 2);
    EXPECT_EQ(quiet.err.find("fencepost: not saved: found.min.history: File too large\n"), 0U)
        << quiet.err;
  }
}

}  // namespace
}  // namespace fencepost::cli
