// SPDX-License-Identifier: Apache-2.0
// From what was typed to what it means. A Failure says what the value is and what it should be.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::cli {

/// `0x1a2b` as it is printed, or decimal; 64 bits.
Result<std::uint64_t> seed_from(std::string_view text);
/// A decimal number in the range.
Result<std::uint64_t> count_from(std::string_view text, std::uint64_t least, std::uint64_t most);
/// `500ms`, `60s`, `5m`, `2h`; more than zero.
Result<std::chrono::milliseconds> duration_from(std::string_view text);
/// `duplicate,crash`, or `all`.
Result<std::vector<Family>> families_from(std::string_view text);
/// `500K`, `512M`, `2G`: bytes; at least 1K, at most 1024G.
Result<std::uint64_t> memory_from(std::string_view text);
/// A share from 0 to less than 1, as 0.02.
Result<double> share_from(std::string_view text);
/// `8,12,16`: numbers in the range, at least one.
Result<std::vector<std::uint64_t>> counts_from(std::string_view text, std::uint64_t least,
                                               std::uint64_t most);

}  // namespace fencepost::cli
