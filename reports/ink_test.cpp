// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/ink.hpp"

#include <gtest/gtest.h>

namespace fencepost::reports {
namespace {

Environment with(std::string Environment::*variable, const char* value) {
  Environment environment;
  environment.*variable = value;
  return environment;
}

TEST(Colour, follows_the_terminal_if_nobody_says_anything) {
  EXPECT_TRUE(wants_colour(When::automatic, {}, true));
  EXPECT_FALSE(wants_colour(When::automatic, {}, false));
  EXPECT_FALSE(wants_colour(When::automatic, with(&Environment::term, "dumb"), true));
}

TEST(Colour, obeys_the_flag_before_everything) {
  EXPECT_TRUE(wants_colour(When::always, with(&Environment::no_color, "1"), false));
  EXPECT_FALSE(wants_colour(When::never, with(&Environment::force_color, "1"), true));
}

TEST(Colour, obeys_no_color_before_those_who_force_it) {
  Environment environment = with(&Environment::no_color, "1");
  environment.force_color = environment.clicolor_force = "1";
  EXPECT_FALSE(wants_colour(When::automatic, environment, true));
}

TEST(Colour, is_forced_by_either_variable_unless_it_is_zero) {
  EXPECT_TRUE(wants_colour(When::automatic, with(&Environment::force_color, "1"), false));
  EXPECT_TRUE(wants_colour(When::automatic, with(&Environment::clicolor_force, "yes"), false));
  EXPECT_FALSE(wants_colour(When::automatic, with(&Environment::force_color, "0"), false));
  EXPECT_FALSE(wants_colour(When::automatic, with(&Environment::clicolor_force, "0"), false));
}

TEST(Signs, are_written_where_the_locale_promises_utf_8) {
  EXPECT_TRUE(wants_signs(with(&Environment::locale, "de_DE.UTF-8")));
  EXPECT_TRUE(wants_signs(with(&Environment::locale, "C.utf8")));
  EXPECT_FALSE(wants_signs(with(&Environment::locale, "C")));
  EXPECT_FALSE(wants_signs({}));
}

TEST(Ink, paints_only_if_it_has_colour_and_falls_back_to_ascii) {
  EXPECT_EQ((Ink{.colour = true, .signs = true}.good("x")), "\x1b[32mx\x1b[0m");
  EXPECT_EQ(Ink{}.bad("x"), "x");
  EXPECT_EQ(Ink{}.violated(), "x");
  EXPECT_EQ((Ink{.colour = false, .signs = true}.violated()), "✗");
}

}  // namespace
}  // namespace fencepost::reports
