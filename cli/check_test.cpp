// SPDX-License-Identifier: Apache-2.0
// check: recorded histories, judged.
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "fencepost/cli/command_test.hpp"

namespace fencepost::cli {
namespace {

const std::string recorded = FENCEPOST_SOURCE_DIR "/seeds/recorded/";

class Check : public CommandTest {
 protected:
  /// The line ends with this exit code and says this.
  void expect_refusal(const std::string& line, const std::string& sentence, int code = 2) const {
    const Ran ran = sh(line);
    EXPECT_EQ(ran.code, code) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_EQ(ran.err.find("fencepost: " + sentence), 0U) << line << '\n' << ran.err;
  }
};

constexpr const char* lost =
    "0\t:invoke\t:send\t[[:send 0 1]]\n"
    "0\t:ok\t:send\t[[:send 0 [0 1]]]\n"
    "0\t:invoke\t:send\t[[:send 0 2]]\n"
    "0\t:ok\t:send\t[[:send 0 [1 2]]]\n"
    "1\t:invoke\t:poll\t[[:poll]]\n"
    "1\t:ok\t:poll\t[[:poll {0 [[1 2]]}]]\n";

std::vector<nlohmann::json> lines_of(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

std::set<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::set<std::string> anomalies_of(const nlohmann::json& end) {
  std::set<std::string> names;
  for (const auto& [name, count] : end["data"]["counts"].items()) names.insert(name);
  return names;
}

TEST_F(Check, says_of_every_stored_history_what_is_promised) {
  std::ifstream file(recorded + "verdicts.txt");
  std::size_t histories = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(" : ");
    ASSERT_NE(colon, std::string::npos) << line;
    const std::string name = line.substr(0, line.find(' '));
    const std::string flags = line.substr(name.size(), colon - name.size());
    const int code = std::stoi(line.substr(colon + 3));
    ++histories;
    for (const char* const form : {".jsonl", ".edn", ".txt"}) {
      const Ran ran = sh("fencepost check --json " + recorded + name + form + flags);
      EXPECT_EQ(ran.code, code) << line << form << ran.err;
      if (ran.code != code) continue;
      const nlohmann::json end = lines_of(ran.out).back();
      std::set<std::string> expected = words_of(line.substr(colon + 3));
      expected.erase(std::to_string(code));
      EXPECT_EQ(anomalies_of(end), expected) << line << form;
      EXPECT_EQ(end["data"]["exit_code"], code);
    }
  }
  EXPECT_GT(histories, 12U);
}

TEST_F(Check, shows_a_headline_and_the_operations) {
  write("lost.txt", lost);
  const Ran ran = sh("fencepost check lost.txt");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(
      ran.out.find("  ✗ violated  kafka: 6 operations of 2 processes; 2 anomalies of 2 kinds\n"),
      0U)
      << ran.out;
  EXPECT_NE(ran.out.find("\n  lost-write ×1  "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("    #1  line 2  p0  ok  send  [[\"send\",0,[0,1]]]\n"
                         "    #5  line 6  p1  ok  poll  [[\"poll\",{\"0\":[[1,2]]}]]\n"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.err.find("read as text, judged as kafka in "), 0U) << ran.err;
}

TEST_F(Check, reads_standard_input_and_knows_numbers_only) {
  write("lost.txt", lost);
  const Ran ran = sh("fencepost check - <lost.txt");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("    #1, #5\n"), std::string::npos) << ran.out;
  EXPECT_EQ(sh("cat lost.txt | fencepost check -").out, ran.out);
}

TEST_F(Check, fits_on_one_screen_unless_all_is_asked_for) {
  const std::string line = "fencepost check " + recorded + "inconsistent_offsets.edn";
  const Ran some = sh(line);
  const Ran all = sh(line + " --all");
  EXPECT_LE(std::ranges::count(some.out, '\n'), 24);
  EXPECT_GE(std::ranges::count(all.out, '\n'), std::ranges::count(some.out, '\n') - 2);
  EXPECT_EQ(std::ranges::count(sh(line + " -q").out, '\n'), 1);
}

TEST_F(Check, writes_json_lines) {
  const Ran ran = sh("fencepost check --json " + recorded + "lost_write.jsonl");
  const std::vector<nlohmann::json> lines = lines_of(ran.out);
  ASSERT_GE(lines.size(), 3U);
  EXPECT_EQ(lines.front()["type"], "begin");
  EXPECT_EQ(lines.front()["data"]["format"], "jsonl");
  EXPECT_EQ(lines.front()["data"]["workload"], "kafka");
  EXPECT_EQ(lines[1]["type"], "anomaly");
  EXPECT_EQ(lines[1]["data"]["name"], "lost-write");
  const nlohmann::json& operation = lines[1]["data"]["operations"][0];
  EXPECT_EQ(operation["number"], 1);
  EXPECT_EQ(operation["line"], 2);
  EXPECT_EQ(operation["f"], "send");
  EXPECT_EQ(lines.back()["data"]["verdict"], "violated");
}

TEST_F(Check, gives_recorded_indices_where_a_nemesis_is_between) {
  write("lost.jsonl",
        "{\"index\":4,\"type\":\"invoke\",\"process\":0,\"f\":\"send\",\"value\":[[\"send\",\"x\","
        "1]]}\n"
        "{\"index\":5,\"type\":\"info\",\"process\":\"nemesis\",\"f\":\"kill\"}\n"
        "{\"index\":6,\"type\":\"ok\",\"process\":0,\"f\":\"send\",\"value\":[[\"send\",\"x\",[0,1]"
        "]]}\n");
  const Ran ran = sh("fencepost check --json lost.jsonl");
  EXPECT_EQ(ran.code, 1);
  const nlohmann::json operation = lines_of(ran.out)[1]["data"]["operations"][0];
  EXPECT_EQ(operation["index"], 6);
  EXPECT_EQ(operation["number"], 1);
  EXPECT_EQ(operation["line"], 3);
}

TEST_F(Check, is_undecided_without_enough_memory) {
  const Ran ran = sh("fencepost check --memory 1K " + recorded + "kafka_clean.edn");
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.out.find("  ? undecided  kafka: 12 operations of 3 processes"), 0U) << ran.out;
  EXPECT_NE(last_line(ran.err).find("memory"), std::string::npos) << ran.err;
}

TEST_F(Check, tells_what_it_knows_when_it_is_interrupted) {
  write("lost.txt", lost);
  const Ran ran =
      sh("mkfifo pipe; (cat lost.txt; exec sleep 60) >pipe & "
         "interrupted 2 fencepost check - <pipe; code=$?; kill $!; exit $code");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_EQ(ran.out.find("  ? interrupted  kafka: 6 operations of 2 processes, judged so far"), 0U)
      << ran.out;
}

/// A register that dozens of indeterminate changes may have led from anywhere to anywhere, when
/// what is read last can never be reached: all ways must be looked at.
std::string many_ways() {
  std::string text;
  int process = 2;
  const auto add = [&text](const char* type, int who, const char* f, const std::string& value) {
    text += std::string(R"({"type":")") + type + R"(","process":)" + std::to_string(who) +
            R"(,"f":")" + f + R"(","value":[0,)" + value + "]}\n";
  };
  const auto change = [&](int from, int to) {
    add("invoke", process++, "cas", '[' + std::to_string(from) + ',' + std::to_string(to) + ']');
  };
  add("invoke", 0, "write", "0");
  add("ok", 0, "write", "0");
  for (int from = 0; from < 8; ++from)
    for (int to = 0; to < 8; ++to)
      if (from != to) change(from, to);
  change(98, 99);
  for (const char* const value : {"0", "1", "2", "99"}) {
    add("invoke", 1, "read", "null");
    add("ok", 1, "read", value);
  }
  return text;
}

TEST_F(Check, is_undecided_when_its_time_is_up) {
  write("ways.jsonl", many_ways());
  const Ran ran = sh("fencepost check -w lin-kv ways.jsonl --for 300ms");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(ran.out.find("  ? undecided  lin-kv: "), 0U) << ran.out;
  EXPECT_NE(last_line(ran.err).find("the time was up: raise --for"), std::string::npos) << ran.err;
  const Ran json = sh("fencepost check -w lin-kv ways.jsonl --for 100ms --json");
  EXPECT_EQ(json.code, 3);
  const nlohmann::json end = lines_of(json.out).back()["data"];
  EXPECT_EQ(end["verdict"], "undecided");
  EXPECT_EQ(end["exit_code"], 3);
  EXPECT_NE(end["why"].get<std::string>().find("--for"), std::string::npos);
}

TEST_F(Check, decides_in_time_what_can_be_decided) {
  EXPECT_EQ(sh("fencepost check --for 60s " + recorded + "kafka_clean.edn").code, 0);
  EXPECT_EQ(sh("fencepost check --for 60s " + recorded + "lost_write.edn").code, 1);
}

TEST_F(Check, is_undecided_when_its_time_is_up_before_all_was_read) {
  write("lost.txt", lost);
  const Ran ran =
      sh("mkfifo pipe; (cat lost.txt; exec sleep 60) >pipe & "
         "fencepost check --for 500ms - <pipe; code=$?; kill $!; exit $code");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_EQ(ran.out.find("  ? undecided  kafka: 6 operations of 2 processes"), 0U) << ran.out;
  EXPECT_NE(last_line(ran.err).find("before all was read"), std::string::npos) << ran.err;
  const Ran nothing = sh("fencepost check --for 300ms - < <(sleep 3)");
  EXPECT_EQ(nothing.code, 3) << nothing.err;
  const Ran interrupted = sh("interrupted 0.5 fencepost check - < <(sleep 2)");
  EXPECT_EQ(interrupted.code, 130) << interrupted.err;
}

TEST_F(Check, shows_life_when_asked_to) {
  write("ways.jsonl", many_ways());
  const std::string line = "fencepost check -w lin-kv ways.jsonl --for 400ms";
  EXPECT_NE(sh(line + " --progress line").err.find("\r\x1b[K  judging 67 operations, 0 s"),
            std::string::npos);
  EXPECT_EQ(sh(line).err.find("judging "), std::string::npos);
  expect_refusal("fencepost check --for 60 ways.jsonl", "--for: '60' is not a time");
}

TEST_F(Check, refuses_what_is_no_recorded_history) {
  write("empty", "");
  write("scenario.history", its_history);
  write("cut.jsonl", "{\"type\":\"invoke\",\"process\":0,\"f\":\"send\",\"val");
  write("nemesis.edn", "{:type :info, :process :nemesis, :f :kill, :value nil}\n");
  expect_refusal("fencepost check", "'check' wants one recorded history");
  expect_refusal("fencepost check missing", "missing: No such file");
  expect_refusal("mkdir folder; fencepost check folder", "folder: it cannot be read: ");
  expect_refusal("fencepost check empty", "empty: it is empty, so there is nothing to judge");
  expect_refusal("fencepost check nemesis.edn", "nemesis.edn: it has no operations of clients");
  expect_refusal(
      "fencepost check scenario.history",
      "scenario.history: it is a scenario without what clients saw of it; `fencepost replay`");
  expect_refusal("fencepost check cut.jsonl", "cut.jsonl: line 1: it is not JSON");
  expect_refusal("printf 'JEPSEN\\0\\0\\0\\1' >store; fencepost check store",
                 "store: it is Jepsen's binary store; check the history.edn");
  expect_refusal("head -c 100M /dev/zero | fencepost check -", "standard input: it is neither");
}

TEST_F(Check, asks_for_the_workload_if_operations_do_not_tell) {
  write("add.jsonl", "{\"type\":\"invoke\",\"process\":0,\"f\":\"add\",\"value\":1}\n");
  write("read.jsonl", "{\"type\":\"invoke\",\"process\":0,\"f\":\"read\"}\n");
  write("odd.jsonl", "{\"type\":\"invoke\",\"process\":0,\"f\":\"enqueue\"}\n");
  expect_refusal(
      "fencepost check add.jsonl",
      "add.jsonl: line 1: \"add\" may be of g-set, g-counter or pn-counter: say which with "
      "--workload");
  expect_refusal("fencepost check read.jsonl", "read.jsonl: its operations may be of broadcast, ");
  expect_refusal("fencepost check odd.jsonl",
                 "odd.jsonl: line 1: no workload has an operation \"enqueue\"; histories are of ");
  expect_refusal("fencepost check add.jsonl -w gset",
                 "--workload: nothing is recorded of 'gset'; did you mean 'g-set'?", 7);
}

TEST_F(Check, refuses_flags_that_mean_nothing) {
  const std::string line = "fencepost check " + recorded + "kafka_clean.edn ";
  expect_refusal(line + "--model serializable", "--model: it is for transactions, not for kafka");
  expect_refusal(line + "--model serialisable",
                 "--model: 'serialisable' is no consistency model; did you mean 'serializable'?; ");
  expect_refusal(line + "--format xml", "--format: 'xml' is not jsonl, edn, text or history");
  expect_refusal(line + "--memory 2", "--memory: '2' is no amount of memory");
  expect_refusal("fencepost check -w lin-kv --subscribe x", "--subscribe: it is for kafka");
}

TEST_F(Check, names_the_line_that_makes_no_sense) {
  write("twice.txt", "0\t:invoke\t:send\t[[:send 0 1]]\n0\t:invoke\t:send\t[[:send 0 2]]\n");
  expect_refusal("fencepost check twice.txt", "twice.txt: line 2: it ");
}

}  // namespace
}  // namespace fencepost::cli
