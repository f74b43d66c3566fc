// SPDX-License-Identifier: Apache-2.0
// The built command in a scratch folder, driven as a shell drives it. For tests.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fencepost::cli {

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

class CommandTest : public testing::Test {
 protected:
  CommandTest() {
    std::string name = (std::filesystem::temp_directory_path() / "fencepost_cli_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~CommandTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// Runs a line of shell with `fencepost` on its path; its output is in UTF-8 and without colour
  /// unless the line says otherwise. `interrupted SECONDS COMMAND` interrupts the command when it
  /// has been ready for that, as the kernel tells, for so long.
  Ran sh(const std::string& line) const {
    const std::string programs = std::filesystem::path(FENCEPOST_COMMAND).parent_path().string();
    write("line.sh", "cd '" + folder_ + "'\nexport LC_ALL=C.UTF-8 TERM=xterm PATH='" + programs +
                         "':\"$PATH\"\nunset NO_COLOR FORCE_COLOR CLICOLOR_FORCE\n" + shell_words +
                         "{\n" + line + "\n}\n");
    const std::string call = "bash '" + path("line.sh") + "' </dev/null >'" + path("out.txt") +
                             "' 2>'" + path("err.txt") + "'";
    const int status = std::system(call.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out.txt"), read("err.txt")};
  }

  std::string path(const std::string& name) const { return folder_ + '/' + name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

 private:
  static constexpr const char* shell_words =
      "interrupted() {\n"
      "  local after=$1; shift; \"$@\" <&0 & local command=$!\n"
      "  for _ in {1..500}; do\n"
      "    grep -qs '^SigCgt:.*[2367abef]$' /proc/$command/status && break; sleep 0.01; done\n"
      "  sleep $after; kill -INT $command; wait $command\n"
      "}\n";

  std::string folder_;
};

/// The last line of a text, without its line end.
inline std::string last_line(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// A bug that the first seed convicts, and its history.
inline constexpr const char* a_bug = "offset-acknowledged-before-synced";
inline constexpr const char* its_history =
    "fencepost history 1\n"
    "workload offset-commit\n"
    "parameters partitions=1\n"
    "property acknowledged_results_survive\n"
    "expect violated as \"processed: wrong result\"\n"
    "bug offset-acknowledged-before-synced\n"
    "\n"
    "1 c1 processed partition=0 offset=0\n"
    "  crash\n"
    "2 c2 processed partition=0 offset=1\n"
    "end commands=2 exceptions=1\n";

}  // namespace fencepost::cli
