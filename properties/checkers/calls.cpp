// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/calls.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties {

std::string Calls::add(const Operation& operation) {
  ++operations_;
  const std::string client = "client " + std::to_string(operation.process);
  if (std::ranges::find(fs_, operation.f) == fs_.end())
    return "has an operation " + quote(operation.f.substr(0, 40)) +
           ", which this workload does not have";
  client_ = operation.process;
  const auto found = open_.find(client_);
  if (operation.type == Operation::Type::invoke) {
    if (found != open_.end())
      return "has " + client + " invoke " + quote(operation.f) + " while its " +
             quote(found->second.f) + " is open";
    call_ = &open_[client_];
    *call_ = {.invoked_at = index(), .number = 0, .f = operation.f, .value = operation.value};
    return "";
  }
  if (found == open_.end() || found->second.f != operation.f)
    return "has " + client + " complete " + quote(operation.f) + ", which it has not invoked";
  completed_ = std::move(found->second);
  open_.erase(found);
  call_ = &completed_;
  return "";
}

std::string Calls::refuse(std::string why) {
  if (!why.empty()) open_.erase(client_);
  return why;
}

}  // namespace fencepost::properties
