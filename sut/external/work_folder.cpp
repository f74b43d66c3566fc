// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/work_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace fencepost::sut {
namespace {

constexpr char prefix[] = "fencepost-";

}  // namespace

bool WorkFolder::is_one(const char* path) {
  const char* const slash = std::strrchr(path, '/');
  return std::strncmp(slash == nullptr ? path : slash + 1, prefix, sizeof prefix - 1) == 0;
}

WorkFolder::WorkFolder() {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  std::string name = (temporary / (std::string(prefix) + "XXXXXX")).string();
  if (error) {
    why_ = "there is no folder for temporary files: " + error.message() + "; set TMPDIR to one";
  } else if (mkdtemp(name.data()) == nullptr) {
    why_ = "no folder can be made in " + temporary.string() + ": " +
           std::generic_category().message(errno) + "; set TMPDIR to another one";
  } else {
    path_ = name;
  }
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;  // what cannot be removed stays
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

void WorkFolder::empty() const {
  std::error_code ignored;
  if (path_.empty()) return;
  for (const auto& entry : std::filesystem::directory_iterator(path_, ignored))
    std::filesystem::remove_all(entry.path(), ignored);
}

}  // namespace fencepost::sut
