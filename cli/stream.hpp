// SPDX-License-Identifier: Apache-2.0
// An output stream of the program that loses nothing silently: a reader that went away is no error,
// a full disk is one and is told at the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost::cli {

class Stream {
 public:
  explicit Stream(int descriptor) : descriptor_(descriptor) {}

  /// Writes at once. After a failure nothing more is written.
  void write(std::string_view text);
  bool is_terminal() const;
  /// Of the terminal; 80 if it does not say or is none.
  std::size_t columns() const;
  /// Why something could not be written; empty if all was, or if the reader had closed its end.
  const std::string& failure() const { return failure_; }

 private:
  int descriptor_;
  bool is_closed_ = false;
  std::string failure_;
};

}  // namespace fencepost::cli
