// SPDX-License-Identifier: Apache-2.0
// Claims that sound right and are false: what people expect of a strategy and it does not give.
// Each is a property with the parameters for which it is claimed; the harness refutes it with the
// shortest history that it finds. The histories stand in seeds/claims.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "fencepost/properties/campaign.hpp"

namespace fencepost::properties {

struct Claim {
  /// Names its history.
  std::string_view id;
  /// The workload of which it is claimed.
  std::string_view workload;
  /// These parameters are part of the claim; others are free.
  Parameters parameters;
  /// What is claimed. Its name is no other property's.
  Property property;
  /// Lines of the shortest known history.
  std::size_t shortest;
};

std::span<const Claim> claims();
/// The claim whose property has this name, or null.
const Claim* find_claim(std::string_view property);
/// The workload, with the claim judged after its own properties.
const Workload& workload_with(const Claim& claim);

/// Draws and shrinks until a history of `shortest` lines is found; the shortest found if there is
/// none within `seeds`. Nothing if the claim held.
std::optional<Finding> refute(const Claim& claim, sut::Home& home, std::uint64_t seeds = 4000);

}  // namespace fencepost::properties
