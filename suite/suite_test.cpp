// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "fencepost/suite/own_offset_commits_test.hpp"

namespace fencepost::suite {
namespace {

namespace fs = std::filesystem;
using Kind = Judgement::Kind;

class SuiteOfAClass : public testing::Test {
 protected:
  template <class Class>
  Suite suite(Options options = {}) const {
    if (options.findings == Options{}.findings) options.findings = folder_;
    return {subject<Class>("Own::Class"), options};
  }

  /// The failing cases.
  static std::vector<std::string> failing(Suite suite) {
    std::vector<std::string> names;
    for (const std::string& name : suite.cases())
      if (suite.judge(name).kind == Kind::failed) names.push_back(name);
    return names;
  }
  static bool has_case(const Suite& suite, std::string_view name) {
    const auto cases = suite.cases();
    return std::ranges::find(cases, name) != cases.end();
  }
  static bool fails(Suite suite, std::string_view name) {
    const auto names = failing(std::move(suite));
    return std::ranges::find(names, name) != names.end();
  }

  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  /// Each test has its own, since tests may run at once.
  const std::string folder_ = testing::TempDir() + "suite_of_" +
                              testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(SuiteOfAClass, acquits_one_that_is_right_in_memory) {
  EXPECT_EQ(failing(suite<InMemory>()), std::vector<std::string>{});
}

TEST_F(SuiteOfAClass, acquits_one_that_is_right_on_the_disk) {
  EXPECT_EQ(failing(suite<OnDisk>()), std::vector<std::string>{});
}

TEST_F(SuiteOfAClass, acquits_one_that_is_right_in_a_folder) {
  EXPECT_EQ(failing(suite<InAFolder>({.seeds = 400})), std::vector<std::string>{});
}

TEST_F(SuiteOfAClass, asks_only_for_marks_that_its_trouble_can_reach) {
  EXPECT_FALSE(has_case(suite<InMemory>(), "mark_a_crash_forgot_what_waited"));
  EXPECT_TRUE(has_case(suite<InAFolder>(), "mark_a_crash_forgot_what_waited"));
  EXPECT_FALSE(has_case(suite<InAFolder>(), "mark_a_torn_tail_was_cut"));
  EXPECT_TRUE(has_case(suite<OnDisk>(), "mark_a_torn_tail_was_cut"));
}

struct Forgetful : InMemory {
  Forgetful(const Settings&, sut::Disk&) {}
};

TEST_F(SuiteOfAClass, convicts_one_that_stores_nothing) {
  EXPECT_TRUE(fails(suite<Forgetful>(), "commit_never_goes_back"));
}

struct ForgetfulInAFolder : InMemory {
  ForgetfulInAFolder(const Settings&, const ports::Folder&) {}
};

TEST_F(SuiteOfAClass, convicts_one_that_stores_nothing_in_its_folder) {
  EXPECT_TRUE(fails(suite<ForgetfulInAFolder>(), "commit_never_goes_back"));
}

struct Unsynced : OnDisk {
  using OnDisk::OnDisk;
  bool store(const std::string& text) override {
    return disk_.append(log_, text) == sut::DiskResult::ok;
  }
};

TEST_F(SuiteOfAClass, convicts_one_that_does_not_sync) {
  EXPECT_TRUE(fails(suite<Unsynced>(), "commit_never_goes_back"));
}

template <class Storage>
struct Throwing : Storage {
  using Storage::Storage;
  Reply<Offset> committed(Partition partition) override {
    if (partition == 1) throw std::runtime_error("partition 1 is odd");
    return Storage::committed(partition);
  }
};

TEST_F(SuiteOfAClass, convicts_one_that_throws_wherever_it_keeps_its_data) {
  const std::string words = "it threw: partition 1 is odd";
  for (Suite one : {suite<Throwing<InMemory>>(), suite<Throwing<OnDisk>>(),
                    suite<Throwing<InAFolder>>({.seeds = 100})}) {
    const Judgement judgement = one.judge(properties::answers_as_the_model_does);
    EXPECT_EQ(judgement.kind, Kind::failed);
    EXPECT_NE(judgement.words.find(words), std::string::npos) << judgement.words;
    EXPECT_NE(judgement.words.find("committed partition=1"), std::string::npos);
  }
}

struct ThrowingAnything : InMemory {
  Reply<Offset> committed(Partition) override { throw 7; }
};

TEST_F(SuiteOfAClass, convicts_one_that_throws_what_is_no_exception) {
  EXPECT_TRUE(fails(suite<ThrowingAnything>(), properties::answers_as_the_model_does));
}

struct Uncertain : InMemory {
  Reply<Offset> committed(Partition) override { return ports::Uncertain{}; }
};
struct UncertainInAFolder : InAFolder {
  using InAFolder::InAFolder;
  Reply<Offset> committed(Partition) override { return ports::Uncertain{}; }
};

TEST_F(SuiteOfAClass, convicts_one_that_is_uncertain_though_nothing_failed) {
  EXPECT_TRUE(fails(suite<Uncertain>(), properties::answers_as_the_model_does));
  EXPECT_TRUE(
      fails(suite<UncertainInAFolder>({.seeds = 100}), properties::answers_as_the_model_does));
}

struct NeverStarting : InMemory {
  NeverStarting() { throw ports::Damaged("so it says"); }
};

TEST_F(SuiteOfAClass, convicts_one_that_reports_damage_where_there_is_none) {
  EXPECT_TRUE(fails(suite<NeverStarting>(), properties::starts_again_after_every_crash));
}

class Changing : public InMemory {
  Reply<Offset> committed(Partition) override { return ++times_; }
  static inline Offset times_ = 0;
};

TEST_F(SuiteOfAClass, says_that_one_does_not_answer_alike_each_time) {
  const Judgement judgement = suite<Changing>().judge(properties::answers_as_the_model_does);
  EXPECT_EQ(judgement.kind, Kind::failed);
}

}  // namespace
}  // namespace fencepost::suite
