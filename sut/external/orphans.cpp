// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/orphans.hpp"

#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "fencepost/sut/external/work_folder.hpp"

namespace fencepost::sut {
namespace {

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// How many were found alive.
int kill_round(pid_t session, const std::string& folder) {
  const bool is_made = WorkFolder::is_one(folder.c_str());
  int found = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (bad != std::errc{} || end != name.data() + name.size() || process == session) continue;
    std::error_code hidden;  // of a zombie, or of another user
    const std::string place = std::filesystem::read_symlink(entry.path() / "cwd", hidden).string();
    if (hidden || (getsid(process) != session && !(is_made && is_below(place, folder)))) continue;
    kill(process, SIGKILL);
    ++found;
  }
  return found;
}

}  // namespace

void kill_orphans(pid_t session, const std::string& folder) {
  for (int round = 0; round < 1000 && kill_round(session, folder) > 0; ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace fencepost::sut
