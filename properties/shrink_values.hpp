// SPDX-License-Identifier: Apache-2.0
// Smaller scenarios with the same steps: parameters and numbers nearer to zero, lists with fewer
// items, partitions, names and actors renamed in order of appearance.
#pragma once

#include <cstdint>
#include <optional>

#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

/// Candidate number n of each kind, or nothing if there are fewer.
std::optional<Scenario> with_smaller_parameters(const Scenario& scenario, std::uint32_t n);
std::optional<Scenario> with_shorter_lists(const Scenario& scenario, std::uint32_t n);
/// All numbers in fields of one kind moved towards zero by the same distance.
std::optional<Scenario> with_shifted_numbers(const Scenario& scenario, std::uint32_t n);
/// Every occurrence of a number in fields of one kind replaced by the same smaller one.
std::optional<Scenario> with_smaller_numbers_everywhere(const Scenario& scenario, std::uint32_t n);
/// Without one command, and with every number behind it that counts records one less.
std::optional<Scenario> without_a_counted_command(const Scenario& scenario, std::uint32_t n);
/// One occurrence replaced.
std::optional<Scenario> with_a_smaller_number(const Scenario& scenario, std::uint32_t n);
std::optional<Scenario> with_plainer_names(const Scenario& scenario, std::uint32_t n);

}  // namespace fencepost::properties
