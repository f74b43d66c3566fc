// SPDX-License-Identifier: Apache-2.0
// What a person may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);
/// `; did you mean 'replay'?` with the nearest of the names if it is near enough, else empty.
std::string did_you_mean(std::string_view typed, const std::vector<std::string_view>& names);

}  // namespace fencepost::cli
