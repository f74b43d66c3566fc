// SPDX-License-Identifier: Apache-2.0
// What options name to be written is refused before anything is tried, or can be written.
#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

const std::string cluster_history = FENCEPOST_SOURCE_DIR "/seeds/clusters/say_once.history";

class Files : public CommandTest {
 protected:
  Files() {
    write("lost.history", its_history);
    write("file", "");
    sh("mkdir folder");
  }

  /// The line, in which the program on trial leaves a mark, ends with this and has tried nothing.
  void expect_refusal(const std::string& line, const std::string& sentence) const {
    const Ran ran = sh("run='touch " + path("ran") + "; exit 3'\n" + line);
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_EQ(ran.err, "fencepost: " + sentence + '\n') << line;
    EXPECT_FALSE(exists("ran")) << line;
  }
};

struct Option {
  std::string before, name, after;
};

TEST_F(Files, are_refused_by_every_option_if_they_cannot_be_written) {
  const Option options[] = {
      {"run offset-commit --junit ", "--junit", " -- sh -c \"$run\""},
      {"replay " + cluster_history + " --operations ", "--operations", " -- sh -c \"$run\""},
      {"shrink lost.history -o ", "--out", " -- sh -c \"$run\""},
      {"strategies --sqlite ", "--sqlite", ""}};
  for (const Option& option : options) {
    const auto refuse = [&](const std::string& file, const std::string& why) {
      expect_refusal("fencepost " + option.before + file + option.after,
                     option.name + ": '" + file + "' cannot be written: " + why);
    };
    refuse("deep/er/file", "there is no folder 'deep/er'");
    refuse("deep/", "there is no folder 'deep'");
    refuse("file/x", "Not a directory");
    refuse("folder", "Is a directory");
    EXPECT_FALSE(exists("deep"));
    EXPECT_EQ(sh("ls folder").out, "");
  }
}

TEST_F(Files, are_refused_where_folders_cannot_be_made) {
  expect_refusal("fencepost run offset-commit --out file/x -- sh -c \"$run\"",
                 "--out: 'file/x' cannot be written: Not a directory");
  expect_refusal("fencepost bugs offset-commit --out file",
                 "--out: 'file' cannot be written: Not a directory");
  expect_refusal("fencepost bugs offset-commit -o file/deep/er/",
                 "--out: 'file/deep/er/' cannot be written: Not a directory");
}

TEST_F(Files, beside_a_history_are_refused_too) {
  sh("mkdir lost.min.history");
  expect_refusal("fencepost shrink lost.history -- sh -c \"$run\"",
                 "without --out: 'lost.min.history' cannot be written: Is a directory");
}

TEST_F(Files, may_be_new_or_old_and_leave_nothing_beside) {
  EXPECT_EQ(
      sh("fencepost run offset-commit --seeds 1 --junit folder/new --out folder/un/used").code, 0);
  EXPECT_EQ(sh("fencepost run offset-commit --seeds 1 --junit file").code, 0);
  EXPECT_NE(read("file").find("</testsuites>"), std::string::npos);
  EXPECT_EQ(sh("ls folder").out, "new\n");
}

TEST_F(Files, of_planted_bugs_come_into_a_folder_that_is_made) {
  EXPECT_EQ(sh("fencepost bugs group-assign -o deep/er").code, 0);
  EXPECT_NE(sh("ls deep/er").out.find("assign-over-quota.history\n"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::cli
