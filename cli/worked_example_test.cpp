// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

using WorkedExample = CommandTest;

TEST_F(WorkedExample, strategies_prints_its_table) {
  const Ran ran = sh("fencepost strategies");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(
      ran.out.find("commit-first          19,516-20,000   -2.42% to  +0.00%       50/50     -\n"),
      std::string::npos)
      << ran.out;
}

TEST_F(WorkedExample, a_killed_consumer_bills_a_real_database_exactly_once) {
  const Ran ran = sh("fencepost strategies --events 4000 --crash-probability 0.5 --sqlite bill.db");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("journal mode wal"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("4,000 events billed"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("0/50 tenants wrong"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("killed 0 times"), std::string::npos) << ran.out;
  const Ran again = sh("fencepost strategies --sqlite bill.db");
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("is there already"), std::string::npos);
}

TEST_F(WorkedExample, strategies_that_are_interrupted_say_so) {
  const std::string interrupted = "interrupted 0.5 fencepost strategies ";
  const std::string words =
      "\nfencepost: interrupted; finishing what has begun (again to leave at once)\n";
  const Ran table = sh(interrupted + "--runs 100000");
  EXPECT_EQ(table.code, 130) << table.err;
  EXPECT_EQ(table.err, words +
                           "fencepost: interrupted before all strategies had their runs; lower "
                           "--runs or --events\n");
  const Ran bill = sh(interrupted + "--events 1000000 --crash-probability 0.5 --sqlite bill.db");
  EXPECT_EQ(bill.code, 130) << bill.err;
  EXPECT_EQ(bill.err, words +
                          "fencepost: interrupted before all was billed; 'bill.db' holds what "
                          "was. To bill anew, name another file\n");
}

TEST_F(WorkedExample, capacity_prints_its_rows_and_says_what_never_drains) {
  const Ran ran = sh("fencepost capacity --partitions 7,8");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(
      ran.out.find(
          "7 partitions: capacity 28,000/s, utilization 107.1%, 10-minute outage drains in never"),
      std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("drains in 150.0 min"), std::string::npos);
}

TEST_F(WorkedExample, refuses_values_out_of_range) {
  EXPECT_EQ(sh("fencepost strategies --crash-probability 1").code, 2);
  EXPECT_EQ(sh("fencepost strategies --key colour").code, 2);
  EXPECT_EQ(sh("fencepost capacity --partitions 8,,9").code, 2);
  EXPECT_EQ(sh("fencepost capacity --partitions 0").code, 2);
}

}  // namespace
}  // namespace fencepost::cli
