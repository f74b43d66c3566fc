// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/history_table.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::reports {
namespace {

using properties::Trial;

/// Tries the engine with this bug on these lines of offset-commit.
std::string picture(const char* bug, const std::string& lines, const TableShape& shape,
                    const Ink& ink) {
  const Result<HistoryFile> file = read_history(
      "fencepost history 1\nworkload offset-commit\nparameters partitions=1\nexpect held\n\n" +
      lines);
  EXPECT_TRUE(file) << file.why();
  const auto home = sut::make_engine("offset-commit", sut::find_planted_bug(bug));
  Trial trial(*properties::find_workload("offset-commit"), *home);
  const properties::Verdict& verdict = trial.run(file->scenario);
  return history_table(file->scenario, trial.history(), verdict, ink, shape);
}

constexpr const char* lost_commit =
    "1 c1 processed partition=0 offset=0\n"
    "  crash\n"
    "2 c2 processed partition=0 offset=1\n"
    "end commands=2 exceptions=1\n";

TEST(HistoryTable, marks_the_answer_that_is_wrong_and_says_what_is_right) {
  EXPECT_EQ(picture("offset-acknowledged-before-synced", lost_commit, {.indent = "  "},
                    {.colour = false, .signs = true}),
            "    1  c1  processed partition=0 offset=0  →  committed=0\n"
            "           power is lost; 1 unsynced write is lost\n"
            "  ✗ 2  c2  processed partition=0 offset=1  →  committed=-1\n"
            "           the model would have said          committed=1\n");
}

TEST(HistoryTable, marks_nothing_if_everything_held) {
  EXPECT_EQ(picture("", lost_commit, {}, {}),
            "  1  c1  processed partition=0 offset=0  ->  committed=0\n"
            "         power is lost\n"
            "  2  c2  processed partition=0 offset=1  ->  committed=1\n");
}

TEST(HistoryTable, shows_the_end_of_a_long_history) {
  EXPECT_EQ(picture("", lost_commit, {.indent = "", .widest_cell = 160, .most_lines = 1}, {}),
            "... 2 earlier lines\n"
            "  2  c2  processed partition=0 offset=1  ->  committed=1\n");
}

TEST(HistoryTable, shortens_values_that_are_too_long) {
  EXPECT_EQ(picture("", lost_commit, {.indent = "", .widest_cell = 24, .most_lines = 1}, {}),
            "... 2 earlier lines\n"
            "  2  c2  processe... (22 more)  ->  committed=1\n");
}

TEST(HistoryTable, paints_what_it_marks) {
  const std::string text = picture("offset-acknowledged-before-synced", lost_commit, {},
                                   {.colour = true, .signs = true});
  EXPECT_NE(text.find("\x1b[1;31mcommitted=-1\x1b[0m"), std::string::npos);
  EXPECT_NE(text.find("\x1b[32mcommitted=1\x1b[0m"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::reports
