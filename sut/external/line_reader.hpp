// SPDX-License-Identifier: Apache-2.0
// Cuts a stream into lines, however the writes were cut. A line that does not end within the limit
// is refused: nothing a child writes makes us keep more than that.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost::sut {

class LineReader {
 public:
  static constexpr std::size_t most_line_bytes = std::size_t{1} << 20U;

  /// `most`: the limit, in bytes without the line's end.
  explicit LineReader(std::size_t most = most_line_bytes) : most_(most) {}

  /// More of the stream. Ignored once a line was too long.
  void add(std::string_view bytes);
  /// The next whole line without its end, or false if none is there yet.
  bool next(std::string& line);
  /// What has come of a line that has not ended.
  std::string_view rest() const { return std::string_view(buffer_).substr(taken_); }
  /// A line without an end within the limit; nothing more is read.
  bool is_too_long() const { return too_long_; }

 private:
  std::size_t most_;
  std::string buffer_;
  /// Bytes given out as lines; bytes looked at for a line's end.
  std::size_t taken_ = 0;
  std::size_t searched_ = 0;
  bool too_long_ = false;
};

}  // namespace fencepost::sut
