// SPDX-License-Identifier: Apache-2.0
// No verb loses its results silently.
#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

class FullDisk : public CommandTest {
 protected:
  FullDisk() { write("lost.history", its_history); }

  /// The verb with these flags, its results sent to `where`, ends with the code and says why.
  void expect_trouble(const std::string& line, const std::string& where, const std::string& why,
                      int code) const {
    const Ran ran = sh("fencepost " + line + ' ' + where);
    EXPECT_EQ(ran.code, code) << line << '\n' << ran.err;
    EXPECT_EQ(last_line(ran.err),
              "fencepost: the results could not be written to standard output: " + why)
        << line << '\n'
        << ran.err;
  }
};

const std::string recorded = FENCEPOST_SOURCE_DIR "/seeds/recorded/";

TEST_F(FullDisk, is_told_of_by_every_verb) {
  for (const std::string line : {"run offset-commit --seeds 5",
                                 "run offset-commit --seeds 5 -q",
                                 "run offset-commit --seeds 5 --json",
                                 "replay lost.history --bug none",
                                 "replay lost.history --until 2",
                                 "shrink lost.history",
                                 "shrink lost.history -q",
                                 "verify lost.history",
                                 "list",
                                 "list -q",
                                 "list --json",
                                 "list --protocol",
                                 "bugs",
                                 "bugs -q",
                                 "bugs --json",
                                 "bugs --markdown",
                                 "capacity",
                                 "strategies --events 200 --runs 2",
                                 "strategies --events 200 --sqlite bill.db",
                                 "explain acknowledged_results_survive",
                                 "help",
                                 "help run",
                                 "help exit-codes",
                                 "run --help",
                                 "--version"})
    expect_trouble(line, ">/dev/full", "No space left on device", 2);
  for (const std::string flag : {"", " -q", " --json", " --all"})
    expect_trouble("check " + recorded + "kafka_clean.jsonl" + flag, ">/dev/full",
                   "No space left on device", 2);
}

TEST_F(FullDisk, does_not_hide_what_is_graver) {
  expect_trouble("replay lost.history", ">/dev/full", "No space left on device", 1);
  expect_trouble("check " + recorded + "lost_write.jsonl", ">/dev/full", "No space left on device",
                 1);
}

TEST_F(FullDisk, may_be_a_stream_that_is_closed) {
  for (const std::string line : {"list -q", "verify lost.history", "shrink lost.history"})
    expect_trouble(line, ">&-", "Bad file descriptor", 2);
  EXPECT_EQ(sh("fencepost verify lost.history <&- 2>&-").code, 0);
  const Ran ran = sh("fencepost check - <&-");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err.find("fencepost: standard input: "), 0U) << ran.err;
}

TEST_F(FullDisk, is_told_of_when_a_history_is_shrunk_to_it) {
  const Ran ran = sh("fencepost shrink lost.history -o /dev/full -q");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err.find("fencepost: not saved: /dev/full: No space left on device\n"), 0U)
      << ran.err;
}

}  // namespace
}  // namespace fencepost::cli
