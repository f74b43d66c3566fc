// SPDX-License-Identifier: Apache-2.0
// JSON lines: an operation a line; lines without anything mean nothing. The last line may lack its
// end if it is whole. Within a .history file they are comments with a mark.
#pragma once

#include "fencepost/properties/recorded/operation_form.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

class JsonLines final : public Reader {
 public:
  /// Only lines that begin with the mark are read, and without it.
  explicit JsonLines(Window window, std::string_view mark = {})
      : window_(std::move(window)), mark_(mark) {}
  Result<bool> next(Recorded& to) override;

 private:
  Result<bool> take(std::string_view line, Recorded& to);

  Window window_;
  std::string_view mark_;
  OperationForm form_;
};

}  // namespace fencepost::recorded
