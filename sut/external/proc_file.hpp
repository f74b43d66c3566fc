// SPDX-License-Identifier: Apache-2.0
// A small file below /proc that is read again and again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace fencepost::sut {

class ProcFile {
 public:
  /// `stays_open`: between two reads, which then cost a tenth.
  ProcFile(std::string path, bool stays_open) : path_(std::move(path)), stays_open_(stays_open) {}
  ProcFile(const ProcFile&) = delete;
  ProcFile& operator=(const ProcFile&) = delete;
  ProcFile(ProcFile&& other) noexcept
      : path_(std::move(other.path_)),
        stays_open_(other.stays_open_),
        file_(std::exchange(other.file_, -1)) {}
  ProcFile& operator=(ProcFile&& other) noexcept;
  ~ProcFile() { close(); }

  /// The text as it is now, cut at 4 KiB; empty if the file cannot be read: what it tells of is
  /// gone, or not for us. Valid until the next read of any such file in this thread.
  std::string_view read();
  bool stays_open() const { return stays_open_; }

 private:
  bool open();
  void close();

  std::string path_;
  bool stays_open_;
  int file_ = -1;
};

/// The decimal number that the text begins with, spaces before it aside; both are taken from the
/// text. 0 if there is none.
std::size_t take_number(std::string_view& text);

}  // namespace fencepost::sut
