// SPDX-License-Identifier: Apache-2.0
// What a campaign over a cluster must reach for its verdict to mean anything.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

inline constexpr std::string_view an_operation_succeeded = "an_operation_succeeded";
inline constexpr std::string_view operations_overlapped = "operations_overlapped";
inline constexpr std::string_view polls_saw_messages = "polls_saw_messages";

/// The marks that the operations reached: bit i for property number i.
std::uint64_t marks_of(const std::vector<Operation>& operations,
                       std::span<const Property> properties);

}  // namespace fencepost::properties
