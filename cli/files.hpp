// SPDX-License-Identifier: Apache-2.0
// Files that the command reads and writes. What is written appears whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::cli {

/// No history is longer; a file that is will not be read into memory.
inline constexpr std::size_t most_history_bytes = longest_history;

Result<std::string> read_file(const std::string& path, std::size_t most_bytes = most_history_bytes);

/// Writes through a temporary neighbour and a rename; a path that is there and no regular file (a
/// terminal, a pipe) is written directly. Says why not, otherwise empty.
std::string write_file(const std::string& path, std::string_view text);
/// Makes a folder and those above it that are missing. Says why not, otherwise empty.
std::string make_folder(const std::string& path);

/// What an option names must be possible before anything is tried. Throws a Refusal that names the
/// option if `write_file` could not write there; nothing is left behind. The folder must be there.
void check_output_file(std::string_view option, const std::string& path);
/// The same of a folder, which need not be there: if files could not be written into it.
void check_output_folder(std::string_view option, const std::string& path);

/// Every `.history` file below a folder, sorted by path; a file that is named stands for itself.
/// Throws a Refusal if a path is not there.
std::vector<std::string> history_files(const std::vector<std::string>& paths);

/// The corpus: `seeds` in the current folder, else the one installed with the program, else that of
/// the sources; empty if there is none.
std::string corpus_folder();

}  // namespace fencepost::cli
