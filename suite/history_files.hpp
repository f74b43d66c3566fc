// SPDX-License-Identifier: Apache-2.0
// Histories in files, and those that are compiled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::suite {

/// A history of seeds/golden.
struct Golden {
  std::string_view name;
  std::string_view text;
};
std::span<const Golden> golden_histories();

/// Every `.history` file below a folder, sorted; a file stands for itself. Why not, if there is
/// none.
Result<std::vector<std::string>> files_below(const std::string& path);
Result<std::string> read_file(const std::string& path);
/// Whole or not at all; makes the folders. Says why not, otherwise empty.
std::string write_file(const std::string& path, std::string_view text);

/// How this program is called again from the current folder.
std::string program();

}  // namespace fencepost::suite
