// SPDX-License-Identifier: Apache-2.0
// Children that do what children do. Each ends in time, in a reply or in a sentence that says what
// happened at which request, and leaves no process.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>

#include "fencepost/sut/external/hostile/child_on_trial.hpp"

namespace fencepost::sut {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds patient{10'000};

std::vector<std::string> hostile(const std::string& script) {
  return {"/bin/sh", FENCEPOST_SOURCE_DIR "/sut/external/hostile/" + script + ".sh"};
}

void expect_nobody_is_left(const std::string& folder) {
  EXPECT_EQ(processes_in(folder), 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_FALSE(std::filesystem::exists(folder));
}

/// Asks one command; returns what went wrong. Checks that the time limit was not waited for, unless
/// it is short, and that nobody is left.
std::string trouble_with(ChildOptions options) {
  const auto most = std::max(options.reply_limit, patient) - std::chrono::milliseconds(500);
  const auto start = Clock::now();
  ChildOnTrial child(std::move(options));
  if (child.failed().empty()) child.ask();
  std::string failed = child.failed();
  child.end();
  EXPECT_LT(Clock::now() - start, most);
  expect_nobody_is_left(child.folder());
  return failed;
}

const std::string request = R"(request 2, {"type":"committed","msg_id":2,"partition":0})";

struct Case {
  const char* script;
  /// Every one of them stands in the sentence.
  std::vector<std::string> words;
};

class HostileChild : public testing::TestWithParam<Case> {};

TEST_P(HostileChild, ends_in_a_sentence) {
  ChildOptions options = impatient(hostile(GetParam().script));
  if (GetParam().words[0].find("within 300 ms") == std::string::npos) options.reply_limit = patient;
  const std::string failed = trouble_with(options);
  for (const std::string& words : GetParam().words)
    EXPECT_NE(failed.find(words), std::string::npos) << failed;
}

INSTANTIATE_TEST_SUITE_P(
    Scripts, HostileChild,
    testing::Values(
        Case{"silent",
             {"the program gave no reply within 300 ms to " + request,
              "its last lines on stderr:\n  still thinking"}},
        Case{"dies",
             {"the program ended with exit status 3 before it answered " + request +
              "\nits last lines on stderr:\n  cannot go on"}},
        Case{"is_killed",
             {"the program was killed by SIGSEGV before it answered " + request,
              "it wrote nothing on stderr"}},
        Case{"dies_at_once",
             {"ended with exit status 1 before it answered request 1, {\"type\":\"init\"",
              "\n  no licence found"}},
        Case{"refuses_init", {"did not reply init_ok to request 1", "but {\"src\"", "not today"}},
        Case{"never_ends_its_line",
             {"no reply within 300 ms to " + request, "it wrote \"{\"src\":\"n0\"",
              "without a line end"}},
        Case{"floods_lines",
             {"wrote too much that is no reply to " + request,
              "; of 10001 lines that are no reply the last is \"noise\", which is not JSON"}},
        Case{"floods_without_line_end",
             {"more than 1 MiB without a line end instead of a reply to " + request, "\"xxxx"}},
        Case{"speaks_nonsense",
             {"no reply within 300 ms to " + request, "\"hello, world\", which is not JSON"}},
        Case{"speaks_numbers",
             {"no reply within 300 ms to " + request, "\"42\", which is no JSON object"}},
        Case{"invents_a_request",
             {"while " + request + " was waiting",
              "is a reply to request 99, which was never sent"}},
        Case{"replies_to_text", {"is a reply to request \"2\", which was never sent"}},
        Case{"replies_to_nothing", {"no reply within 300 ms", "which has no `in_reply_to`"}},
        Case{"speaks_to_others",
             {"no reply within 300 ms", "which is for \"seq-kv\", who is not there"}},
        Case{"replies_with_another_type",
             {"a reply to " + request,
              "it has the type \"processed_ok\" where \"committed_ok\" or \"error\" is due"}},
        Case{"has_a_key_twice",
             {"no reply within 300 ms", "which has the key \"committed\" twice"}},
        Case{"fails_without_a_code", {"it is an error without an integer `code`"}},
        Case{"closes_stdin", {"no reply within 300 ms to " + request, "; it has closed its stdin"}},
        Case{"closes_stdout", {"the program closed its stdout before it answered " + request}},
        Case{"says_last_words",
             {"ended with exit status 4", "stderr:\n  line 12 \\u001b[31m\n",
              "\n  line 30 \\u001b[31m\n  the very last"}},
        Case{"leaves_a_voice", {"ended with exit status 5 before it answered " + request}},
        Case{"kills_its_parent", {"was lost: the process that watches over it is gone"}}),
    [](const auto& test) { return std::string(test.param.script); });

class ToleratedChild : public testing::TestWithParam<const char*> {};

TEST_P(ToleratedChild, is_answered_for) {
  ChildOptions options = impatient(hostile(GetParam()));
  options.reply_limit = patient;
  ChildOnTrial child(options);
  const Outcome& outcome = child.ask();
  EXPECT_EQ(child.failed(), "");
  ASSERT_TRUE(outcome.is_done());
  EXPECT_EQ(TapeReader(outcome.body).time(), -1);
  child.end();
  expect_nobody_is_left(child.folder());
}

INSTANTIATE_TEST_SUITE_P(Scripts, ToleratedChild,
                         testing::Values("logs_to_stdout", "writes_in_pieces", "replies_twice",
                                         "has_extra_keys", "has_extra_results",
                                         "dies_after_its_reply", "floods_stderr",
                                         "leaves_processes", "ignores_signals"),
                         [](const auto& test) { return std::string(test.param); });

TEST(HostileChild, is_not_put_up_with_when_strict) {
  const std::pair<const char*, const char*> cases[] = {
      {"logs_to_stdout", "is not JSON (at byte 1): debug: got a request"},
      {"has_extra_keys", "has the key \"at\" beside `body`"},
      {"has_extra_results", "it has the key \"next\", which committed_ok does not have"},
  };
  for (const auto& [script, words] : cases) {
    ChildOptions options = impatient(hostile(script));
    options.strict = true;
    options.reply_limit = patient;
    const std::string failed = trouble_with(options);
    EXPECT_NE(failed.find(words), std::string::npos) << failed;
  }
}

TEST(HostileChild, leaves_a_note_of_what_was_put_up_with) {
  ChildOptions options = impatient(hostile("replies_twice"));
  options.reply_limit = patient;
  ChildOnTrial twice(options);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(twice.ask().is_done()) << twice.failed();
  EXPECT_EQ(twice.notes(), "replies that came late or twice: 2\n");
  options.argv = hostile("logs_to_stdout");
  ChildOnTrial noisy(options);
  EXPECT_TRUE(noisy.ask().is_done());
  EXPECT_EQ(noisy.notes(),
            "lines on stdout that are no reply: 1, the last \"debug: got a request\", which is not "
            "JSON (at byte 1)\n");
}

TEST(HostileChild, that_does_not_read_a_large_request_is_not_waited_for) {
  ChildOnTrial child(impatient(hostile("never_reads")), *find_contract("group-assign"));
  Command command;
  command.type = 0;
  command.fields.list(1).text(std::string(1 << 20, 'm')).list(0);
  const Outcome& outcome = child.ask(command);
  EXPECT_EQ(outcome.status, Status::unknown);
  EXPECT_EQ(outcome.code(), "the program failed");
  EXPECT_NE(child.failed().find("; it does not read its stdin"), std::string::npos)
      << child.failed();
  child.end();
  expect_nobody_is_left(child.folder());
}

TEST(HostileChild, that_takes_no_second_request_is_not_waited_for_in_full) {
  ChildOptions options = impatient(hostile("closes_stdin_after_its_reply"));
  options.reply_limit = patient;
  ChildOnTrial child(options);
  EXPECT_TRUE(child.ask().is_done()) << child.failed();
  const auto start = Clock::now();
  child.ask();
  EXPECT_LT(Clock::now() - start, patient / 2);
  EXPECT_NE(child.failed().find("the program closed its stdin before it answered request 3"),
            std::string::npos)
      << child.failed();
}

TEST(HostileChild, that_cannot_be_started_is_named) {
  EXPECT_EQ(trouble_with(impatient({"/nowhere/program"})),
            "cannot start /nowhere/program: No such file or directory");
  EXPECT_EQ(trouble_with(impatient({"no-such-program-anywhere"})),
            "cannot start no-such-program-anywhere: No such file or directory");
  EXPECT_EQ(trouble_with(impatient({"/etc/passwd"})),
            "cannot start /etc/passwd: Permission denied; it is not executable");
  EXPECT_EQ(trouble_with(impatient({})), "cannot start a program: its name is missing");
}

TEST(HostileChild, is_gone_when_we_are_killed_ourselves) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t ourselves = fork();
  if (ourselves == 0) {
    const ChildOnTrial child({hostile("leaves_processes"), patient, patient, false});
    const std::string& folder = child.folder();
    if (write(ends[1], folder.data(), folder.size()) < 0) _exit(1);
    pause();
  }
  std::string folder(200, ' ');
  folder.resize(static_cast<std::size_t>(read(ends[0], folder.data(), folder.size())));
  EXPECT_GT(processes_in(folder), 0);
  kill(ourselves, SIGKILL);
  waitpid(ourselves, nullptr, 0);
  const auto start = Clock::now();
  while (processes_in(folder) > 0 && Clock::now() - start < patient) usleep(1000);
  EXPECT_EQ(processes_in(folder), 0);
  while (std::filesystem::exists(folder) && Clock::now() - start < patient) usleep(1000);
  EXPECT_FALSE(std::filesystem::exists(folder));
  for (const int end : ends) close(end);
}

TEST(HostileChild, stays_failed) {
  ChildOnTrial child({hostile("dies"), patient, patient, false});
  child.ask();
  const std::string failed = child.failed();
  EXPECT_EQ(child.ask().status, Status::unknown);
  EXPECT_EQ(child.failed(), failed);
  EXPECT_EQ(processes_in(child.folder()), 0);
}

}  // namespace
}  // namespace fencepost::sut
