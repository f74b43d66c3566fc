// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_home.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fencepost/sut/external/hostile/child_on_trial.hpp"

namespace fencepost::sut {
namespace {

constexpr const char* init_ok =
    R"(read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'; )";

/// A shell program that answers init and then does this.
ChildOptions shell(const std::string& program) {
  return {{"/bin/sh", "-c", init_ok + program},
          std::chrono::seconds(10),
          std::chrono::seconds(10),
          false};
}

/// Replies to each request with the number of lines in the file `lives`.
const std::string tells_its_lives =
    "echo x >> lives; n=$(wc -l < lives); id=2; while read -r line; do "
    R"(echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":'$id',"committed":'$n'}}')"
    "; id=$((id+1)); done";

std::int64_t lives(ChildOnTrial& child) {
  const Outcome& outcome = child.ask();
  EXPECT_TRUE(outcome.is_done()) << child.failed();
  return outcome.is_done() ? TapeReader(outcome.body).time() : -1;
}

TEST(ChildHome, keeps_its_folder_over_crashes_and_empties_it_for_a_new_scenario) {
  ChildOnTrial child(shell(tells_its_lives));
  EXPECT_EQ(lives(child), 1);
  child.crash();
  EXPECT_EQ(lives(child), 2);
  child.crash();
  EXPECT_EQ(lives(child), 3);
  const std::string first = child.folder();
  child.move_in();
  EXPECT_EQ(lives(child), 1);
  EXPECT_FALSE(std::filesystem::exists(first));
  child.end();
  EXPECT_FALSE(std::filesystem::exists(child.folder()));
}

TEST(ChildHome, crashes_with_sigkill) {
  ChildOnTrial child(
      shell("trap 'echo asked >> asked' TERM INT HUP; trap 'echo left >> asked' EXIT; while read "
            "-r line; do :; done"));
  EXPECT_EQ(processes_in(child.folder()), 1);
  child.crash();
  EXPECT_EQ(processes_in(child.folder()), 1);
  EXPECT_FALSE(std::filesystem::exists(child.folder() + "/asked"));
}

TEST(ChildHome, sends_the_workload_and_its_parameters_with_init) {
  ChildOnTrial child(
      impatient({"/bin/sh", "-c", R"(read -r line; printf '%s' "$line" > init; exit 1)"}));
  std::string line;
  std::getline(std::ifstream(child.folder() + "/init"), line);
  EXPECT_EQ(
      line,
      R"({"id":1,"src":"c1","dest":"n0","body":{"type":"init","msg_id":1,"node_id":"n0","node_ids":["n0"],)"
      R"("workload":"offset-commit","parameters":{"partitions":4}}})");
}

/// Its replies to assign tell its process number as the only owner.
const std::string tells_its_number =
    "id=2; while read -r line; do "
    R"(echo '{"src":"n0","dest":"c1","body":{"type":"assign_ok","in_reply_to":'$id',"owners":'$$'}}')"
    "; id=$((id+1)); done";

std::int64_t number(ChildOnTrial& child) {
  Command command;
  command.type = 0;
  command.fields.list(0).list(0);
  const Outcome& outcome = child.ask(command);
  EXPECT_TRUE(outcome.is_done()) << child.failed();
  return outcome.is_done() ? TapeReader(outcome.body).time() : -1;
}

TEST(ChildHome, keeps_a_child_without_state_until_it_crashes) {
  ChildOnTrial child(shell(tells_its_number), *find_contract("group-assign"));
  const std::int64_t first = number(child);
  child.move_in();
  EXPECT_EQ(number(child), first);
  child.crash();
  const std::int64_t second = number(child);
  EXPECT_NE(second, first);
  child.move_in();
  EXPECT_EQ(number(child), second);
  const std::string folder = child.folder();
  child.end();
  EXPECT_EQ(processes_in(folder), 0);
}

TEST(ChildHome, finds_files_from_where_we_were_started) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(FENCEPOST_SOURCE_DIR);
  ChildOptions options{{"/bin/sh", "sut/external/hostile/writes_in_pieces.sh"},
                       std::chrono::seconds(10)};
  options.reply_limit = std::chrono::seconds(10);
  ChildOnTrial child(options);
  std::filesystem::current_path(before);
  EXPECT_EQ(child.failed(), "");
  EXPECT_TRUE(child.ask().is_done()) << child.failed();
}

TEST(ChildHome, gives_the_child_nothing_but_its_streams) {
  const std::ifstream ours("/dev/null");
  ChildOnTrial child(impatient({"/bin/sh", "-c", "ls /proc/self/fd > files; exit 1"}));
  std::ostringstream files;
  files << std::ifstream(child.folder() + "/files").rdbuf();
  EXPECT_EQ(files.str(), "0\n1\n2\n3\n") << "3 is the folder that ls itself reads";
}

}  // namespace
}  // namespace fencepost::sut
