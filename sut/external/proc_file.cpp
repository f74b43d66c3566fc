// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/proc_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

namespace fencepost::sut {

ProcFile& ProcFile::operator=(ProcFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(stays_open_, other.stays_open_);
  std::swap(file_, other.file_);
  return *this;
}

bool ProcFile::open() {
  if (file_ < 0) file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  return file_ >= 0;
}

void ProcFile::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

std::string_view ProcFile::read() {
  thread_local char text[4096];
  if (!open()) return {};
  const ssize_t size = pread(file_, text, sizeof text, 0);
  if (!stays_open_ || size <= 0) close();
  return {text, static_cast<std::size_t>(size > 0 ? size : 0)};
}

std::size_t take_number(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::size_t number = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace fencepost::sut
