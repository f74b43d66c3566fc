// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/event_words.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/history_text.hpp"

namespace fencepost::reports {
namespace {

/// A scenario with these lines.
Scenario scenario(const std::string& lines, int commands, int exceptions) {
  Result<HistoryFile> file = read_history(
      "fencepost history 1\nworkload offset-commit\nparameters partitions=1\n"
      "expect held\n\n" +
      lines + "end commands=" + std::to_string(commands) +
      " exceptions=" + std::to_string(exceptions) + "\n");
  EXPECT_TRUE(file) << file.why();
  return file->scenario;
}

constexpr const char* one_command = "1 c1 processed partition=0 offset=0\n";

/// Rows as text, a row a line, cells with a bar between.
std::string picture(const Scenario& scenario, const Event& event) {
  std::string text;
  for (const Row& row : rows_of(scenario, event)) {
    text += row.id == 0 ? "" : std::to_string(row.id) + ' ' + row.actor + ": ";
    text += row.what + (row.outcome.empty() ? "" : " | " + row.outcome) + '\n';
  }
  return text;
}

Event answered() {
  Event event;
  event.outcome.done().number(0);
  return event;
}

TEST(EventWords, of_an_answer) {
  const Scenario one = scenario(one_command, 1, 0);
  EXPECT_EQ(picture(one, answered()), "1 c1: processed partition=0 offset=0 | committed=0\n");
}

TEST(EventWords, of_a_reply_that_is_lost) {
  const Scenario one = scenario(std::string(one_command) + "  drop-reply 1\n", 1, 1);
  Event event = answered();
  event.told = false;
  EXPECT_EQ(picture(one, event),
            "1 c1: processed partition=0 offset=0 | committed=0\n"
            "the reply is lost\n");
}

TEST(EventWords, of_a_request_that_is_lost) {
  const Scenario one = scenario(std::string(one_command) + "  drop-request 1\n", 1, 1);
  Event event;
  event.kind = Event::Kind::request_lost;
  EXPECT_EQ(picture(one, event), "1 c1: processed partition=0 offset=0 | the request is lost\n");
}

TEST(EventWords, of_copies) {
  const Scenario one = scenario(std::string(one_command) + "  again 1\n", 1, 1);
  Event event = answered();
  event.step = 1;
  event.copy = Event::Copy::duplicate;
  EXPECT_EQ(picture(one, event),
            "1 c1: message 1 arrives again: processed partition=0 offset=0 | committed=0\n");
  event.copy = Event::Copy::late;
  EXPECT_EQ(picture(one, event),
            "1 c1: message 1 arrives only now: processed partition=0 offset=0 | committed=0\n");
}

TEST(EventWords, of_a_crash_say_what_is_left) {
  const Scenario one = scenario(std::string(one_command) + "  crash kept=1 torn=4 zeros\n", 1, 1);
  Event event;
  event.kind = Event::Kind::crashed;
  event.step = event.message = 1;
  event.writes_lost = 2;
  event.torn_bytes = 4;
  event.twice = true;
  EXPECT_EQ(picture(one, event),
            "power is lost; 2 unsynced writes are lost, 1 kept, 4 bytes of the next kept, its rest "
            "zeros; power is lost again while the system recovers\n");
}

TEST(EventWords, of_a_crash_while_a_message_is_handled) {
  const Scenario one = scenario(std::string(one_command) + "  crash-in 1 at=2\n", 1, 1);
  Event event;
  event.kind = Event::Kind::crashed;
  event.in_message = true;
  event.told = false;
  event.writes_lost = 1;
  EXPECT_EQ(picture(one, event),
            "1 c1: processed partition=0 offset=0 | no reply\n"
            "power is lost before its disk operation 2; 1 unsynced write is lost\n");
}

TEST(EventWords, of_disk_faults_that_struck) {
  const Scenario one = scenario(
      std::string(one_command) + "  fail-write 1 at=1 torn=3\n  fail-sync 1 at=1\n  disk-full 1\n",
      1, 3);
  Event event;
  event.disk_struck = true;
  event.outcome.unknown("a write failed");
  EXPECT_EQ(picture(one, event),
            "1 c1: processed partition=0 offset=0 | unknown (a write failed)\n"
            "write 1 to the disk fails after 3 bytes\n"
            "sync 1 of the disk fails\n"
            "the disk is full\n");
}

TEST(EventWords, of_a_system_that_gives_up_after_a_disk_error) {
  const Scenario one = scenario(one_command, 1, 0);
  Event event;
  event.kind = Event::Kind::crashed;
  EXPECT_EQ(picture(one, event), "the system is started anew\n");
}

TEST(EventWords, of_what_befalls_the_node) {
  const Scenario one =
      scenario(std::string(one_command) + "  lose-node\n  flip-bit write=2 bit=5\ncalm\n", 1, 2);
  Event event;
  event.kind = Event::Kind::node_lost;
  event.step = 1;
  EXPECT_EQ(picture(one, event), "the node is lost; only its log is left\n");
  event.kind = Event::Kind::bit_flipped;
  event.step = 2;
  EXPECT_EQ(picture(one, event), "bit 5 of stored write 2 is flipped\n");
  event.kind = Event::Kind::damage_found;
  event.outcome.unknown("log: frame 2 is torn");
  EXPECT_EQ(picture(one, event), "the system reports damage: log: frame 2 is torn\n");
  event.kind = Event::Kind::calm_began;
  event.step = 3;
  EXPECT_EQ(picture(one, event), "calm begins: no more faults\n");
}

}  // namespace
}  // namespace fencepost::reports
