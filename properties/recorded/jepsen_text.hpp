// SPDX-License-Identifier: Apache-2.0
// Jepsen's history.txt: `process TAB :type TAB :f TAB value [TAB error]`, a line each. The same
// lines stand in Jepsen's logs behind a prefix, between other lines, which are passed over there.
// It has no times and no other fields. Spaces instead of tabs are understood.
#pragma once

#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

class JepsenText final : public Reader {
 public:
  explicit JepsenText(Window window) : window_(std::move(window)) {}
  Result<bool> next(Recorded& to) override;

 private:
  /// Whether the line is one of a client; the reason completes a sentence that begins with "it".
  Result<bool> take(std::string_view line, Recorded& to);
  Result<bool> take_other(std::string_view line) const;

  Window window_;
  /// Its first line is none of an operation.
  bool is_log_ = false;
  bool has_begun_ = false;
  /// The line before ended in an error, whose text may have more lines.
  bool after_error_ = false;
};

}  // namespace fencepost::recorded
