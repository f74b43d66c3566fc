// SPDX-License-Identifier: Apache-2.0
// JSON lines: an operation a line; lines without anything mean nothing. The last line may lack its
// end if it is whole.
#pragma once

#include "fencepost/properties/recorded/operation_form.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

class JsonLines final : public Reader {
 public:
  explicit JsonLines(Window window) : window_(std::move(window)) {}
  Result<bool> next(Recorded& to) override;

 private:
  Result<bool> take(std::string_view line, Recorded& to);

  Window window_;
  OperationForm form_;
};

}  // namespace fencepost::recorded
