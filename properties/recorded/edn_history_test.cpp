// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/edn_history.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/recorded/reading.hpp"

namespace fencepost::recorded {
namespace {

using Words = std::vector<std::string>;

constexpr const char* invoke =
    "{:index 0, :time 1, :type :invoke, :process 0, :f :send, :value [[:send 0 1]]}";
constexpr const char* ok =
    "{:index 1, :time 2, :type :ok, :process 0, :f :send, :value [[:send 0 [7 1]]]}";
const Words both = {R"(0 invoke send [["send",0,1]] @1 #0)",
                    R"(0 ok send [["send",0,[7,1]]] @2 #1)"};

TEST(EdnHistory, is_a_map_a_line) {
  const std::string text = std::string(invoke) + '\n' + ok + '\n';
  EXPECT_EQ(read_all(text).operations, both);
  EXPECT_EQ(read_all(text).lines, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(read_all(text.substr(0, text.size() - 1)).operations, both);
}

TEST(EdnHistory, is_one_vector_or_list_of_maps) {
  const std::string maps = std::string(invoke) + "\n " + ok;
  EXPECT_EQ(read_all('[' + maps + ']').operations, both);
  EXPECT_EQ(read_all("; a title\n(" + maps + ")\n; the end\n").operations, both);
}

TEST(EdnHistory, may_have_tags_and_comments) {
  const std::string text = std::string("; from a test\n#jepsen.history.Op") + invoke +
                           " ; sent\n#_{:type :lost}\n#jepsen.history.Op" + ok;
  EXPECT_EQ(read_all(text).operations, both);
  EXPECT_EQ(read_all(text).lines, (std::vector<std::uint64_t>{2, 4}));
}

TEST(EdnHistory, comes_in_pieces_of_any_size) {
  const std::string text = "[" + std::string(invoke) + ' ' + ok + "]\n";
  for (std::size_t piece = 1; piece < 60; ++piece)
    EXPECT_EQ(read_all(text, piece).operations, both) << piece;
}

TEST(EdnHistory, is_longer_than_what_is_in_sight) {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += "{:index " + std::to_string(i) +
            " :type :invoke :process 0 :f :txn :value [\"}]\" ; }\n]}\n";
  const Reading reading = read_all(text, 4096);
  EXPECT_EQ(reading.why, "");
  ASSERT_EQ(reading.operations.size(), 30'000U);
  EXPECT_EQ(reading.lines.back(), 59'999U);
}

TEST(EdnHistory, has_a_nemesis_that_is_passed_over) {
  EXPECT_EQ(
      read_all(std::string("{:type :info, :process :nemesis, :f nil, :value nil}\n") + invoke + ok)
          .operations,
      both);
}

TEST(EdnHistory, keeps_what_else_was_recorded) {
  EXPECT_EQ(read_all("{:type :info, :process 3, :f :crash, :error [:timeout \"x\"], :rebalance-log "
                     "[{:keys [0]}]}")
                .operations,
            Words{R"(3 info crash null {"error":["timeout","x"],"rebalance-log":[{"keys":[0]}]})"});
}

TEST(EdnHistory, is_refused_with_line_and_reason) {
  const std::string line = std::string(invoke) + '\n';
  EXPECT_EQ(read_all(line + "{:type :ok, :process 0, :f :send, :value [1}]}\n").why,
            "line 2: it has } where ] should be");
  EXPECT_EQ(read_all(line + "\n{:type :ok, :process 0}\n").why, "line 3: it has no 'f'");
  EXPECT_EQ(read_all(line + "]\n").why, "line 2: it has a bracket that closes nothing");
  EXPECT_EQ(read_all('[' + line + ")\n").why, "line 2: it has a bracket that closes nothing");
  EXPECT_EQ(read_all('[' + line + "] 1\n").why, "line 2: it goes on behind the list of operations");
  EXPECT_EQ(read_all(line + "7 \n").why, "line 2: it is no operation: it is 7");
}

TEST(EdnHistory, is_refused_if_it_is_cut_off) {
  const std::string text = std::string(invoke) + '\n' + ok;
  for (std::size_t size = text.find('\n') + 2; size < text.size(); ++size)
    EXPECT_EQ(read_all(text.substr(0, size)).why,
              "line 2: it ends within what begins here: it is cut off");
  EXPECT_EQ(read_all('[' + text).why,
            "line 2: it ends before its list of operations does: it is cut off");
}

TEST(EdnHistory, of_any_length_is_refused_within_bounds) {
  EXPECT_NE(read_all("{:value \"" + std::string(100 << 20U, 'x')).why.find("longer than 8 MiB"),
            std::string::npos);
  EXPECT_NE(read_all("{:value " + std::string(100 << 20U, '[')).why.find("nested deeper than"),
            std::string::npos);
}

}  // namespace
}  // namespace fencepost::recorded
