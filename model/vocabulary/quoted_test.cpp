// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/quoted.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

std::string unquoted(std::string_view text) {
  std::string bytes;
  const std::string why = read_quoted(text, bytes);
  return why.empty() && text.empty() ? bytes : "!" + why;
}

TEST(Quoted, every_byte_string_has_a_spelling_and_comes_back) {
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const std::string bytes = {static_cast<char>(first), static_cast<char>(second), 'x'};
      ASSERT_EQ(unquoted(quote(bytes)), bytes);
    }
}

TEST(Quoted, writes_what_cannot_steer_a_terminal) {
  EXPECT_EQ(quote("p"), R"("p")");
  EXPECT_EQ(quote("a\"b\\c\n\t"), R"("a\"b\\c\n\t")");
  EXPECT_EQ(quote("\x1b[2J"), R"("\u001b[2J")");
  EXPECT_EQ(quote("\xe2\x80\xae"), R"("\u202e")");
  EXPECT_EQ(quote("é\xff"), R"("é\xff")");
}

TEST(Quoted, reads_every_escape_of_json) {
  EXPECT_EQ(unquoted(R"("\/\b\f\n\r\t\u00e9\xC3\xa9")"), "/\b\f\n\r\téé");
  EXPECT_EQ(unquoted(R"("\ud83d\ude00")"), "😀");
}

TEST(Quoted, refuses_halves) {
  for (const char* const text : {"", "p", R"("p)", R"("\)", R"("\q")", R"("\u12")", R"("\ud83d")",
                                 R"("\ud83dx")", R"("\ude00")", R"("\ud83d\u0041")", R"("\x1")"})
    EXPECT_EQ(unquoted(text).front(), '!') << text;
}

TEST(Quoted, knows_utf_8) {
  char32_t point = 0;
  EXPECT_EQ(first_code_point("€", point), 3U);
  EXPECT_EQ(point, 0x20acU);
  for (const char* const bad : {"\x80", "\xc0\x80", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80",
                                "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xff"})
    EXPECT_EQ(first_code_point(bad, point), 0U);
}

}  // namespace
}  // namespace fencepost
