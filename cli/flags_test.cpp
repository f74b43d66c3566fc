// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

class Flags : public CommandTest {
 protected:
  /// The line ends with exit code 2 and says this.
  void expect_refusal(const std::string& line, const std::string& sentence) const {
    const Ran ran = sh(line);
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_EQ(ran.err.find("fencepost: " + sentence), 0U) << line << '\n' << ran.err;
  }
};

TEST_F(Flags, are_explained_by_a_program_without_arguments) {
  const Ran ran = sh("fencepost");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("\n  fencepost run "), std::string::npos);
  EXPECT_NE(ran.out.find("\n  fencepost run --bug "), std::string::npos);
}

TEST_F(Flags, have_the_same_help_in_three_places) {
  const std::string help = sh("fencepost help run").out;
  EXPECT_NE(help.find("--seeds N"), std::string::npos);
  EXPECT_EQ(sh("fencepost run --help").out, help);
  EXPECT_EQ(sh("fencepost run -h").out, help);
  EXPECT_EQ(sh("fencepost -h run").out, help);
}

TEST_F(Flags, may_stand_before_and_after_the_verb) {
  const Ran after = sh("fencepost run group-assign --seeds 5 --seed 0x1F");
  EXPECT_EQ(after.code, 0);
  EXPECT_EQ(sh("fencepost --seeds 5 --seed=31 run group-assign").out, after.out);
  EXPECT_EQ(sh("fencepost -n 5 run --seed 0x1f group-assign").out, after.out);
}

TEST_F(Flags, are_refused_by_name_and_value) {
  expect_refusal("fencepost run --seed 0xfog",
                 "--seed: '0xfog' is not a seed; a seed is a number of 64 bits");
  expect_refusal("fencepost run --seed 18446744073709551616",
                 "--seed: '18446744073709551616' is not a seed");
  expect_refusal("fencepost run --seeds 0", "--seeds: '0' is not a whole number from 1");
  expect_refusal("fencepost run --seeds 1e3", "--seeds: '1e3' is not a whole number");
  expect_refusal("fencepost run --jobs 0", "--jobs: '0' is not a whole number from 1 to 1024");
  expect_refusal("fencepost run --for 60",
                 "--for: '60' is not a time; write it as 500ms, 60s, 5m or 2h");
  expect_refusal("fencepost run --for 0s", "--for: '0s' is not a time");
  expect_refusal("fencepost run --without crsh",
                 "--without: 'crsh' is no family of faults; they are duplicate");
  expect_refusal("fencepost run --color mauve", "--color: 'mauve' is not auto, always or never");
  expect_refusal("fencepost run --progress bar",
                 "--progress: 'bar' is not auto, line, plain or none");
  expect_refusal("fencepost run --out ''", "--out: '' is empty");
  expect_refusal("fencepost run --timeout 5", "--timeout: it is for programs");
}

TEST_F(Flags, are_refused_with_the_nearest_name) {
  expect_refusal("fencepost rnu", "'rnu' is no verb; did you mean 'run'?");
  expect_refusal("fencepost run --sede 4", "--sede is no flag; did you mean '--seed'?");
  expect_refusal("fencepost verify --seeds 4", "--seeds is not a flag of 'verify'");
  expect_refusal("fencepost run --seed", "--seed needs a value");
}

TEST_F(Flags, take_a_command_behind_two_dashes) {
  expect_refusal("fencepost run --", "a command must stand behind --");
  expect_refusal("fencepost list -- ./mine", "'list' tries no program");
  expect_refusal("fencepost run -- ./mine", "which workloads does the program answer?");
  expect_refusal(std::string("fencepost run --bug ") + a_bug + " -- ./mine", "--bug: ");
}

TEST_F(Flags, want_one_history) {
  expect_refusal("fencepost replay", "'replay' wants one history");
  expect_refusal("fencepost replay missing.history",
                 "'missing.history' is no file that is there, and no seed");
  expect_refusal("fencepost replay 0x12", "a seed alone is no scenario: add --workload NAME");
  expect_refusal("fencepost explain", "'explain' wants one name");
  expect_refusal("fencepost capacity x", "'capacity' can do nothing with 'x'");
  expect_refusal("fencepost help run replay", "'help' can do nothing with 'replay'");
}

TEST_F(Flags, decide_about_colour_stream_by_stream) {
  const std::string line = "fencepost run offset-commit --seeds 1 ";
  EXPECT_EQ(sh(line).out.find('\x1b'), std::string::npos);
  EXPECT_NE(sh(line + "--color always").out.find('\x1b'), std::string::npos);
  EXPECT_NE(sh("FORCE_COLOR=1 " + line).out.find('\x1b'), std::string::npos);
  EXPECT_NE(sh("CLICOLOR_FORCE=1 " + line).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(sh("NO_COLOR=1 FORCE_COLOR=1 " + line).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(sh("FORCE_COLOR=1 " + line + "--color never").out.find('\x1b'), std::string::npos);
}

TEST_F(Flags, do_without_signs_where_the_locale_has_none) {
  const Ran ran = sh("LC_ALL=C fencepost run offset-commit --seeds 1");
  EXPECT_NE(ran.out.find("+ held"), std::string::npos) << ran.out;
  EXPECT_TRUE(
      std::ranges::all_of(ran.out, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

TEST_F(Flags, tell_the_version) {
  const Ran ran = sh("fencepost --version");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out.find("fencepost "), 0U);
}

}  // namespace
}  // namespace fencepost::cli
