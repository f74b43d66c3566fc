// SPDX-License-Identifier: Apache-2.0
// What campaigns came to, a line a workload. Nothing in it depends on the clock or on how many
// threads ran, so that two people can compare it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/properties/campaign.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// What a workload's campaign is counted as.
enum class Standing : std::uint8_t { held, violated, cold, undecided, system_failed, interrupted };

struct Campaign {
  properties::Summary summary;
  Standing standing = Standing::held;
  /// Marks that should have been reached and were not; they decide only if `standing` is cold.
  std::vector<std::size_t> cold;
  /// A text without colour for each finding, in their order.
  std::vector<std::string> counterexamples;
};

/// `held`, `violated`, ... as the machine-readable reports spell it.
std::string_view to_text(Standing standing);

std::string summary_table(const std::vector<Campaign>& campaigns, const Ink& ink);

/// The number of always and eventually properties, shared ones included, and how many of them held.
struct Tally {
  std::size_t held = 0;
  std::size_t of = 0;
};
Tally tally_properties(const properties::Summary& summary);
/// Marks reached, of those that the workload has.
Tally tally_marks(const properties::Summary& summary);
/// The property broke in this campaign.
bool is_broken(const properties::Summary& summary, std::string_view property);

}  // namespace fencepost::reports
