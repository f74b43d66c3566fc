// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "fencepost/cli/refusal.hpp"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

std::string last_error() { return std::generic_category().message(errno); }

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// A full disk may be told only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string write_directly(const std::string& path, std::string_view text, int flags) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666));
  if (!file.is_open() || !write_all(file.number(), text) || !file.close()) return last_error();
  return {};
}

bool is_special(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

std::string temporary_beside(const std::string& path) {
  return path + ".tmp" + std::to_string(::getpid());
}

std::string why_no_temporary(const std::string& path) {
  const std::string temporary = temporary_beside(path);
  std::string why = write_directly(temporary, "", O_CREAT | O_TRUNC);
  ::unlink(temporary.c_str());
  return why;
}

/// Found out without leaving a file; empty if `write_file` could.
std::string why_unwritable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return std::generic_category().message(EISDIR);
  if (is_special(path)) return ::access(path.c_str(), W_OK) == 0 ? std::string{} : last_error();
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && ::access(folder.c_str(), F_OK) != 0 && errno == ENOENT)
    return "there is no folder '" + folder.string() + "'";
  return why_no_temporary(path);
}

void refuse_output(std::string_view option, const std::string& path, const std::string& why) {
  if (!why.empty())
    throw Refusal{ExitCode::usage,
                  std::string(option) + ": '" + path + "' cannot be written: " + why};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return Failure{path + ": " + last_error()};
  std::string text;
  for (std::size_t size = 0;;) {
    text.resize(size + (std::size_t{1} << 16U));
    const ssize_t got = ::read(file.number(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Failure{path + ": " + last_error()};
    size += static_cast<std::size_t>(got);
    if (size > most_bytes)
      return Failure{path + ": it is longer than " + std::to_string(most_bytes >> 20U) +
                     " MiB, so it is no history"};
    if (got > 0) continue;
    text.resize(size);
    return text;
  }
}

std::string write_file(const std::string& path, std::string_view text) {
  if (is_special(path)) return write_directly(path, text, 0);
  const std::string temporary = temporary_beside(path);
  std::string why = write_directly(temporary, text, O_CREAT | O_TRUNC);
  if (why.empty() && ::rename(temporary.c_str(), path.c_str()) != 0) why = last_error();
  if (!why.empty()) ::unlink(temporary.c_str());
  return why;
}

std::string make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  return error ? error.message() : std::string{};
}

void check_output_file(std::string_view option, const std::string& path) {
  refuse_output(option, path, why_unwritable(path));
}

void check_output_folder(std::string_view option, const std::string& path) {
  fs::path there = fs::path(path + '/').parent_path();
  std::error_code ignored;
  while (!there.empty() && !fs::exists(there, ignored)) there = there.parent_path();
  refuse_output(option, path, why_no_temporary((there / "history").string()));
}

std::vector<std::string> history_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
      throw Refusal{ExitCode::usage, (path.empty() ? "''" : path) + ": no such file or folder"};
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
         at.increment(error))
      if (at->path().extension() == ".history") found.push_back(at->path().string());
    if (error) throw Refusal{ExitCode::usage, path + ": " + error.message()};
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

std::string corpus_folder() {
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = self.parent_path().parent_path() / "share" / "fencepost" / "seeds";
  for (const fs::path& folder : {fs::path("seeds"), installed, fs::path(FENCEPOST_SOURCE_SEEDS)})
    if (fs::is_directory(folder, ignored)) return folder.string();
  return {};
}

}  // namespace fencepost::cli
