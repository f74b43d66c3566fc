// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/columns.hpp"

#include <algorithm>
#include <array>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::reports {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// The place behind an escape sequence that begins at `i`.
std::size_t behind_escape(std::string_view text, std::size_t i) {
  const std::size_t end = text.find('m', i);
  return end == std::string_view::npos ? text.size() : end + 1;
}

/// Whole numbers below ten get a decimal: 1.2, 12.3; three digits do not.
std::string scaled(std::uint64_t tenths, char unit) {
  std::string text = std::to_string(tenths / 10);
  if (tenths < 1000) text += '.' + std::to_string(tenths % 10);
  return text + unit;
}

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t cells = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\x1b') {
      i = behind_escape(text, i);
      continue;
    }
    if (!is_continuation(text[i])) ++cells;
    ++i;
  }
  return cells;
}

std::string left(std::string_view text, std::size_t cells) {
  const std::size_t taken = width(text);
  return std::string(text) + std::string(taken < cells ? cells - taken : 0, ' ');
}

std::string right(std::string_view text, std::size_t cells) {
  const std::size_t taken = width(text);
  return std::string(taken < cells ? cells - taken : 0, ' ') + std::string(text);
}

std::string cut(std::string_view text, std::size_t cells) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if (!is_continuation(text[end]) && seen++ == cells) break;
  return std::string(text.substr(0, end));
}

std::string shortened(std::string_view text, std::size_t cells, std::string_view ellipsis) {
  const std::size_t taken = width(text);
  if (taken <= cells) return std::string(text);
  const std::size_t kept = cells - 16;
  return cut(text, kept) + std::string(ellipsis) + " (" + std::to_string(taken - kept) + " more)";
}

std::string fitted(std::string_view text, std::size_t cells, std::string_view ellipsis) {
  if (width(text) <= cells) return std::string(text);
  if (cells < width(ellipsis)) return cut(text, cells);
  return cut(text, cells - width(ellipsis)) + std::string(ellipsis);
}

std::string harmless(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(text, point);
    if (size == 0)
      clean += '?';
    else if (point == '\n' || point == '\t' || point == '\r')
      clean += ' ';
    else if (steers_a_terminal(point))
      clean += '?';
    else
      clean += text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return clean;
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ' ');
  return text;
}

std::string compact(std::uint64_t number) {
  if (number < 10'000) return std::to_string(number);
  static constexpr std::array units = {'k', 'M', 'G', 'T', 'P', 'E'};
  std::uint64_t tenths = number / 100;
  std::size_t unit = 0;
  for (; tenths >= 10'000; ++unit) tenths /= 1000;
  return scaled(tenths, units[unit]);
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return grouped(number) + ' ' + std::string(noun) + (number == 1 ? "" : "s");
}

std::string hexadecimal(std::uint64_t number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
    number /= 16;
  } while (number != 0);
  return "0x" + digits;
}

}  // namespace fencepost::reports
