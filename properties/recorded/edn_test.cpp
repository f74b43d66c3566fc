// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/edn.hpp"

#include <gtest/gtest.h>

namespace fencepost::recorded {
namespace {

/// The value as JSON, or why not.
std::string json_of(std::string_view text) {
  Json value;
  const EdnEnd end = read_edn(text, value, false);
  if (end.kind == EdnEnd::Kind::wrong) return "it " + end.why;
  if (end.kind == EdnEnd::Kind::cut_off) return "cut off";
  if (end.kind == EdnEnd::Kind::closing) return "closing";
  if (end.kind == EdnEnd::Kind::nothing) return "nothing";
  std::string json;
  write_json(value, json);
  return json;
}

TEST(Edn, words_become_values) {
  EXPECT_EQ(json_of("nil"), "null");
  EXPECT_EQ(json_of("[true false]"), "[true,false]");
  EXPECT_EQ(json_of(":send"), "\"send\"");
  EXPECT_EQ(json_of(":jepsen.op/final?"), "\"jepsen.op/final?\"");
  EXPECT_EQ(json_of("[a.b/c - + -x ->y <= %1 a'b x#]"),
            R"(["a.b/c","-","+","-x","->y","<=","%1","a'b","x#"])");
}

TEST(Edn, numbers_keep_their_value_or_their_spelling) {
  EXPECT_EQ(json_of("[0 -0 12 -7 +3 9223372036854775807 5N -5N]"),
            "[0,0,12,-7,3,9223372036854775807,5,-5]");
  EXPECT_EQ(json_of("[9223372036854775808 123456789012345678901234567890N]"),
            "[9223372036854775808,123456789012345678901234567890]");
  EXPECT_EQ(json_of("[1.5 -0.25 1.5M 1e9 1.0E-5]"), "[1.5,-0.25,1.5,1e9,1.0E-5]");
  EXPECT_EQ(json_of("[1/2 0x1f 017 1. 1..2 ##Inf]"), R"(["1/2","0x1f","017","1.","1..2","Inf"])");
  EXPECT_EQ(json_of("1e999"), "it has a number beyond what a double holds");
}

TEST(Edn, strings_have_their_escapes) {
  EXPECT_EQ(json_of(R"("a\"b\\c\n\t")"), R"("a\"b\\c\u000a\u0009")");
  EXPECT_EQ(json_of(R"("\u00e9\101\ud83d\ude00")"), "\"\u00e9A\U0001f600\"");
  EXPECT_EQ(json_of(R"("\ud83d")"), "\"\ufffd\"");
  EXPECT_EQ(json_of("\"two\nlines\""), R"("two\u000alines")");
  EXPECT_EQ(json_of(R"("\q")"), "it has an escape in a string that is none: \\q");
  EXPECT_EQ(json_of(R"("\u00")"), "it has an escape in a string that is none: \\u");
  EXPECT_EQ(json_of(R"("abc)"), "cut off");
  EXPECT_EQ(json_of(R"("abc\)"), "cut off");
}

TEST(Edn, characters_become_text) {
  EXPECT_EQ(json_of(R"([\a \( \newline \space \u00e9 \o101 \\ \,])"),
            "[\"a\",\"(\",\"\\u000a\",\" \",\"\u00e9\",\"A\",\"\\\\\",\",\"]");
  EXPECT_EQ(json_of("\\\u00e9"), "\"\u00e9\"");
  EXPECT_EQ(json_of("\\nonsense").find("it has the character \\nonsense"), 0U);
}

TEST(Edn, collections_become_lists_and_objects) {
  EXPECT_EQ(json_of("[[:send 0 [1, 2]] (3) #{4 5} []]"), R"([["send",0,[1,2]],[3],[4,5],[]])");
  EXPECT_EQ(json_of("{:a 1, \"b\" {0 [[0 1]]}}"), R"({"a":1,"b":{"0":[[0,1]]}})");
  EXPECT_EQ(json_of("{nil 1, -7 2, [1 :x] 3, true 4, 1.5 5, \\c 6}"),
            R"({"null":1,"-7":2,"[1,\"x\"]":3,"true":4,"1.5":5,"c":6})");
  EXPECT_EQ(json_of("#:jepsen{:f 1, :other/g 2}"), R"({"jepsen/f":1,"other/g":2})");
}

TEST(Edn, what_means_nothing_is_passed_over) {
  EXPECT_EQ(json_of("; a comment\n [1 ; [\n 2 #_[3 4] #_ :x, ^:meta 5 ^{:a 1} [6]]"),
            "[1,2,5,[6]]");
  EXPECT_EQ(json_of("[#_ #_ 1 2 3]"), "[3]");
  EXPECT_EQ(json_of("#inst \"2020-01-01\""), "\"2020-01-01\"");
  EXPECT_EQ(json_of("#jepsen.history.Op{:index 0}"), R"({"index":0})");
  EXPECT_EQ(json_of("#object[clojure.lang.Var 0x1f \"#'user/x\"]"),
            R"(["clojure.lang.Var","0x1f","#'user/x"])");
  EXPECT_EQ(json_of(" ; nothing"), "nothing");
  EXPECT_EQ(json_of("#_ 1"), "nothing");
}

TEST(Edn, says_what_it_is_not) {
  EXPECT_EQ(json_of("[1 2}"), "it has } where ] should be");
  EXPECT_EQ(json_of("{:a}"), "it has a map with a key that has no value");
  EXPECT_EQ(json_of("{:a 1 :b 2 :a 3}"), "it has the key \"a\" twice");
  EXPECT_EQ(json_of("{0 1, \"0\" 2}"), "it has the key \"0\" twice");
  EXPECT_EQ(json_of("]"), "closing");
  EXPECT_EQ(json_of("[#a]"), "it has a tag that stands before nothing");
  EXPECT_EQ(json_of("[#_]"), "it has a #_ or ^ that stands before nothing");
  EXPECT_EQ(json_of("\"\xff\""), "it is not UTF-8");
  EXPECT_EQ(json_of("#:\xff{:a 1}"), "it is not UTF-8");
  EXPECT_EQ(json_of("#\xff{:a 1}"), "it is not UTF-8");
  EXPECT_EQ(json_of("##[]"), "it has ## that stands before nothing");
  EXPECT_EQ(json_of(std::string_view("\"\0\"", 3)), "it has a NUL byte, so it is no text");
  EXPECT_EQ(json_of(std::string_view("[a\0b]", 5)), "it has a NUL byte, so it is no text");
  for (const char* const text :
       {"[1", "{:a", "{:a 1", "#", "#{", "#_", "#a", "#:a", "^", "\\", "(;)"})
    EXPECT_EQ(json_of(text), "cut off") << text;
}

TEST(Edn, is_nested_to_a_limit) {
  EXPECT_EQ(json_of(std::string(64, '[') + std::string(64, ']')).size(), 128U);
  for (const char* const deep : {"[", "{0 ", "#a ", "#_ ", "#{", "^"}) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += deep;
    EXPECT_EQ(json_of(text), "it is nested deeper than 64 levels") << deep;
  }
}

TEST(Edn, knows_where_a_form_ends) {
  Json value;
  const EdnEnd map = read_edn(" {:a 1} :b", value, true);
  EXPECT_EQ(map.begin, 1U);
  EXPECT_EQ(map.used, 7U);
  EXPECT_EQ(read_edn("12", value, true).kind, EdnEnd::Kind::cut_off);
  EXPECT_EQ(read_edn("12 ", value, true).kind, EdnEnd::Kind::value);
  EXPECT_EQ(read_edn("\\a", value, true).kind, EdnEnd::Kind::cut_off);
  EXPECT_EQ(read_edn("\\( ", value, true).kind, EdnEnd::Kind::value);
}

}  // namespace
}  // namespace fencepost::recorded
