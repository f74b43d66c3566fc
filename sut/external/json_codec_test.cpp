// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/json_codec.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/sut/external/wire_errors.hpp"

namespace fencepost::sut {
namespace {

const Contract& contract(std::string_view name) { return *find_contract(name); }

/// A value that the field may have, and some that it may not.
void put_right(const Field& field, Tape& tape) {
  switch (field.kind) {
    case Kind::name: tape.text("n\"\\\n\xc3\xa9"); break;
    case Kind::owner: tape.null(); break;
    case Kind::payload: tape.text("v"); break;
    case Kind::flag: tape.flag(true); break;
    case Kind::list:
      tape.list(2);
      put_right(field.parts[0], tape);
      put_right(field.parts[0], tape);
      break;
    case Kind::tuples:
    case Kind::objects:
      tape.list(1).list(static_cast<std::uint32_t>(field.parts.size()));
      for (const Field& part : field.parts) put_right(part, tape);
      break;
    default: tape.number(INT64_MAX);
  }
}

std::vector<Tape> wrong_values() {
  std::vector<Tape> all(9);
  all[0].absent();
  all[1].null();
  all[2].flag(false);
  all[3].number(INT64_MIN);
  all[4].odd("1.5");
  all[5].odd("{}");
  all[6].odd("1180591620717411303424");
  all[7].odd(R"({"b":[1.0,{"a":null}],"a":"\u0000"})");
  all[8].list(3).list(0).list(1).text("").odd("-1e-7");
  return all;
}

Command round_trip(const Contract& workload, const Command& command) {
  const std::string body = encode_command(workload, command, 7);
  const Result<Command> back = decode_command(workload, body);
  EXPECT_TRUE(back) << body;
  EXPECT_EQ(body.find('\n'), std::string::npos);
  return back ? *back : Command{};
}

Outcome reply(const Contract& workload, std::string_view type, std::string_view body,
              bool strict = false) {
  Command command;
  command.type = find_command(workload, type);
  Outcome outcome;
  const Result<Json> json = read_json(body);
  EXPECT_TRUE(json) << body;
  const std::string why = decode_reply(workload, command, *json, strict, outcome);
  if (!why.empty()) outcome.unknown("refused: it " + why);
  return outcome;
}

TEST(JsonCodec, brings_every_command_back) {
  for (const Contract& workload : contracts())
    for (std::size_t type = 0; type < workload.commands.size(); ++type) {
      Command command;
      command.type = static_cast<std::uint8_t>(type);
      for (const Field& field : workload.commands[type].fields) put_right(field, command.fields);
      EXPECT_EQ(round_trip(workload, command), command) << to_text(workload, command);
    }
}

TEST(JsonCodec, brings_every_malformed_command_back) {
  for (const Contract& workload : contracts())
    for (std::size_t type = 0; type < workload.commands.size(); ++type)
      for (const Field& spoilt : workload.commands[type].fields)
        for (const Tape& wrong : wrong_values()) {
          Command command;
          command.type = static_cast<std::uint8_t>(type);
          for (const Field& field : workload.commands[type].fields)
            field.name == spoilt.name ? static_cast<void>(command.fields.raw(wrong.bytes()))
                                      : put_right(field, command.fields);
          EXPECT_EQ(round_trip(workload, command), command) << to_text(workload, command);
        }
}

TEST(JsonCodec, sends_an_unknown_command) {
  const Contract& workload = contract("offset-commit");
  EXPECT_EQ(encode_command(workload, Command{}, 3), R"({"type":"no-such-command","msg_id":3})");
  EXPECT_EQ(round_trip(workload, Command{}), Command{});
}

TEST(JsonCodec, sends_what_is_odd_only_by_name_as_something_that_is_malformed) {
  Command command;
  command.type = 0;
  command.fields.odd("1").odd("[1,[null,\"a\"]]");
  EXPECT_EQ(
      encode_command(contract("offset-commit"), command, 1),
      R"({"type":"processed","msg_id":1,"partition":{"odd":"1"},"offset":{"odd":"[1,[null,\"a\"]]"}})");
  command.fields.clear();
  command.fields.odd("[[1.5]]").odd("[{}]");
  EXPECT_EQ(encode_command(contract("offset-commit"), command, 1),
            R"({"type":"processed","msg_id":1,"partition":[[1.5]],"offset":[{}]})");
}

TEST(JsonCodec, sends_what_json_cannot_hold_as_something_else_that_is_malformed) {
  Command command;
  command.type = 0;
  command.fields.odd("1e999").odd("no\njson");
  EXPECT_EQ(
      encode_command(contract("offset-commit"), command, 1),
      R"({"type":"processed","msg_id":1,"partition":{"odd":"1e999"},"offset":{"odd":"no\u000ajson"}})");
  command.fields.clear();
  command.fields.number(0).text("\xff");
  EXPECT_EQ(encode_command(contract("offset-commit"), command, 1),
            R"({"type":"processed","msg_id":1,"partition":0,"offset":"\ufffd"})");
}

TEST(JsonCodec, writes_lists_nested_to_any_depth) {
  Command command;
  command.type = 1;
  for (int depth = 0; depth < 200'000; ++depth) command.fields.list(1);
  command.fields.list(0);
  EXPECT_EQ(encode_command(contract("offset-commit"), command, 1).size(), 44 + 400'002);
}

TEST(JsonCodec, refuses_what_is_no_command) {
  for (const std::string_view body :
       {"", "[]", "7", "{", "{}", R"({"type":7})", R"({"type":"read"}})",
        R"({"type":"a","type":"b"})", "{\"type\":\"\xff\"}"})
    EXPECT_FALSE(decode_command(contract("offset-commit"), body)) << body;
  EXPECT_FALSE(read_json(std::string(65, '[') + std::string(65, ']')));
  EXPECT_TRUE(read_json(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(read_json(std::string(1 << 20, '[')));
}

TEST(JsonCodec, puts_results_in_the_order_of_the_contract) {
  Outcome wanted;
  wanted.done()
      .flag(true)
      .number(5)
      .list(1)
      .list(5)
      .number(0)
      .number(10)
      .text("k")
      .number(1)
      .number(1);
  EXPECT_EQ(
      reply(
          contract("windowed-aggregation"), "event",
          R"({"emitted":[[0,10,"k",1,1]],"type":"event_ok","watermark":5,"late":true,"in_reply_to":1})"),
      wanted);
}

TEST(JsonCodec, leaves_out_what_is_missing) {
  Outcome wanted;
  wanted.done().absent().flag(true);
  EXPECT_EQ(reply(contract("idempotent-producer"), "produce",
                  R"({"type":"produce_ok","duplicate":true})"),
            wanted);
  wanted.done().absent();
  EXPECT_EQ(reply(contract("offset-commit"), "committed", R"({"type":"committed_ok"})"), wanted);
}

TEST(JsonCodec, keeps_a_result_of_the_wrong_kind_as_what_it_is) {
  const Contract& workload = contract("offset-commit");
  const auto committed = [&](std::string_view value) {
    return to_text(workload, {1, {}},
                   reply(workload, "committed",
                         R"({"type":"committed_ok","committed":)" + std::string(value) + "}"));
  };
  EXPECT_EQ(committed("1.0"), R"(committed=odd"1.0")");
  EXPECT_EQ(committed("null"), "committed=null");
  EXPECT_EQ(committed("\"1\""), "committed=\"1\"");
  EXPECT_EQ(committed("[1]"), "committed=[1]");
  EXPECT_EQ(committed("true"), "committed=true");
  EXPECT_EQ(committed("9223372036854775808"), R"(committed=odd"9223372036854775808")");
  EXPECT_EQ(committed(R"({"a":1})"), R"(committed=odd"{\"a\":1}")");
}

TEST(JsonCodec, tells_a_list_from_an_object_and_from_null) {
  const Contract& workload = contract("stream-metrics");
  const auto metrics = [&](std::string_view partitions) {
    return reply(workload, "metrics",
                 R"({"type":"metrics_ok","partitions":)" + std::string(partitions) +
                     R"(,"total_lag":0,"max_lag":0,"watermark":null})");
  };
  Outcome wanted;
  wanted.done().list(1).list(6).number(0).number(1).number(0).number(1).null().flag(false);
  wanted.body.number(0).number(0).null();
  EXPECT_EQ(
      metrics(R"([{"idle":false,"partition":0,"end":1,"committed":0,"lag":1,"watermark":null}])"),
      wanted);
  EXPECT_NE(metrics("[[0,1,0,1,null,false]]"), wanted);
  wanted.done().null().number(0).number(0).null();
  EXPECT_EQ(metrics("null"), wanted);
  EXPECT_NE(metrics("[]"), wanted);
}

TEST(JsonCodec, maps_errors_to_outcomes) {
  const Contract& workload = contract("idempotent-producer");
  const auto error = [&](std::string_view rest, std::string_view type = "produce") {
    return to_text(workload, {},
                   reply(workload, type, R"({"type":"error","code":)" + std::string(rest) + "}"));
  };
  EXPECT_EQ(error("12"), "refused malformed");
  EXPECT_EQ(error("10"), "refused not-supported");
  EXPECT_EQ(error("10", "no-such-command"), "refused malformed");
  EXPECT_EQ(error(R"(22,"text":"fenced")"), "refused fenced");
  EXPECT_EQ(error(R"(22,"text":"fenced: epoch 3")"), "refused fenced");
  EXPECT_EQ(error(R"(22,"text":"out_of_order")"), "refused out_of_order");
  EXPECT_EQ(error(R"(22,"text":"fenced_off")"), "refused precondition-failed");
  EXPECT_EQ(error(R"(22,"text":"beyond_end")"), "refused precondition-failed")
      << "not a refusal of this workload";
  EXPECT_EQ(error("22"), "refused precondition-failed");
  EXPECT_EQ(error(R"(14,"text":"fenced")"), "refused abort");
  EXPECT_EQ(error("0"), "unknown (timeout)");
  EXPECT_EQ(error("13"), "unknown (crash)");
  EXPECT_EQ(error("1000"), "unknown (error code 1000)");
  EXPECT_EQ(error("1.0"), "unknown (refused: it is an error without an integer `code`)");
  EXPECT_EQ(error(R"(22,"text":7)"), "unknown (refused: it is an error whose `text` is no text)");
}

TEST(JsonCodec, brings_every_refusal_back) {
  for (const Contract& workload : contracts()) {
    std::vector<std::string_view> refusals(workload.refusals.begin(), workload.refusals.end());
    refusals.push_back(refusal::malformed);
    for (const std::string_view code : refusals) {
      Command command;
      command.type = 0;
      Outcome outcome;
      outcome.refuse(code);
      EXPECT_EQ(reply(workload, workload.commands[0].name,
                      encode_reply(workload, command, outcome, 1), true),
                outcome);
    }
  }
}

TEST(JsonCodec, fills_in_the_standard_parameters) {
  Parameters given;
  given.set("size", 10);
  given.set("allowed_lateness", 0);
  EXPECT_EQ(encode_parameters(contract("windowed-aggregation"), given),
            R"({"size":10,"allowed_lateness":0})");
  EXPECT_EQ(encode_parameters(contract("offset-commit"), {}), R"({"partitions":4})");
  EXPECT_EQ(encode_parameters(contract("log-compaction"), {}), "{}");
}

}  // namespace
}  // namespace fencepost::sut
