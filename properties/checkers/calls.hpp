// SPDX-License-Identifier: Apache-2.0
// Pairs each completion with its invocation.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost::properties {

/// An operation of a client from its invocation on.
struct Call {
  /// The index of the invocation in the list of operations.
  std::uint64_t invoked_at = 0;
  /// Whatever its checker calls it.
  std::uint32_t number = 0;
  std::string f;
  Json value;
};

class Calls {
 public:
  /// The operations (`f`) that the workload has; others are refused.
  explicit Calls(std::initializer_list<std::string_view> fs) : fs_(fs) {}

  /// The next operation. Says why it cannot be: a client that has an operation open invokes
  /// another, or completes what it has not invoked. Empty if all is well; then `call()` is its
  /// call.
  std::string add(const Operation& operation);
  /// The operation that was added last is refused after all: an invocation opens nothing.
  std::string refuse(std::string why);
  /// Of the operation that was added last; good until the next one is added.
  Call& call() { return *call_; }
  /// The index of the operation that was added last.
  std::uint64_t index() const { return operations_ - 1; }

 private:
  std::vector<std::string_view> fs_;
  std::uint64_t operations_ = 0;
  std::map<std::int64_t, Call> open_;
  /// The client that invoked or completed last.
  std::int64_t client_ = 0;
  /// The one that was completed last.
  Call completed_;
  Call* call_ = nullptr;
};

}  // namespace fencepost::properties
