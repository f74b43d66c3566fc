// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/failing_screen.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::reports {
namespace {

constexpr const char* story =
    "fencepost history 1\n"
    "workload offset-commit\n"
    "parameters partitions=1\n"
    "expect held\n"
    "\n"
    "1 c1 processed partition=0 offset=0\n"
    "  crash\n"
    "2 c2 processed partition=0 offset=1\n"
    "end commands=2 exceptions=1\n";

class FailingScreen : public testing::Test {
 protected:
  FailingScreen() {
    const Result<HistoryFile> file = read_history(story);
    finding_.seed = 0x5eed;
    finding_.found = finding_.shrunk.scenario = file->scenario;
    finding_.found.steps.resize(87);
    finding_.shrunk.runs = 1064;
    finding_.shrunk.one_minimal = true;
    finding_.verdict = trial_.run(finding_.shrunk.scenario);
    finding_.fingerprint = finding_.verdict.fingerprint;
  }

  std::string picture(const Saved& saved) const {
    return failing_screen(finding_, trial_.history(), saved, {.colour = false, .signs = true});
  }

  std::unique_ptr<sut::Home> home_ =
      sut::make_engine("offset-commit", sut::find_planted_bug("offset-acknowledged-before-synced"));
  properties::Trial trial_{*properties::find_workload("offset-commit"), *home_};
  properties::Finding finding_;
};

TEST_F(FailingScreen, is_one_sentence_a_picture_how_small_and_where) {
  EXPECT_EQ(picture({.path = "runs/lost.history", .why_not = {}, .text = story}),
            "\n"
            "  ✗ acknowledged_results_survive   offset-commit · seed 0x5eed\n"
            "\n"
            "      partition 0 has committed -1, but before power was lost a client was told 0\n"
            "\n"
            "      1  c1  processed partition=0 offset=0  →  committed=0\n"
            "             power is lost; 1 unsynced write is lost\n"
            "    ✗ 2  c2  processed partition=0 offset=1  →  committed=-1\n"
            "             the model would have said          committed=1\n"
            "\n"
            "      shrunk from 87 lines to 3 in 1 064 runs; no line can go\n"
            "      saved   runs/lost.history\n"
            "      digest  " +
                to_text(finding_.verdict.digest) + "\n\n");
}

TEST_F(FailingScreen, shows_the_file_if_it_could_not_be_written) {
  const std::string text =
      picture({.path = {}, .why_not = "runs/: Permission denied", .text = story});
  EXPECT_NE(text.find("      not saved: runs/: Permission denied; here it is, to be copied:\n"
                      "\n"
                      "fencepost history 1\n"
                      "workload offset-commit\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nend commands=2 exceptions=1\n"), std::string::npos);
}

TEST_F(FailingScreen, tells_what_was_not_verified) {
  properties::Shrunk shrunk = finding_.shrunk;
  shrunk.one_minimal = false;
  EXPECT_EQ(words_of_shrinking(finding_.found, shrunk),
            "shrunk from 87 lines to 3 in 1 064 runs; whether a line can go was not verified");
  shrunk.out_of_budget = true;
  EXPECT_EQ(words_of_shrinking(finding_.found, shrunk),
            "shrunk from 87 lines to 3 in 1 064 runs; the budget ended first, so it may not be the "
            "shortest");
}

}  // namespace
}  // namespace fencepost::reports
