// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/threads_below.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "fencepost/sut/external/proc_file.hpp"

namespace fencepost::sut {
namespace {

pid_t number_in(std::string_view& text) { return static_cast<pid_t>(take_number(text)); }

std::vector<pid_t> numbers_in_folder(const std::string& path) {
  std::vector<pid_t> numbers;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (folder == nullptr) return numbers;
  while (const dirent* const entry = readdir(folder.get())) {
    std::string_view name = entry->d_name;
    if (const pid_t number = number_in(name); number > 0 && name.empty()) numbers.push_back(number);
  }
  return numbers;
}

/// Empty, too, if there is no such file.
std::string text_of(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char bytes[4096];
  for (ssize_t size = 1; size > 0;) {
    size = read(file, bytes, sizeof bytes);
    if (size > 0) text.append(bytes, static_cast<std::size_t>(size));
  }
  close(file);
  return text;
}

/// From the text of /proc/N/stat: `N (name) state parent ...`.
pid_t parent_in(std::string_view stat) {
  const std::size_t end = stat.rfind(')');
  if (end == std::string_view::npos || stat.size() < end + 4) return 0;
  stat.remove_prefix(end + 4);
  return number_in(stat);
}

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process) + "/task"; }

/// Where the kernel does not list children: looks through all processes.
std::vector<ThreadName> threads_by_parent(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  for (const pid_t process : numbers_in_folder("/proc"))
    children.emplace(parent_in(text_of("/proc/" + std::to_string(process) + "/stat")), process);
  std::vector<ThreadName> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const pid_t process = open.back();
    open.pop_back();
    for (const pid_t thread : numbers_in_folder(folder_of(process)))
      found.push_back({process, thread});
    const auto [first, last] = children.equal_range(process);
    for (auto child = first; child != last; ++child) open.push_back(child->second);
  }
  return found;
}

std::vector<ThreadName> threads_by_children(pid_t root) {
  std::vector<ThreadName> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const pid_t process = open.back();
    open.pop_back();
    const std::string folder = folder_of(process);
    for (const pid_t thread : numbers_in_folder(folder)) {
      found.push_back({process, thread});
      const std::string children = text_of(folder + '/' + std::to_string(thread) + "/children");
      std::string_view left = children;
      while (const pid_t child = number_in(left)) open.push_back(child);
    }
  }
  return found;
}

bool kernel_lists_children() {
  static const bool does = access("/proc/thread-self/children", R_OK) == 0;
  return does;
}

}  // namespace

std::vector<ThreadName> threads_below(pid_t root) {
  std::vector<ThreadName> found =
      kernel_lists_children() ? threads_by_children(root) : threads_by_parent(root);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Births::Births() : file_("/proc/loadavg", true) {
  // Some containers put a file of their own there, which is old.
  struct statfs where {};
  is_possible_ = statfs("/proc/loadavg", &where) == 0 && where.f_type == PROC_SUPER_MAGIC;
}

std::uint64_t Births::read() {
  std::string_view text = file_.read();
  text.remove_prefix(std::min(text.rfind(' '), text.size()));
  return take_number(text);
}

void Births::learn(bool after) {
  if (is_trusted_ || !is_possible_) return;
  const std::uint64_t now = read();
  is_trusted_ = after && now != before_;
  before_ = now;
}

}  // namespace fencepost::sut
