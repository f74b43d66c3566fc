// SPDX-License-Identifier: Apache-2.0
// The last lines of a stream that nobody reads until something has gone wrong: a child's stderr.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace fencepost::sut {

class LastLines {
 public:
  static constexpr std::size_t most_lines = 20;
  /// What is beyond is cut off.
  static constexpr std::size_t most_line_bytes = 300;

  void add(std::string_view bytes);
  /// Oldest first, a last one without an end included; control characters are escaped.
  std::string print(std::string_view before_each) const;
  bool empty() const { return lines_.empty(); }

 private:
  std::deque<std::string> lines_;
  bool open_ = false;
};

/// Words of a child so that they fit on one line and cannot steer a terminal; long ones are cut.
std::string spoken(std::string_view words, std::size_t most = 200);

}  // namespace fencepost::sut
