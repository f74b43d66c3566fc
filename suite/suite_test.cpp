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

  /// Why it does not answer as the model does.
  static std::string words_of(Suite suite) {
    return suite.judge(properties::answers_as_the_model_does).words;
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
  EXPECT_TRUE(fails(suite<Forgetful>(), "acknowledged_results_survive"));
}

struct ForgetfulInAFolder : InMemory {
  ForgetfulInAFolder(const Settings&, const ports::Folder&) {}
};

TEST_F(SuiteOfAClass, convicts_one_that_stores_nothing_in_its_folder) {
  EXPECT_TRUE(fails(suite<ForgetfulInAFolder>(), "acknowledged_results_survive"));
}

struct Unsynced : OnDisk {
  using OnDisk::OnDisk;
  bool store(const std::string& text) override {
    return disk_.append(log_, text) == sut::DiskResult::ok;
  }
};

TEST_F(SuiteOfAClass, convicts_one_that_does_not_sync) {
  EXPECT_TRUE(fails(suite<Unsynced>(), "acknowledged_results_survive"));
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
  for (const std::string& words :
       {words_of(suite<Throwing<InMemory>>()), words_of(suite<Throwing<OnDisk>>()),
        words_of(suite<Throwing<InAFolder>>({.seeds = 100}))}) {
    EXPECT_NE(words.find("it threw: partition 1 is odd"), std::string::npos) << words;
    EXPECT_NE(words.find("committed partition=1"), std::string::npos) << words;
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
  const Judgement judgement =
      suite<NeverStarting>().judge(properties::starts_again_after_every_crash);
  EXPECT_EQ(judgement.kind, Kind::failed);
  EXPECT_NE(judgement.words.find("it does not start again: so it says"), std::string::npos)
      << judgement.words;
}

class Changing : public InMemory {
  Reply<Offset> committed(Partition) override { return ++times_; }
  static inline Offset times_ = 0;
};

TEST_F(SuiteOfAClass, convicts_one_that_does_not_answer_alike_each_time) {
  EXPECT_FALSE(failing(suite<Changing>()).empty());
}

TEST_F(SuiteOfAClass, shows_other_ways_to_break_the_same_property_in_a_line_each) {
  const std::string words = suite<Forgetful>().judge("acknowledged_results_survive").words;
  EXPECT_NE(words.find("      also    committed: wrong result"), std::string::npos) << words;
}

}  // namespace
}  // namespace fencepost::suite
