// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/command_line.hpp"

#include <filesystem>
#include <system_error>

namespace fencepost::sut {

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
