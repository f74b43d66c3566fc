// SPDX-License-Identifier: Apache-2.0
// Text in columns: widths as a terminal shows them (one cell a code point, escape sequences none).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::reports {

std::size_t width(std::string_view text);
/// Padded with spaces to `cells`; longer text stays whole.
std::string left(std::string_view text, std::size_t cells);
std::string right(std::string_view text, std::size_t cells);
/// The first `cells` of it.
std::string cut(std::string_view text, std::size_t cells);
/// At most `cells` wide; what is cut is counted: `[1,2,3… (812 more)`. `cells` is at least 20.
std::string shortened(std::string_view text, std::size_t cells, std::string_view ellipsis);

/// At most `cells` wide, the ellipsis included, without a count.
std::string fitted(std::string_view text, std::size_t cells, std::string_view ellipsis);

/// What could steer a terminal (control characters, bytes that are not UTF-8, marks that reverse a
/// line) becomes `?`; line ends and tabs become spaces.
std::string harmless(std::string_view text);

/// 1234567 as `1 234 567`.
std::string grouped(std::uint64_t number);
/// At most five cells: `999`, `9999`, `12.3k`, `412k`, `1.2M`, `3.4G`.
std::string compact(std::uint64_t number);
/// `1 seed`, `2 seeds`: the number grouped, the noun with an s unless it is one.
std::string counted(std::uint64_t number, std::string_view noun);
/// `0x1a2b`
std::string hexadecimal(std::uint64_t number);

}  // namespace fencepost::reports
