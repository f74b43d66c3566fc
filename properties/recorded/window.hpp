// SPDX-License-Identifier: Apache-2.0
// A sliding window over a stream of bytes of any length: holds no more than the operation that is
// being read and a piece of what follows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::recorded {

/// Puts up to `room` of the next bytes at `to` and returns how many; 0 at the end of the stream.
/// A Failure says why it could not be read.
using Refill = std::function<Result<std::size_t>(char* to, std::size_t room)>;

class Window {
 public:
  explicit Window(Refill refill) : refill_(std::move(refill)) {}

  /// What is in sight. Valid until the next `grow` or `drop`.
  std::string_view bytes() const { return {buffer_.data() + begin_, end_ - begin_}; }
  /// Brings more into sight, about twice as much. False if there is no more, or none may be had;
  /// then `why` says so.
  bool grow();
  /// Leaves `count` bytes behind.
  void drop(std::size_t count);

  struct Line {
    std::string_view text;
    /// A line end follows, which is not part of the text.
    bool has_end = false;
    std::size_t size() const { return text.size() + (has_end ? 1 : 0); }
  };
  /// The line that begins in sight; nothing at the end of the stream.
  std::optional<Line> first_line();

  /// Why nothing more can be had, with the line; empty at the plain end of the stream.
  const std::string& why() const { return why_; }
  /// The line, from 1, of the first byte in sight.
  std::uint64_t line() const { return line_; }
  /// The line of a byte in sight.
  std::uint64_t line_at(std::size_t offset) const;

  /// An operation that is longer is refused: what it is read into would be some hundred times as
  /// large.
  static constexpr std::size_t most_bytes = std::size_t{8} << 20U;

 private:
  void make_room(std::size_t wanted);

  Refill refill_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t line_ = 1;
  bool is_over_ = false;
  std::string why_;
};

}  // namespace fencepost::recorded
