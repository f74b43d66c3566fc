// SPDX-License-Identifier: Apache-2.0
// What a suite writes and reads, and what the environment tells it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fencepost/suite/history_files.hpp"
#include "fencepost/suite/own_offset_commits_test.hpp"
#include "fencepost/suite/suite.hpp"

namespace fencepost::suite {
namespace {

namespace fs = std::filesystem;
using Kind = Judgement::Kind;

class SuiteHistories : public testing::Test {
 protected:
  template <class Class>
  Suite suite(const std::string& histories = "") const {
    return {subject<Class>("Hasty"), {.findings = folder_, .histories = histories}};
  }
  /// A history that Hasty breaks.
  std::string found() const { return suite<Hasty>().judge("commit_never_passes_a_gap").history; }

  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override {
    fs::remove_all(folder_);
    for (const char* const name :
         {"FENCEPOST_SEEDS", "FENCEPOST_SEED", "FENCEPOST_FINDINGS", "FENCEPOST_HISTORIES"})
      ::unsetenv(name);
  }

  const std::string folder_ = testing::TempDir() + "suite_histories_" +
                              testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(SuiteHistories, a_finding_is_shown_and_written) {
  const Judgement judgement = suite<Hasty>().judge("commit_never_passes_a_gap");
  EXPECT_EQ(judgement.kind, Kind::failed);
  EXPECT_NE(judgement.words.find("1  c1  processed partition=0 offset=1"), std::string::npos)
      << judgement.words;
  EXPECT_NE(judgement.words.find("no line can go"), std::string::npos);
  EXPECT_NE(judgement.words.find(judgement.history), std::string::npos);
  EXPECT_TRUE(fs::exists(judgement.history));
  EXPECT_EQ(judgement.history.rfind(folder_ + "/Hasty-commit_never_passes_a_gap-", 0), 0U);
}

TEST_F(SuiteHistories, a_stored_history_shows_the_same_again) {
  const std::string path = found();
  const Judgement judgement = suite<Hasty>(path).judge(stored_case);
  EXPECT_EQ(judgement.kind, Kind::failed);
  EXPECT_NE(judgement.words.find("commit_never_passes_a_gap"), std::string::npos);
  EXPECT_EQ(judgement.history, path);
}

TEST_F(SuiteHistories, a_stored_history_holds_when_the_class_is_mended) {
  found();
  EXPECT_EQ(suite<InMemory>(folder_).judge(stored_case).kind, Kind::passed);
}

TEST_F(SuiteHistories, without_histories_the_case_is_skipped) {
  EXPECT_EQ(suite<InMemory>().judge(stored_case).kind, Kind::skipped);
  const std::string others = FENCEPOST_SOURCE_DIR "/seeds/golden/group_assign_calm.history";
  EXPECT_EQ(suite<InMemory>(others).judge(stored_case).kind, Kind::skipped);
}

TEST_F(SuiteHistories, one_that_cannot_be_read_is_a_failure) {
  EXPECT_EQ(suite<InMemory>(folder_).judge(stored_case).words,
            folder_ + ": no such file or folder");
  fs::create_directories(folder_);
  EXPECT_EQ(suite<InMemory>(folder_).judge(stored_case).words,
            folder_ + ": no .history file is below this folder");
  std::ofstream(folder_ + "/a.history") << "fencepost history 1\n";
  const Judgement judgement = suite<InMemory>(folder_).judge(stored_case);
  EXPECT_EQ(judgement.kind, Kind::failed);
  EXPECT_EQ(judgement.words.rfind(folder_ + "/a.history: ", 0), 0U) << judgement.words;
}

TEST_F(SuiteHistories, crashes_of_a_stored_history_are_left_out_for_what_lives_in_memory) {
  fs::create_directories(folder_);
  std::ofstream(folder_ + "/a.history")
      << "fencepost history 1\nworkload offset-commit\nexpect held\n\n"
         "1 c processed partition=0 offset=0\ncrash\n2 c committed partition=0\n"
         "end commands=2 exceptions=1\n";
  EXPECT_EQ(suite<InMemory>(folder_).judge(stored_case).kind, Kind::passed);
  EXPECT_EQ(suite<OnDisk>(folder_).judge(stored_case).kind, Kind::passed);
}

TEST_F(SuiteHistories, a_finding_that_cannot_be_written_is_shown_whole) {
  Suite suite(subject<Hasty>("Hasty"), {.findings = "/dev/null/nowhere"});
  const Judgement judgement = suite.judge("commit_never_passes_a_gap");
  EXPECT_EQ(judgement.history, "");
  EXPECT_NE(judgement.words.find("fencepost history 1"), std::string::npos) << judgement.words;
}

TEST_F(SuiteHistories, the_environment_wins) {
  ::setenv("FENCEPOST_SEEDS", "0x10", 1);
  ::setenv("FENCEPOST_SEED", "7", 1);
  ::setenv("FENCEPOST_FINDINGS", "here", 1);
  ::setenv("FENCEPOST_HISTORIES", "there", 1);
  const auto options = with_environment({.seeds = 3, .findings = "elsewhere"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->seeds, 16U);
  EXPECT_EQ(options->seed, 7U);
  EXPECT_EQ(options->findings, "here");
  EXPECT_EQ(options->histories, "there");
}

TEST_F(SuiteHistories, a_number_that_is_none_fails_every_case) {
  ::setenv("FENCEPOST_SEEDS", "many", 1);
  Suite broken = suite<InMemory>();
  for (const std::string& name : broken.cases())
    EXPECT_EQ(broken.judge(name).words,
              "FENCEPOST_SEEDS is 'many'; it must be a number from 1 on, such as 2000 or 0x5eed");
}

TEST_F(SuiteHistories, few_seeds_decide_nothing_about_marks) {
  ::setenv("FENCEPOST_SEEDS", "1", 1);
  Suite one = suite<InMemory>();
  std::size_t cold = 0;
  for (const std::string& name : one.cases()) {
    EXPECT_NE(one.judge(name).kind, Kind::failed) << name;
    cold += one.judge(name).words.ends_with("judged from 2000 on") ? 1 : 0;
  }
  EXPECT_GT(cold, 0U);
}

TEST_F(SuiteHistories, every_workload_has_its_golden_ones) {
  std::size_t of_offset_commit = 0;
  for (const Golden& golden : golden_histories())
    of_offset_commit += golden.name.starts_with("offset_commit_") ? 1 : 0;
  EXPECT_EQ(of_offset_commit, 2U);
  EXPECT_EQ(suite<Hasty>().judge(golden_case).kind, Kind::failed);
}

}  // namespace
}  // namespace fencepost::suite
