// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/command_line.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace fencepost::sut {

std::string hint_about(const std::string& program) {
  std::error_code ignored;
  const bool is_path = program.find('/') != std::string::npos;
  if (!std::filesystem::is_regular_file(program, ignored)) return {};
  const bool is_executable = ::access(program.c_str(), X_OK) == 0;
  if (is_path) return is_executable ? "" : "; it is not executable";
  return "; a file of that name is here" +
         std::string(is_executable ? ": write ./"
                                   : ", but not executable: make it so, and write ./") +
         program;
}

std::vector<std::string> seen_from_here(std::vector<std::string> argv) {
  for (std::string& word : argv) {
    std::error_code error;
    const bool is_program = &word == &argv.front();
    if (!(is_program ? word.find('/') != std::string::npos
                     : std::filesystem::is_regular_file(word, error)))
      continue;
    const std::filesystem::path whole = std::filesystem::absolute(word, error);
    if (!error) word = whole.string();
  }
  return argv;
}

}  // namespace fencepost::sut
