// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/killed_worker.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "fencepost/sut/external/sqlite_sink.hpp"

namespace fencepost::sut {
namespace {

TEST(KilledWorker, lives_until_it_survives) {
  const auto kills = work_through_kills([](std::uint32_t life) {
    if (life < 3) die();
  });
  ASSERT_TRUE(kills);
  EXPECT_EQ(*kills, 3U);
}

TEST(KilledWorker, that_ends_otherwise_or_never_is_a_failure) {
  EXPECT_EQ(work_through_kills([](std::uint32_t) { ::_exit(3); }).why(),
            "a worker ended with exit code 3");
  EXPECT_EQ(work_through_kills([](std::uint32_t) { die(); }, 5, [] { return true; }).why(),
            "it was stopped in life 1");
  EXPECT_EQ(work_through_kills([](std::uint32_t) { die(); }, 5).why(),
            "the work was not done after 5 lives");
}

struct SqliteSinkTest : testing::Test {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fencepost-sink-" + std::to_string(::getpid()));
  std::string path = folder / "bill.db";
  SqliteSinkTest() { std::filesystem::create_directory(folder); }
  ~SqliteSinkTest() override { std::filesystem::remove_all(folder); }
};

TEST_F(SqliteSinkTest, changes_totals_and_offset_together_or_not_at_all) {
  // Life n is killed after n of the three steps of its batch.
  const auto kills = work_through_kills([this](std::uint32_t life) {
    auto sink = SqliteSink::open(path);
    if (!sink) ::_exit(1);
    if (sink->next(7) != 0) ::_exit(2);
    sink->begin();
    if (life == 0) die();
    sink->charge({3, 100});
    if (life == 1) die();
    sink->charge({3, 11});
    if (life == 2) die();
    sink->commit(7, 2);
  });
  ASSERT_TRUE(kills) << kills.why();
  EXPECT_EQ(*kills, 3U);
  auto sink = SqliteSink::open(path);
  ASSERT_TRUE(sink);
  EXPECT_EQ(sink->journal_mode(), "wal");
  EXPECT_EQ(sink->next(7), 2U);
  EXPECT_EQ(sink->totals(), (std::vector<SqliteSink::Total>{{3, 111, 2}}));
}

TEST_F(SqliteSinkTest, says_why_a_file_cannot_be_opened) {
  const auto sink = SqliteSink::open(folder / "no" / "such" / "folder.db");
  ASSERT_FALSE(sink);
  EXPECT_NE(sink.why().find("cannot be used as a database"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::sut
