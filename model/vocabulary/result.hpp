// SPDX-License-Identifier: Apache-2.0
// Either a value or a sentence for the person who gave the input. For the outside world (files,
// flags, processes); what a domain may answer is an Outcome, and a broken promise of ours is a
// CHECK.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost {

/// What happened, where, and what to do about it, in one or two sentences.
struct Failure {
  std::string sentence;
};

template <class Value>
class [[nodiscard]] Result {
 public:
  Result(Value value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : held_(std::in_place_index<1>, std::move(failure)) {}

  explicit operator bool() const { return held_.index() == 0; }
  Value& operator*() { return value(); }
  const Value& operator*() const { return const_cast<Result*>(this)->value(); }
  Value* operator->() { return &value(); }
  const Value* operator->() const { return &const_cast<Result*>(this)->value(); }
  const std::string& why() const {
    CHECK(held_.index() == 1);
    return std::get<1>(held_).sentence;
  }

 private:
  Value& value() {
    CHECK(held_.index() == 0);
    return std::get<0>(held_);
  }

  std::variant<Value, Failure> held_;
};

}  // namespace fencepost
