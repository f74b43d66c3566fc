// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/history_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "fencepost/model/vocabulary/history_text.hpp"

namespace fencepost::suite {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<std::vector<std::string>> files_below(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Failure{path + ": no such file or folder"};
  if (!fs::is_directory(status)) return std::vector{path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path, error))
    if (entry.path().extension() == ".history") files.push_back(entry.path().string());
  if (error) return Failure{path + ": " + error.message()};
  if (files.empty()) return Failure{path + ": no .history file is below this folder"};
  std::ranges::sort(files);
  return files;
}

Result<std::string> read_file(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return Failure{path + ": " + error.message()};
  if (size > longest_history) return Failure{path + ": it is too long to be a history"};
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return Failure{path + ": it cannot be read"};
  return text;
}

std::string write_file(const std::string& path, std::string_view text) {
  std::error_code error;
  const fs::path target(path);
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), error);
  if (error) return error.message();
  const std::string temporary = path + ".new";
  std::ofstream file(temporary, std::ios::binary);
  file << text;
  file.close();
  if (!file) return "it cannot be written";
  fs::rename(temporary, target, error);
  return error ? error.message() : std::string();
}

std::string program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return "this program";
  const fs::path here = fs::current_path(error);
  const fs::path near = error ? self : self.lexically_relative(here);
  if (near.empty() || *near.begin() == "..") return self.string();
  return "./" + near.string();
}

}  // namespace fencepost::suite
