// SPDX-License-Identifier: Apache-2.0
#include "fencepost/ports/temporary_folder.hpp"

#include <filesystem>
#include <system_error>

namespace fencepost::ports {
namespace {

namespace fs = std::filesystem;

/// Far more than are ever used at once.
constexpr int most_folders = 100'000;

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path all = fs::temp_directory_path(error);
  for (int i = 0; !error && i < most_folders; ++i) {
    const fs::path path = all / ("fencepost-" + std::to_string(i));
    // False if it is there: another process has it.
    if (!fs::create_directory(path, error)) continue;
    folder_.path = path.string();
    return;
  }
  why_ = "no folder could be made below " + all.string() + ": " +
         (error ? error.message() : "there are too many");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!folder_.path.empty()) fs::remove_all(folder_.path, ignored);
}

void TemporaryFolder::clear() {
  std::error_code error;
  if (folder_.path.empty()) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path, error))
    fs::remove_all(entry.path(), error);
  if (error) why_ = folder_.path + ": " + error.message();
}

}  // namespace fencepost::ports
