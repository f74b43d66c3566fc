// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/history_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace fencepost {
namespace {

/// The first block of the page that is marked as a history.
std::string example() {
  std::ifstream page(FENCEPOST_SOURCE_DIR "/docs/history_format.md");
  std::stringstream text;
  text << page.rdbuf();
  const std::string all = text.str();
  const std::size_t start = all.find("```history\n") + 11;
  return all.substr(start, all.find("```\n", start) - start);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string why(const std::string& text) {
  const auto file = read_history(text);
  return file ? "it was read" : file.why();
}

const std::string small =
    "fencepost history 1\nworkload offset-commit\nexpect held\n\n1 c processed partition=0 "
    "offset=0\nend commands=1 "
    "exceptions=0\n";

TEST(History, the_example_of_the_page_is_canonical) {
  const auto file = read_history(example());
  ASSERT_TRUE(file) << file.why();
  EXPECT_EQ(write_history(*file), example());
}

TEST(History, the_example_means_what_the_page_says) {
  const auto file = read_history(example());
  ASSERT_TRUE(file) << file.why();
  EXPECT_EQ(file->comments,
            std::vector<std::string>{"Found on the first night; see the second produce."});
  EXPECT_EQ(file->kind, "read: wrong result");
  EXPECT_TRUE(file->expect_violated);
  EXPECT_EQ(file->seed, 0x5eed1cU);
  EXPECT_EQ(count_commands(file->scenario), 5U);
  EXPECT_TRUE(file->scenario.steps[2].zombie);
  EXPECT_EQ(file->lines.front(), 12U);
  const Step& crash = file->scenario.steps[6];
  EXPECT_EQ(crash.loss, (Loss{1, 4, true, true}));
  EXPECT_EQ(crash.again_at, 2U);
}

TEST(History, spelling_that_means_nothing_is_made_canonical) {
  const auto file = read_history(
      "fencepost   history 1 \n#bare\n\n expect held\n  #  indented\nparameters allowed_lateness=0 "
      "size=10\n"
      "seed 16\nworkload windowed-aggregation\nsentence \"\"\n# near the steps\n"
      "   1   c  event  value=1   time=-5 key=\"\\u0061\"  \n# lost\nagain 0x1\ncalm\n"
      "end   commands=1 exceptions=1\n\n# after");
  ASSERT_TRUE(file) << file.why();
  EXPECT_EQ(
      write_history(*file),
      "fencepost history 1\n# bare\n#  indented\n# near the steps\nworkload windowed-aggregation\n"
      "parameters size=10 allowed_lateness=0\nexpect held\nseed 0x10\n\n"
      "1 c event key=\"a\" time=-5 value=1\n  again 1\ncalm\nend commands=1 exceptions=1\n");
}

TEST(History, comments_come_back_whatever_they_hold) {
  HistoryFile file;
  file.scenario.workload = find_contract("group-assign");
  file.comments = {"", " indented ", "# again", "two\nlines", "bad\xff\r"};
  const auto read = read_history(write_history(file));
  ASSERT_TRUE(read) << read.why();
  EXPECT_EQ(read->comments,
            (std::vector<std::string>{"", " indented ", "# again", "two", "lines", "bad??"}));
}

TEST(History, no_beginning_of_a_file_is_read) {
  const std::string text = example();
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    ASSERT_FALSE(read_history(std::string_view(text).substr(0, size))) << size;
}

TEST(History, no_line_of_the_body_can_be_lost) {
  std::istringstream lines(example());
  std::string line;
  while (std::getline(lines, line))
    if (line != "calm" && !line.empty() && line[0] != '#' && line.find("sentence") != 0 &&
        line.find("seed") != 0 && line.find("digest") != 0 && line.find("bug") != 0 &&
        line.find("parameters") != 0) {
      EXPECT_FALSE(read_history(replaced(example(), line + '\n', ""))) << line;
    }
}

TEST(History, no_line_of_the_head_can_be_doubled) {
  std::istringstream lines(example());
  std::string line;
  while (std::getline(lines, line) && !line.empty())
    if (line[0] != '#') {
      EXPECT_FALSE(read_history(replaced(example(), line + '\n', line + '\n' + line + '\n')))
          << line;
    }
}

struct Bad {
  const char* from;
  const char* to;
  const char* why;
};

class BadHistory : public testing::TestWithParam<Bad> {};

TEST_P(BadHistory, is_refused_with_line_reason_and_remedy) {
  EXPECT_EQ(why(replaced(small, GetParam().from, GetParam().to)), GetParam().why);
}

constexpr char no_head[] =
    "line 1: is not the head of a history; the first line must be fencepost history 1";
constexpr char other_version[] =
    "line 1: has a format version that this Fencepost does not know; it reads version 1: use a "
    "newer one, or correct "
    "the line";
constexpr char miscounted[] =
    "line 6: the lines above are not those that the end line counts: lines are missing, or you "
    "edited it; then write "
    "end commands=1 exceptions=0";

INSTANTIATE_TEST_SUITE_P(
    Head, BadHistory,
    testing::Values(
        Bad{"fencepost history", "fencepost", no_head},
        Bad{"history 1", "history 2", other_version}, Bad{"history 1", "history", other_version},
        Bad{"history 1", "history 1 x", other_version},
        Bad{"workload offset-commit\n", "",
            "line 4: the head has no line workload; add it above this line"},
        Bad{"expect held\n", "", "line 4: the head has no line expect; add it above this line"},
        Bad{"expect held", "expect violated as \"x\"",
            "line 5: the head expects a violation but has no line property; add it above this "
            "line"},
        Bad{"expect held", "expect luck",
            "line 3: expect is followed by neither held nor violated as \"KIND\""},
        Bad{"expect held", "expect held\nexpect held",
            "line 4: expect is given twice, first in line 3; keep one"},
        Bad{"expect held", "expect held\nseed -1",
            "line 4: seed is no number of 64 bits; write it like 0x5eed1c"},
        Bad{"expect held", "expect held\nseed 18446744073709551616",
            "line 4: seed is no number of 64 bits; write it like 0x5eed1c"},
        Bad{"expect held", "expect held\nseed",
            "line 4: seed has nothing after it; complete or remove the line"},
        Bad{"expect held", "expect held\ndigest 12",
            "line 4: digest is not 32 hexadecimal digits (0-9, a-f); copy it whole"},
        Bad{"expect held", "expect held\nproperty no.points",
            "line 4: property wants one name of letters, digits, _ and -, not \"no.points\""},
        Bad{"expect held", "expect held\nbug a b",
            "line 4: bug wants one id of letters a-z, digits and -, not \"a b\""},
        Bad{"expect held", "expect held\nsentence \"a\" b",
            "line 4: sentence is followed by \"b\"; remove it"},
        Bad{"expect held", "expect held\nsentence word",
            "line 4: sentence: a string in double quotes is missing"},
        Bad{"expect held", "expect held\nparameters partitions=x",
            "line 4: \"partitions=x\" is not written name=integer"},
        Bad{"expect held", "expect held\nparameters partitions=04",
            "line 4: \"partitions=04\" is not written name=integer"},
        Bad{"expect held", "expect held\nparameters partitions=1 partitions=1",
            "line 4: parameter \"partitions\" is given twice; keep one"},
        Bad{"expect held", "expect held\nparameters size=1",
            "line 6: the head gives offset-commit a parameter \"size\", which it does not have; "
            "remove it from line 4"},
        Bad{"expect held", "expect held\nparameters partitions=0",
            "line 4: parameter partitions=0 is out of range; correct it"},
        Bad{"offset-commit", "windowed-aggregation",
            "line 5: \"processed\" is no command of windowed-aggregation; write event, close, "
            "late, or "
            "no-such-command"},
        Bad{"end", "seed 1\nend",
            "line 6: seed stands after the first step; move it into the head"}));

INSTANTIATE_TEST_SUITE_P(
    Steps, BadHistory,
    testing::Values(
        Bad{"1 c processed", "0 c processed",
            "line 5: \"0\" begins neither a line of the head nor an exception nor a command, whose "
            "id is from 1 to "
            "4294967295"},
        Bad{"1 c processed", "4294967296 c processed",
            "line 5: \"4294967296\" begins neither a line of the head nor an exception nor a "
            "command, whose id is from "
            "1 to 4294967295"},
        Bad{"1 c processed", "1 c! processed",
            "line 5: \"c!\" is no actor; write 1 to 64 letters, digits and _ - . : / @ + after the "
            "id"},
        Bad{"1 c processed partition=0 offset=0", "1 c",
            "line 5: the command is missing; write its name and fields after the actor"},
        Bad{"end commands=1", "1 c committed partition=0\nend commands=2",
            "line 6: message 1 does not come after message 1; correct it or remove the line"},
        Bad{"end commands=1 exceptions=0", "again 2\nend commands=1 exceptions=1",
            "line 6: an exception names message 2, which is not sent before it; correct it or "
            "remove the line"},
        Bad{"end commands=1 exceptions=0", "late 1\nlate 1\nend commands=1 exceptions=2",
            "line 7: message 1 is late twice; correct it or remove the line"},
        Bad{"end commands=1 exceptions=0", "calm\ncrash\nend commands=1 exceptions=1",
            "line 7: an exception stands after calm began; correct it or remove the line"},
        Bad{"end commands=1", "calm\ncalm\nend commands=1",
            "line 7: calm begins twice; correct it or remove the line"},
        Bad{"commands=1", "commands=2", miscounted},
        Bad{"exceptions=0", "exceptions=1", miscounted}, Bad{" exceptions=0", "", miscounted},
        Bad{"exceptions=0", "exceptions=0 x", miscounted},
        Bad{"end commands=1 exceptions=0\n", "",
            "line 5: the file is cut off: its last line must be end commands=N exceptions=N"},
        Bad{"exceptions=0\n", "exceptions=0\n2 c committed partition=0\n",
            "line 7: stands after the end line; remove it"}));

INSTANTIATE_TEST_SUITE_P(
    Bytes, BadHistory,
    testing::Values(
        Bad{"1\n", "1\r\n", "line 1: ends with CR LF; save the file with line ends of LF alone"},
        Bad{"1 c", "1\tc", "line 5: holds a tab; write spaces"},
        Bad{"1 c", "1 \x01",
            "line 5: holds a control character; remove it, or write it as \\u00HH"},
        Bad{"1 c", "1 \xff",
            "line 5: is not UTF-8; save the file as UTF-8, and write other bytes as \\xHH"},
        Bad{"fencepost",
            "\xef\xbb\xbf"
            "fencepost",
            "line 1: holds a byte order mark; save the file without"}));

/// A history of a cluster with this many nodes, whose steps are these lines, from line 6 on.
std::string of_cluster(int nodes, const std::string& steps, int commands, int exceptions) {
  return "fencepost history 1\nworkload kafka\nparameters nodes=" + std::to_string(nodes) +
         "\nexpect held\n\n" + steps + "\nend commands=" + std::to_string(commands) +
         " exceptions=" + std::to_string(exceptions) + '\n';
}

TEST(History, of_a_cluster_names_nodes_that_are_there) {
  EXPECT_EQ(why(of_cluster(3, "1 c0 poll node=2", 1, 0)), "it was read");
  EXPECT_EQ(why(of_cluster(3, "1 c0 crash", 1, 0)), "it was read");
  constexpr const char* remedy = "; correct it or remove the line";
  for (const char* const node : {"3", "-1", "4294967296", "\"n0\"", "null"})
    EXPECT_EQ(why(of_cluster(3, std::string("1 c0 poll node=") + node, 1, 0)),
              std::string("line 6: message 1 goes to a node that is not there: there are 3, from 0 "
                          "to 2") +
                  remedy)
        << node;
  EXPECT_EQ(
      why(of_cluster(1, "1 c0 poll node=0\n2 c0 poll node=1", 2, 0)),
      std::string("line 7: message 2 goes to a node that is not there: there is 1, number 0") +
          remedy);
  EXPECT_EQ(why(of_cluster(3, "1 c0 poll", 1, 0)),
            std::string("line 6: message 1 names no node") + remedy);
  EXPECT_EQ(why(of_cluster(3, "1 c0 zombie poll node=0", 1, 0)),
            std::string("line 6: message 1 is a zombie's, which clusters do not have") + remedy);
  for (const char* const step : {"kill node=3", "pause node=3", "resume node=3",
                                 "lose-folder node=24", "cut from=0,3 to=1", "cut from=0 to=1,3"})
    EXPECT_EQ(why(of_cluster(3, step, 0, 1)),
              std::string("line 6: the exception names a node that is not there: there are 3, from "
                          "0 to 2") +
                  remedy)
        << step;
}

TEST(History, of_a_cluster_cuts_one_side_off_from_another) {
  EXPECT_EQ(why(of_cluster(3, "cut from=0,2 to=1 both", 0, 1)), "it was read");
  for (const char* const step :
       {"cut from=0 to=0", "cut from=0,1 to=1,2", "cut from=2 to=1,2 both"})
    EXPECT_EQ(
        why(of_cluster(3, step, 0, 1)),
        "line 6: the cut has a node on both sides; nothing is cut off from itself; correct it "
        "or remove the line")
        << step;
}

TEST(History, refuses_nul_bytes_and_empty_files) {
  EXPECT_EQ(why(""), "line 1: the file is empty; a history begins with fencepost history 1");
  EXPECT_EQ(why("\n"), no_head);
  EXPECT_EQ(why(small + '\0'),
            "line 7: holds a control character; remove it, or write it as \\u00HH");
}

TEST(History, refuses_what_is_too_large_without_reading_on) {
  EXPECT_EQ(why(std::string(100'000'000, '#')),
            "line 1: the file is larger than 64 MiB; no history is");
  EXPECT_EQ(why(replaced(small, "expect held",
                         "#" + std::string(longest_history_line, ' ') + "\nexpect held")),
            "line 3: is longer than 1 MiB; shorten its strings and lists");
  std::string many = small;
  for (std::uint32_t i = 0; i < most_history_lines; ++i) many += '\n';
  EXPECT_EQ(why(many), "line 1000001: is one line too many; a history has at most 1000000");
}

TEST(History, a_long_plan_is_read_in_linear_time) {
  std::string text = "fencepost history 1\nworkload offset-commit\nexpect held\n";
  for (int id = 1; id <= 300'000; ++id) text += std::to_string(id) + " c committed partition=0\n";
  for (int id = 1; id <= 300'000; ++id) text += "late " + std::to_string(id) + '\n';
  const auto file = read_history(text + "end commands=300000 exceptions=300000\n");
  ASSERT_TRUE(file) << file.why();
  EXPECT_EQ(file->scenario.steps.size(), 600'000U);
}

}  // namespace
}  // namespace fencepost
