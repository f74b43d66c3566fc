// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_marks.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

bool has_succeeded(const std::vector<Operation>& operations) {
  return std::ranges::find(operations, Operation::Type::ok, &Operation::type) != operations.end();
}

bool has_overlapped(const std::vector<Operation>& operations) {
  return std::ranges::adjacent_find(operations, [](const Operation& one, const Operation& next) {
           return one.type == Operation::Type::invoke && next.type == Operation::Type::invoke &&
                  one.process != next.process;
         }) != operations.end();
}

bool has_polled(const std::vector<Operation>& operations) {
  return std::ranges::any_of(operations, [](const Operation& operation) {
    return operation.type == Operation::Type::ok && operation.f == "poll" &&
           !operation.value.items.empty() && operation.value.items[0].items.size() > 1 &&
           !operation.value.items[0].items[1].items.empty();
  });
}

}  // namespace

std::uint64_t marks_of(const std::vector<Operation>& operations,
                       std::span<const Property> properties) {
  std::uint64_t marks = 0;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const std::string_view name = properties[i].name;
    const bool reached = (name == an_operation_succeeded && has_succeeded(operations)) ||
                         (name == operations_overlapped && has_overlapped(operations)) ||
                         (name == polls_saw_messages && has_polled(operations));
    if (reached) marks |= std::uint64_t{1} << i;
  }
  return marks;
}

}  // namespace fencepost::properties
