// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/summary_table.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

using properties::Mode;
using properties::Property;

constexpr Property own_properties[] = {
    {.name = "offsets_are_dense", .mode = Mode::always, .sentence = "no offset is left out"},
    {.name = "a_duplicate_was_filtered",
     .mode = Mode::sometimes,
     .sentence = "a copy changed nothing"},
    {.name = "a_zombie_was_fenced",
     .mode = Mode::sometimes,
     .sentence = "an old epoch was refused"},
};

class SummaryTable : public testing::Test {
 protected:
  SummaryTable() {
    campaign_.summary.workload = &workload_;
    campaign_.summary.scenarios = 20'000;
    campaign_.summary.deliveries = 412'345;
    campaign_.summary.struck = {0, 1, 22, 333, 4444, 55'555, 666'666, 7'777'777};
    campaign_.summary.marks = 0b110;
  }

  properties::Workload workload_{.contract = find_contract("idempotent-producer"),
                                 .draw = nullptr,
                                 .properties = own_properties};
  Campaign campaign_;
};

constexpr const char* head =
    "  workload             scenarios  steps     dup   late   loss zombie  crash   node   disk   "
    "held  marks  verdict\n";

TEST_F(SummaryTable, has_a_line_a_workload) {
  EXPECT_EQ(summary_table({campaign_}, {.colour = false, .signs = true}),
            std::string(head) +
                "  idempotent-producer     20 000   412k       1     22    333   4444  55.5k   "
                "666k   7.7M"
                "    3/3    2/2  ✓ held\n");
}

TEST_F(SummaryTable, counts_what_is_broken) {
  campaign_.standing = Standing::violated;
  campaign_.summary.findings.resize(1);
  campaign_.summary.findings[0].fingerprint.property = "offsets_are_dense";
  EXPECT_NE(summary_table({campaign_}, {}).find("    2/3    2/2  x violated\n"), std::string::npos);
}

TEST_F(SummaryTable, names_the_mark_that_stayed_cold) {
  campaign_.standing = Standing::cold;
  campaign_.summary.marks = 0;
  campaign_.cold = {1, 2};
  EXPECT_NE(
      summary_table({campaign_}, {}).find("    3/3    0/2  ? cold: a_duplicate_was_filtered +1\n"),
      std::string::npos);
}

TEST_F(SummaryTable, has_a_word_and_a_sign_for_every_standing) {
  campaign_.standing = Standing::undecided;
  EXPECT_NE(summary_table({campaign_}, {}).find("? undecided\n"), std::string::npos);
  campaign_.standing = Standing::system_failed;
  EXPECT_NE(summary_table({campaign_}, {}).find("      -    2/2  x system failed\n"),
            std::string::npos);
  campaign_.standing = Standing::interrupted;
  EXPECT_NE(summary_table({campaign_}, {}).find("? interrupted\n"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::reports
