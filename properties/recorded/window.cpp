// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/window.hpp"

#include <algorithm>
#include <cstring>

namespace fencepost::recorded {

namespace {

/// Short files need little.
constexpr std::size_t first_piece = std::size_t{1} << 14U;
constexpr std::size_t later_piece = std::size_t{1} << 18U;

std::uint64_t lines_in(std::string_view bytes) {
  return static_cast<std::uint64_t>(std::ranges::count(bytes, '\n'));
}

}  // namespace

std::uint64_t Window::line_at(std::size_t offset) const {
  return line_ + lines_in(bytes().substr(0, offset));
}

void Window::drop(std::size_t count) {
  line_ += lines_in(bytes().substr(0, count));
  begin_ += count;
}

std::optional<Window::Line> Window::first_line() {
  for (;;) {
    const std::string_view all = bytes();
    const std::size_t end = all.find('\n');
    if (end != std::string_view::npos) return Line{all.substr(0, end), true};
    if (grow()) continue;
    if (!why_.empty() || all.empty()) return {};
    return Line{all, false};
  }
}

void Window::make_room(std::size_t wanted) {
  if (buffer_.size() - end_ >= wanted) return;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < wanted) buffer_.resize(end_ + wanted);
}

bool Window::grow() {
  if (is_over_) return false;
  const std::size_t seen = end_ - begin_;
  if (seen > most_bytes) {
    is_over_ = true;
    why_ = "line " + std::to_string(line_) + ": the operation is longer than " +
           std::to_string(most_bytes >> 20U) + " MiB; this is no history of small operations";
    return false;
  }
  const std::size_t wanted = std::max(seen, buffer_.empty() ? first_piece : later_piece);
  make_room(wanted);
  std::size_t got = 0;
  while (got < wanted && !is_over_) {
    const Result<std::size_t> piece = refill_(buffer_.data() + end_, wanted - got);
    if (!piece) why_ = piece.why();
    is_over_ = !piece || *piece == 0;
    if (is_over_) break;
    got += *piece;
    end_ += *piece;
  }
  return got > 0;
}

}  // namespace fencepost::recorded
