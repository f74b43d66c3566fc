// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/side_by_side.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

TEST(SideBySide, marks_the_lines_that_differ) {
  EXPECT_EQ(side_by_side("partition 0: committed 1\npartition 1: committed 4\nwaiting: 7\n",
                         "partition 0: committed 1\npartition 1: committed 5\nwaiting: 7\n",
                         {.colour = false, .signs = true}),
            "    the model                  the system\n"
            "    partition 0: committed 1   partition 0: committed 1\n"
            "  ✗ partition 1: committed 4   partition 1: committed 5\n"
            "    waiting: 7                 waiting: 7\n");
}

TEST(SideBySide, leaves_room_for_what_only_one_side_has) {
  EXPECT_EQ(side_by_side("a\nb\nc\n", "a\nc\nd\n", {}),
            "    the model   the system\n"
            "    a           a\n"
            "  x b           \n"
            "    c           c\n"
            "  x             d\n");
}

TEST(SideBySide, says_that_there_is_nothing_yet) {
  EXPECT_EQ(side_by_side("", "", {}),
            "    the model       the system\n"
            "    (nothing yet)   (nothing yet)\n");
}

TEST(SideBySide, shows_the_model_alone_if_the_system_cannot_tell) {
  EXPECT_EQ(model_alone("a\n", {}),
            "    the model   (the system does not tell its state)\n"
            "    a\n");
}

}  // namespace
}  // namespace fencepost::reports
