// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/history_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fencepost/cli/refusal.hpp"

namespace fencepost::cli {
namespace {

/// An open file, shared by the copies of the function that reads it.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ > 0) ::close(descriptor_);
  }

  /// Looks up now and then, since a signal does not end a read of what never comes.
  bool wait(const std::function<bool()>& is_over) const {
    pollfd waiting = {.fd = descriptor_, .events = POLLIN, .revents = 0};
    while (!is_over() && ::poll(&waiting, 1, 200) <= 0) continue;
    return !is_over();
  }

  Result<std::size_t> read(char* to, std::size_t room) const {
    for (;;) {
      const ssize_t got = ::read(descriptor_, to, room);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return Failure{std::generic_category().message(errno)};
    }
  }

 private:
  int descriptor_;
};

}  // namespace

HistoryInput::HistoryInput(std::string path, std::optional<recorded::Format> format,
                           std::function<bool()> is_over)
    : path_(std::move(path)),
      format_(format),
      is_over_(std::move(is_over)),
      name_(path_ == "-" ? "standard input" : path_) {
  std::error_code ignored;
  is_file_ = path_ != "-" && std::filesystem::is_regular_file(path_, ignored);
}

Result<recorded::Opened> HistoryInput::try_open() const {
  const int descriptor = path_ == "-" ? 0 : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Failure{std::generic_category().message(errno)};
  const auto file = std::make_shared<const OpenFile>(descriptor);
  Result<recorded::Opened> opened = recorded::open_history(
      [file, this](char* to, std::size_t room) {
        return file->wait(is_over_) ? file->read(to, room) : Result<std::size_t>(0U);
      },
      format_);
  if (!opened) return Failure{"it " + opened.why()};
  return opened;
}

recorded::Opened HistoryInput::open() const {
  Result<recorded::Opened> opened = try_open();
  if (!opened) throw Refusal{ExitCode::usage, name_ + ": " + opened.why()};
  return std::move(*opened);
}

std::map<std::uint64_t, recorded::Recorded> HistoryInput::fetch(
    const std::set<std::uint64_t>& wanted) const {
  std::map<std::uint64_t, recorded::Recorded> found;
  if (!is_file_ || wanted.empty()) return found;
  const Result<recorded::Opened> opened = try_open();
  recorded::Recorded recorded;
  for (std::uint64_t number = 0; opened && number <= *wanted.rbegin(); ++number) {
    const Result<bool> next = opened->reader->next(recorded);
    if (!next || !*next) break;
    if (wanted.contains(number)) found.emplace(number, std::move(recorded));
  }
  return found;
}

}  // namespace fencepost::cli
