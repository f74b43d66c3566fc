// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace fencepost {
namespace {

/// Numbers with more digits before the point, or more zeros behind it, are written with an
/// exponent.
constexpr std::int64_t most_whole_digits = 21;
constexpr std::int64_t most_leading_zeros = 5;
/// So many digits of an exponent can be added to the length of a text without overflow.
constexpr std::size_t most_exponent_digits = 17;

/// `+007` is 7; false if it has too many digits.
bool read_exponent(std::string_view text, std::int64_t& exponent) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  if (text.size() > most_exponent_digits) return false;
  exponent = 0;
  std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (is_negative) exponent = -exponent;
  return true;
}

/// 0.DIGITS times ten to the power of `point`; the digits neither begin nor end with a zero.
std::string spelled(std::string digits, std::int64_t point) {
  const auto size = static_cast<std::int64_t>(digits.size());
  if (point > 0 && point <= most_whole_digits) {
    if (size <= point) digits.append(static_cast<std::size_t>(point - size + 1), '0');
    return digits.insert(static_cast<std::size_t>(point), 1, '.');
  }
  if (point <= 0 && point >= -most_leading_zeros)
    return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (size > 1) digits.insert(1, 1, '.');
  return digits + 'e' + std::to_string(point - 1);
}

}  // namespace

std::string decimal_text(std::string_view number) {
  if (number.find_first_of(".eE") == std::string_view::npos) return std::string(number);
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  std::string_view mantissa = number.substr(0, end);
  const bool is_negative = mantissa.starts_with('-');
  if (is_negative) mantissa.remove_prefix(1);
  const std::size_t whole = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa);
  if (whole < digits.size()) digits.erase(whole, 1);
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, zeros);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) return "0.0";
  std::int64_t exponent = 0;
  if (end < number.size() && !read_exponent(number.substr(end + 1), exponent))
    return std::string(number);
  const std::int64_t point =
      exponent + static_cast<std::int64_t>(whole) - static_cast<std::int64_t>(zeros);
  return (is_negative ? "-" : "") + spelled(std::move(digits), point);
}

}  // namespace fencepost
