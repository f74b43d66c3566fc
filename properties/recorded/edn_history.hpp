// SPDX-License-Identifier: Apache-2.0
// Jepsen's history.edn: maps one after another, one a line or not, or all of them in one vector or
// list.
#pragma once

#include "fencepost/properties/recorded/operation_form.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {

class EdnHistory final : public Reader {
 public:
  explicit EdnHistory(Window window) : window_(std::move(window)) {}
  Result<bool> next(Recorded& to) override;

 private:
  Failure failure_at(std::size_t offset, const std::string& why) const;
  /// Takes the bracket that opens the list of operations, if there is one.
  void begin();
  /// At the bracket that closes it; nothing may follow.
  Result<bool> end(std::size_t bracket);

  Window window_;
  OperationForm form_;
  bool has_begun_ = false;
  bool is_over_ = false;
  /// What closes the list of operations; 0 if they are in none.
  char close_ = 0;
};

}  // namespace fencepost::recorded
