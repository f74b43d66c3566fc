// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/line_reader.hpp"

#include <gtest/gtest.h>

#include "fencepost/sut/external/last_lines.hpp"

namespace fencepost::sut {
namespace {

TEST(LineReader, finds_lines_however_the_writes_are_cut) {
  const std::string stream = "one\n\nthree\nrest";
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    LineReader reader;
    std::string seen;
    std::string line;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.add(std::string_view(stream).substr(at, piece));
      while (reader.next(line)) seen += '[' + line + ']';
    }
    EXPECT_EQ(seen, "[one][][three]");
    EXPECT_EQ(reader.rest(), "rest");
  }
}

TEST(LineReader, takes_the_longest_line_and_refuses_one_byte_more) {
  std::string line;
  LineReader fits;
  fits.add(std::string(LineReader::most_line_bytes, 'x') + '\n');
  EXPECT_TRUE(fits.next(line));
  EXPECT_EQ(line.size(), LineReader::most_line_bytes);
  LineReader open;
  open.add(std::string(LineReader::most_line_bytes + 1, 'x'));
  EXPECT_FALSE(open.next(line));
  EXPECT_TRUE(open.is_too_long());
  open.add("\nmore\n");
  EXPECT_FALSE(open.next(line));
}

TEST(LastLines, keeps_the_last_ones_and_cuts_long_ones) {
  LastLines lines;
  for (int i = 1; i <= 100; ++i) {
    lines.add("line ");
    lines.add(std::to_string(i) + '\n');
  }
  const std::string text = lines.print("> ");
  EXPECT_TRUE(text.starts_with("> line 81\n> line 82\n"));
  EXPECT_TRUE(text.ends_with("\n> line 100"));
  lines.add(std::string(100'000, 'y'));
  lines.add("z\nend");
  EXPECT_TRUE(
      lines.print("").ends_with("\n" + std::string(LastLines::most_line_bytes, 'y') + "\nend"));
}

TEST(LastLines, cannot_steer_a_terminal) {
  LastLines lines;
  lines.add("\x1b[2J\x9b \xc3\xa9 \"quoted\" \\ \xff\n");
  EXPECT_EQ(lines.print(""), "\\u001b[2J\\x9b \xc3\xa9 \"quoted\" \\ \\xff");
  EXPECT_EQ(spoken("short"), "short");
  EXPECT_EQ(spoken("\xc3\xa9\xc3\xa9\xc3\xa9", 3), "\xc3\xa9... (6 bytes)");
}

}  // namespace
}  // namespace fencepost::sut
