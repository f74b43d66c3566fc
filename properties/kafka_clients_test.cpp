// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/kafka_clients.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/kafka_commands.hpp"

namespace fencepost::properties {
namespace {

/// One conversation, each turn as text: what was written down, then what was asked.
class Conversation {
 public:
  explicit Conversation(bool strict = false) : clients_(strict) {
    Scenario scenario;
    Step& step = scenario.steps.emplace_back();
    step.command.type = KafkaCommand::send;
    step.command.fields.number(0).number(3).number(0);
    clients_.begin(scenario);
  }
  std::string tell(std::uint8_t type, const Tape& fields) {
    turn_.clear();
    Command command;
    command.type = type;
    command.fields = fields;
    clients_.ask(1, command, turn_);
    return words();
  }
  std::string hear(std::string_view reply) {
    turn_.clear();
    clients_.hear(1, *read_json(reply), turn_);
    return words();
  }
  std::string give_up() {
    turn_.clear();
    clients_.give_up(1, turn_);
    return words();
  }
  const std::string& malformed() const { return turn_.malformed; }

 private:
  std::string words() const {
    std::string text;
    for (const Operation& operation : turn_.wrote)
      text += std::string(to_text(operation.type)) + ' ' + operation.f + ' ' +
              to_text(operation.value) + "; ";
    return text + (turn_.request.is(Json::Kind::null) ? "done" : to_text(turn_.request));
  }

  KafkaClients clients_;
  faults::Turn turn_;
};

Tape node() { return Tape().number(0); }
Tape keys_of(bool from_start) { return Tape().number(0).list(1).number(3).flag(from_start); }

TEST(KafkaClients, send_and_learn_the_offset) {
  Conversation talk;
  EXPECT_EQ(talk.tell(KafkaCommand::send, Tape().number(0).number(3).number(9)),
            R"(invoke send [["send","3",9]]; {"type":"send","key":"3","msg":9})");
  EXPECT_EQ(talk.hear(R"({"type":"send_ok","offset":5.0,"key":"3"})"),
            R"(ok send [["send","3",[5,9]]]; done)");
  EXPECT_EQ(talk.malformed(), "");
}

TEST(KafkaClients, begin_after_what_is_committed) {
  Conversation talk;
  EXPECT_EQ(talk.tell(KafkaCommand::assign, keys_of(false)),
            R"(invoke assign ["3"]; {"type":"list_committed_offsets","keys":["3"]})");
  EXPECT_EQ(talk.hear(R"({"type":"list_committed_offsets_ok","offsets":{"3":6}})"),
            R"(ok assign ["3"]; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::poll, node()),
            R"(invoke poll [["poll"]]; {"type":"poll","offsets":{"3":7}})");
}

TEST(KafkaClients, begin_at_the_start_if_they_are_told_to_or_nothing_is_committed) {
  Conversation talk;
  EXPECT_EQ(talk.tell(KafkaCommand::assign, keys_of(true)),
            R"(invoke assign ["3"]; ok assign ["3"]; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::poll, node()),
            R"(invoke poll [["poll"]]; {"type":"poll","offsets":{"3":0}})");
  Conversation other;
  other.tell(KafkaCommand::assign, keys_of(false));
  other.hear(R"({"type":"list_committed_offsets_ok","offsets":{}})");
  EXPECT_EQ(other.tell(KafkaCommand::poll, node()),
            R"(invoke poll [["poll"]]; {"type":"poll","offsets":{"3":0}})");
}

TEST(KafkaClients, go_on_after_what_they_polled_and_commit_it) {
  Conversation talk;
  EXPECT_EQ(talk.tell(KafkaCommand::commit, node()), "done");
  talk.tell(KafkaCommand::assign, keys_of(true));
  talk.tell(KafkaCommand::poll, node());
  EXPECT_EQ(talk.hear(R"({"type":"poll_ok","msgs":{"3":[[0,9],[4,8]],"x":null}})"),
            R"(ok poll [["poll",{"3":[[0,9],[4,8]],"x":[]}]]; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::commit, node()),
            R"(invoke commit {"3":4}; {"type":"commit_offsets","offsets":{"3":4}})");
  EXPECT_EQ(talk.hear(R"({"type":"commit_offsets_ok"})"), R"(ok commit {"3":4}; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::poll, node()),
            R"(invoke poll [["poll"]]; {"type":"poll","offsets":{"3":5}})");
}

TEST(KafkaClients, take_all_keys_before_their_first_poll) {
  Conversation talk;
  EXPECT_EQ(talk.tell(KafkaCommand::poll, node()),
            R"(invoke assign ["3"]; {"type":"list_committed_offsets","keys":["3"]})");
  EXPECT_EQ(talk.hear(R"({"type":"list_committed_offsets_ok"})"),
            R"(ok assign ["3"]; invoke poll [["poll"]]; {"type":"poll","offsets":{"3":0}})");
}

TEST(KafkaClients, drain_until_two_polls_brought_nothing) {
  Conversation talk;
  talk.tell(KafkaCommand::assign, keys_of(true));
  talk.tell(KafkaCommand::drain, node());
  const std::string again = R"(; invoke poll [["poll"]]; {"type":"poll","offsets":{"3":1}})";
  EXPECT_EQ(talk.hear(R"({"type":"poll_ok","msgs":{"3":[[0,9]]}})"),
            R"(ok poll [["poll",{"3":[[0,9]]}]])" + again);
  EXPECT_EQ(talk.hear(R"({"type":"poll_ok","msgs":{}})"), R"(ok poll [["poll",{}]])" + again);
  EXPECT_EQ(talk.hear(R"({"type":"poll_ok","msgs":{}})"), R"(ok poll [["poll",{}]]; done)");
}

TEST(KafkaClients, forget_where_they_stood_when_nobody_knows_what_happened) {
  Conversation talk;
  talk.tell(KafkaCommand::assign, keys_of(true));
  talk.tell(KafkaCommand::poll, node());
  EXPECT_EQ(talk.give_up(), R"(info poll [["poll"]]; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::poll, node()),
            R"(invoke assign ["3"]; {"type":"list_committed_offsets","keys":["3"]})");
  EXPECT_EQ(talk.give_up(), R"(fail assign ["3"]; done)");
  EXPECT_EQ(talk.tell(KafkaCommand::crash, Tape()), "invoke crash null; info crash null; done");
}

TEST(KafkaClients, end_by_the_code_of_an_error) {
  Conversation talk;
  talk.tell(KafkaCommand::send, Tape().number(0).number(3).number(9));
  EXPECT_EQ(talk.hear(R"({"type":"error","code":11,"text":"later"})"),
            R"(fail send [["send","3",9]]; done)");
  talk.tell(KafkaCommand::send, Tape().number(0).number(3).number(9));
  EXPECT_EQ(talk.hear(R"({"type":"error","code":13})"), R"(info send [["send","3",9]]; done)");
}

TEST(KafkaClients, say_what_is_wrong_with_a_reply) {
  for (const auto& [reply, why] :
       {std::pair{R"({"type":"poll_ok","msgs":[]})", "should have an object as its msgs"},
        {R"({"type":"poll_ok","msgs":{"3":7}})", "should have lists in its msgs"},
        {R"({"type":"poll_ok","msgs":{"3":[[1]]}})", "has [1] where [offset, message] should be"},
        {R"({"type":"poll_ok","msgs":{"3":[[1.5,2]]}})",
         "has [1.5,2] where [offset, message] should be"},
        {R"({"type":"send_ok"})", "should be of the type poll_ok"},
        {R"({})", "should be of the type poll_ok"}}) {
    Conversation talk;
    talk.tell(KafkaCommand::assign, keys_of(true));
    talk.tell(KafkaCommand::poll, node());
    talk.hear(reply);
    EXPECT_EQ(talk.malformed(), why) << reply;
  }
  Conversation strict(true);
  strict.tell(KafkaCommand::send, Tape().number(0).number(3).number(9));
  strict.hear(R"({"type":"send_ok","offset":0,"key":"3"})");
  EXPECT_EQ(strict.malformed(), "has the key key, which that reply does not have");
}

}  // namespace
}  // namespace fencepost::properties
