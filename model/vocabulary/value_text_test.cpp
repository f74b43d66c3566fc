// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/value_text.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

const Contract& contract(std::string_view name) { return *find_contract(name); }

std::string round(std::string_view text) {
  Tape tape;
  const std::string why = read_value(text, tape);
  return why.empty() ? to_text(TapeReader(tape)) + std::string(text) : why;
}

TEST(ValueText, what_is_written_comes_back) {
  for (const char* const text :
       {"0", "-1", "9223372036854775807", "-9223372036854775808", "null", "true", "false", R"("p")",
        R"(odd"1.5")", "[]", "[1,2]", "[[]]", "[[],[],1]", R"([[0,"a"],[1,null]])",
        R"([[[["]"]],odd"{}"],true])"})
    EXPECT_EQ(round(text), text);
}

TEST(ValueText, takes_one_value_and_leaves_the_rest) { EXPECT_EQ(round("[1] x=2"), "[1] x=2"); }

TEST(ValueText, depth_costs_no_stack) {
  const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
  EXPECT_EQ(round(deep), deep);
}

TEST(ValueText, refuses_with_a_remedy) {
  EXPECT_EQ(round("1.5"), "a number is not an integer; write it as odd\"...\" if it is meant");
  EXPECT_EQ(round("9223372036854775808"),
            "a number needs more than 64 bits; write it as odd\"...\" if it is meant");
  EXPECT_EQ(round("{}"),
            "an object stands where no command has one; write it as odd\"...\" if it is meant");
  EXPECT_EQ(round("01"), "a number begins with a needless zero");
  EXPECT_EQ(round("-0"), "a number begins with a needless zero");
  EXPECT_EQ(round("+1"), "a value is missing");
  EXPECT_EQ(round("[1, 2]"), "a value is missing");
  EXPECT_EQ(round("[1 2]"), "a list needs a comma or its closing bracket, without spaces");
  EXPECT_EQ(round("[1,2"), "a list needs a comma or its closing bracket, without spaces");
}

TEST(CommandText, fields_may_stand_in_any_order_or_be_missing) {
  const Contract& producer = contract("idempotent-producer");
  Command command;
  ASSERT_EQ(read_command(R"(produce value=7 producer="p" partition=0)", producer, command), "");
  EXPECT_EQ(to_text(producer, command), R"(produce producer="p" partition=0 value=7)");
  Tape fields;
  fields.text("p").absent().number(0).absent().number(7);
  EXPECT_EQ(command.fields, fields);
}

TEST(CommandText, an_unknown_type_has_a_word) {
  Command command;
  ASSERT_EQ(read_command("no-such-command", contract("log-compaction"), command), "");
  EXPECT_EQ(command, Command{});
  EXPECT_EQ(to_text(contract("log-compaction"), command), "no-such-command");
}

TEST(CommandText, refuses_with_a_remedy) {
  const auto why = [](std::string_view text) {
    Command command;
    return read_command(text, contract("offset-commit"), command);
  };
  EXPECT_EQ(
      why("commit offset=1"),
      R"("commit" is no command of offset-commit; write processed, committed, or no-such-command)");
  EXPECT_EQ(why("committed offset=1"), R"(committed has no field "offset"; it has partition)");
  EXPECT_EQ(why("committed partition=1 partition=1"), "field partition is given twice; keep one");
  EXPECT_EQ(why("committed partition"),
            R"(a field is not written name=value; it begins "partition")");
  EXPECT_EQ(why("committed partition= 1"), "field partition: a value is missing");
  EXPECT_EQ(why("committed partition=1x"), "field partition: a space must follow its value");
  EXPECT_EQ(why("no-such-command a=1"), "no-such-command has no fields; remove them");
}

TEST(OutcomeText, says_what_the_contract_says) {
  const Contract& metrics = contract("stream-metrics");
  Command command;
  ASSERT_EQ(read_command("metrics", metrics, command), "");
  Outcome outcome;
  outcome.done()
      .list(1)
      .list(6)
      .number(0)
      .number(5)
      .number(3)
      .number(2)
      .null()
      .flag(false)
      .number(2)
      .number(2)
      .null();
  EXPECT_EQ(
      to_text(metrics, command, outcome),
      R"(partitions=[{"partition":0,"end":5,"committed":3,"lag":2,"watermark":null,"idle":false}])"
      " total_lag=2 max_lag=2 watermark=null");
  ASSERT_EQ(read_command("idle partition=0", metrics, command), "");
  outcome.done();
  EXPECT_EQ(to_text(metrics, command, outcome), "{}");
  outcome.refuse("fenced");
  EXPECT_EQ(to_text(metrics, command, outcome), "refused fenced");
  outcome.unknown("power was\nlost");
  EXPECT_EQ(to_text(metrics, command, outcome), R"(unknown (power was\nlost))");
}

TEST(ExceptionText, what_is_written_comes_back) {
  for (const char* const text : {"again 3",
                                 "late 3",
                                 "drop-request 3",
                                 "drop-reply 3",
                                 "crash",
                                 "crash kept=1 torn=4 zeros names again_at=2",
                                 "crash-in 3 at=1 torn=2",
                                 "lose-node",
                                 "lose-node again_at=1",
                                 "crash again_at=2 again_kept=1",
                                 "fail-write 3 at=1 torn=3",
                                 "fail-sync 3 at=1",
                                 "flip-bit write=3 bit=0",
                                 "disk-full 4294967295",
                                 "calm",
                                 "drop 3.2",
                                 "stale 3.4294967295 back=32",
                                 "cut from=0,1 to=24 both",
                                 "heal",
                                 "pause node=24",
                                 "resume node=0",
                                 "wait ms=60000",
                                 "kill node=0",
                                 "kill-in 3",
                                 "lose-folder node=0"}) {
    Step step;
    ASSERT_EQ(read_exception(text, step), "");
    EXPECT_EQ(to_text(step), text);
    EXPECT_TRUE(
        names_exception(std::string_view(text).substr(0, std::string_view(text).find(' '))));
  }
}

TEST(ExceptionText, refuses_with_a_remedy) {
  const auto why = [](std::string_view text) {
    Step step;
    return read_exception(text, step);
  };
  EXPECT_EQ(why("again"), "again names no message; write again ID");
  EXPECT_EQ(why("again 0"), "again names no message; write again ID");
  EXPECT_EQ(why("again 4294967296"), "again names no message; write again ID");
  EXPECT_EQ(why("again 1 at=2"), R"(again has no "at=2"; write again ID)");
  EXPECT_EQ(why("fail-sync 1"), "at is missing; write fail-sync ID at=N");
  EXPECT_EQ(why("fail-sync 1 at=0"), "at is no number from 1 to 4294967295");
  EXPECT_EQ(why("crash kept=1 kept=1"), "kept is given twice; keep one");
  EXPECT_EQ(why("crash zeros=1"),
            "zeros is miswritten; write crash [kept=N] [torn=N] [zeros] [names] [again_at=N] "
            "[again_kept=N]");
  EXPECT_EQ(why("crash kept"),
            "kept is miswritten; write crash [kept=N] [torn=N] [zeros] [names] [again_at=N] "
            "[again_kept=N]");
  EXPECT_EQ(why("flip-bit write=1 bit=18446744073709551616"),
            "bit is no number from 0 to 18446744073709551615");
  EXPECT_EQ(why("stale 1.1 back=0"), "back is no number from 1 to 32");
  EXPECT_EQ(why("stale 1.1 back=33"), "back is no number from 1 to 32");
  EXPECT_EQ(why("stale 1.0 back=1"), "stale names no message; write stale ID back=N");
  EXPECT_EQ(why("drop 1.4294967296"), "drop names no message; write drop ID");
  EXPECT_EQ(why("wait ms=0"), "ms is no number from 1 to 60000");
  EXPECT_EQ(why("wait ms=60001"), "ms is no number from 1 to 60000");
  EXPECT_EQ(why("kill node=25"), "node is no number from 0 to 24");
  EXPECT_EQ(why("pause node=-1"), "node is no number from 0 to 24");
  for (const char* const sides : {"cut from= to=1", "cut from=1,0 to=2", "cut from=0,0 to=1",
                                  "cut from=25 to=1", "cut from=0, to=1"})
    EXPECT_EQ(why(sides), "from wants numbers of nodes, rising, from 0 to 24, as 0,2") << sides;
}

}  // namespace
}  // namespace fencepost
