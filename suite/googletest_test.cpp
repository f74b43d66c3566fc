// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/googletest.hpp"

#include <gtest/gtest-spi.h>

#include <filesystem>

#include "fencepost/suite/own_offset_commits_test.hpp"

namespace fencepost::suite {
namespace {

GoogleTestCase failing_case(const std::string& folder) {
  const auto suite = std::make_shared<Suite>(subject<Hasty>("Hasty"), Options{.findings = folder});
  return {suite, "Hasty", "commit_never_passes_a_gap", {"mine.cpp", 7}};
}

TEST(GoogleTestCases, show_the_history_and_the_line_that_replays_it) {
  const std::string folder = testing::TempDir() + "googletest_cases_findings";
  EXPECT_NONFATAL_FAILURE(failing_case(folder).TestBody(), "processed partition=0 offset=1");
  EXPECT_NONFATAL_FAILURE(failing_case(folder).TestBody(),
                          "--gtest_filter=Hasty.replays_every_stored_history");
  std::filesystem::remove_all(folder);
}

TEST(GoogleTestCases, are_of_one_suite_a_name) {
  EXPECT_EQ(seen_before("GoogleTestCases_a_name", {"a.cpp", 1}), nullptr);
  const Place* const first = seen_before("GoogleTestCases_a_name", {"b.cpp", 2});
  ASSERT_NE(first, nullptr);
  GoogleTestCase second(nullptr, "a_name", words_of_a_second(*first), {"b.cpp", 2});
  EXPECT_NONFATAL_FAILURE(second.TestBody(), "has its suite at a.cpp:1");
}

TEST(GoogleTestCases, take_the_name_of_any_class) {
  EXPECT_EQ(suite_name("my::Log<int>"), "my__Log_int_");
}

}  // namespace
}  // namespace fencepost::suite
