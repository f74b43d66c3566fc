// SPDX-License-Identifier: Apache-2.0
// Results go to stdout, talk to stderr, and nothing is lost silently.
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "fencepost/cli/command_test.hpp"
#include "fencepost/model/vocabulary/contract.hpp"

namespace fencepost::cli {
namespace {

using nlohmann::json;

class Output : public CommandTest {
 protected:
  const std::string convict = std::string("fencepost run --bug ") + a_bug;
};

/// The types of JSON lines, each of which must be a type and its data.
std::multiset<std::string> types_of(const std::string& text) {
  std::multiset<std::string> types;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const json parsed = json::parse(line);
    EXPECT_TRUE(parsed.at("data").is_object());
    types.insert(parsed.at("type"));
  }
  return types;
}

TEST_F(Output, of_a_run_does_not_depend_on_threads_or_time) {
  const std::string once =
      sh("fencepost run offset-commit log-compaction --seeds 300 --jobs 1").out;
  EXPECT_NE(once.find("digest"), std::string::npos);
  EXPECT_EQ(sh("fencepost run offset-commit log-compaction --seeds 300 --jobs 3").out, once);
}

TEST_F(Output, ends_with_a_command_that_replays_what_was_found) {
  const Ran ran = sh(convict);
  EXPECT_NE(ran.out.find("no line can go\n      saved   runs/"), std::string::npos) << ran.out;
  const Ran again = sh(last_line(ran.err).substr(std::string("replay it:  ").size()));
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.out.find("replayed exactly"), std::string::npos) << again.out;
}

TEST_F(Output, has_the_history_itself_if_it_cannot_be_saved) {
  write("runs", "a file where a folder should be");
  const Ran ran = sh(convict);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("not saved: runs/"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\nfencepost history 1\n"), std::string::npos) << ran.out;
  // What cannot be replayed from a file is replayed from its seed.
  const Ran again = sh(last_line(ran.err).substr(std::string("replay it:  ").size()));
  EXPECT_EQ(again.code, 1) << again.err;
}

TEST_F(Output, says_that_a_violation_was_not_seen_again) {
  write("once.py",
        "import json, os, sys\n"
        "if os.path.exists('" +
            path("was-here") +
            "'): sys.exit(5)\n"
            "open('" +
            path("was-here") +
            "', 'w').close()\n"
            "for line in sys.stdin:\n"
            "  body = json.loads(line)['body']\n"
            "  reply = {'type': body['type'] + '_ok', 'in_reply_to': body['msg_id']}\n"
            "  if body['type'] != 'init': reply['committed'] = 77\n"
            "  print(json.dumps({'src': 'n0', 'dest': 'c1', 'body': reply}), flush=True)\n");
  const Ran ran = sh("fencepost run offset-commit --without all --budget 3 -- python3 once.py");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("\n      it was seen once, but not again when it was replayed"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.out.find("00000000"), std::string::npos) << ran.out;
}

TEST_F(Output, is_saved_where_it_is_asked_to) {
  EXPECT_EQ(sh(convict + " --out deep/er").code, 1);
  EXPECT_TRUE(exists("deep/er"));
  EXPECT_FALSE(exists("runs"));
  EXPECT_EQ(sh("ls deep/er | grep -c '\\.history$'; ls deep/er | grep -vc '\\.history$'").out,
            "1\n0\n");
}

TEST_F(Output, may_be_closed_early) {
  const Ran ran = sh("fencepost run offset-commit --seeds 50 | true; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(Output, is_one_line_if_quiet) {
  const Ran ran = sh("fencepost run offset-commit --seeds 50 -q");
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out.find('\n'), ran.out.size() - 1);
}

TEST_F(Output, as_json_is_alone_on_stdout) {
  const Ran ran = sh(convict + " --json");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(types_of(ran.out),
            (std::multiset<std::string>{"begin", "end", "violation", "workload"}));
  const json violation = json::parse(
      ran.out.substr(ran.out.find("{\"type\":\"violation\""))
          .substr(0, ran.out.substr(ran.out.find("{\"type\":\"violation\"")).find('\n')));
  EXPECT_EQ(violation.at("data").at("history"),
            read(violation.at("data").at("file").get<std::string>()));
  EXPECT_NE(ran.err.find("✗ violated"), std::string::npos);
}

TEST_F(Output, lists_as_json_too) {
  const Ran workloads = sh("fencepost list --json");
  EXPECT_EQ(workloads.code, 0);
  EXPECT_EQ(types_of(workloads.out).count("workload"),
            contracts().size() + cluster_contracts().size());
  const Ran bugs = sh("fencepost bugs --json");
  EXPECT_EQ(bugs.code, 0);
  EXPECT_GE(types_of(bugs.out).count("bug"), 32U);
}

TEST_F(Output, as_junit_is_well_formed) {
  const Ran ran = sh("mkdir deep; " + convict +
                     " --junit deep/report.xml; code=$?; python3 -c '\n"
                     "import xml.etree.ElementTree as tree\n"
                     "suite, = tree.parse(\"deep/report.xml\").getroot()\n"
                     "assert suite.get(\"name\") == \"offset-commit\"\n"
                     "assert suite.get(\"failures\") == \"1\"\n"
                     "failure, = suite.iter(\"failure\")\n"
                     "assert \"power is lost\" in failure.text\n"
                     "' || exit 99; exit $code");
  EXPECT_EQ(ran.code, 1) << ran.err;
}

TEST_F(Output, as_junit_may_go_to_a_device_and_finds_no_room) {
  EXPECT_EQ(sh("fencepost run offset-commit --seeds 1 --junit /dev/null").code, 0);
  const Ran full = sh("fencepost run offset-commit --seeds 1 --junit /dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(last_line(full.err),
            "fencepost: --junit: '/dev/full' could not be written: No space left on device");
}

TEST_F(Output, of_an_interrupted_run_is_saved) {
  const Ran ran =
      sh("interrupted 1 fencepost run offset-commit --for 60s --json --junit "
         "report.xml");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_EQ(types_of(ran.out), (std::multiset<std::string>{"begin", "end", "workload"}));
  EXPECT_NE(read("report.xml").find("</testsuites>"), std::string::npos);
}

TEST_F(Output, ends_when_its_time_is_up) {
  const Ran ran = sh("fencepost run offset-commit group-assign --for 400ms");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("2 held of 2 workloads"), std::string::npos) << ran.out;
}

TEST_F(Output, shows_life_when_asked_to) {
  EXPECT_NE(sh("fencepost run offset-commit --seeds 500 --progress line")
                .err.find("\r\x1b[K  1/1 offset-commit"),
            std::string::npos);
  EXPECT_EQ(sh("fencepost run offset-commit --seeds 500").err.find('\r'), std::string::npos);
}

}  // namespace
}  // namespace fencepost::cli
