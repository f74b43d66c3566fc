// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/edn_word.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::recorded {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::uint32_t point, std::string& to) {
  const auto put = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xc0 | (point >> 6U));
    return put(0x80 | (point & 0x3fU));
  }
  if (point < 0x10000) {
    put(0xe0 | (point >> 12U));
  } else {
    put(0xf0 | (point >> 18U));
    put(0x80 | ((point >> 12U) & 0x3fU));
  }
  put(0x80 | ((point >> 6U) & 0x3fU));
  put(0x80 | (point & 0x3fU));
}

bool read_number(std::string_view digits, int base, std::uint32_t& number) {
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  return error == std::errc{} && end == digits.data() + digits.size();
}

void become_text(std::string_view bytes, Json& value) {
  value.kind = Json::Kind::text;
  value.text = bytes;
}

/// As JSON spells numbers.
bool is_spelled_as_json(std::string_view word) {
  std::size_t at = word.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < word.size() && is_digit(word[at])) ++at;
    return at - begin;
  };
  const bool is_zero = at < word.size() && word[at] == '0';
  const std::size_t whole = digits();
  if (whole == 0 || (is_zero && whole > 1)) return false;
  if (at < word.size() && word[at] == '.' && (++at, digits() == 0)) return false;
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    ++at;
    if (at < word.size() && (word[at] == '+' || word[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == word.size();
}

/// Anything that begins like a number; what only looks like one (a ratio, 0x1f) is text.
std::string read_numeric(std::string_view word, Json& value) {
  const std::string_view whole = word;
  if (word.ends_with('N') || word.ends_with('M')) word.remove_suffix(1);
  if (word.starts_with('+')) word.remove_prefix(1);
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value.number);
  if (error == std::errc{} && stop == end && is_spelled_as_json(word)) {
    value.kind = Json::Kind::number;
    return {};
  }
  value.number = 0;
  if (!is_spelled_as_json(word)) {
    become_text(whole, value);
    return why_no_text(whole);
  }
  double ignored = 0;
  if (std::from_chars(word.data(), end, ignored).ec != std::errc{})
    return "has a number beyond what a double holds";
  value.kind = Json::Kind::odd_number;
  value.text = word;
  return {};
}

/// `\u00e9`, or two of them that are a pair; `at` is behind the u.
bool read_unicode(std::string_view inside, std::size_t& at, std::string& bytes) {
  std::uint32_t point = 0, low = 0;
  if (!read_number(inside.substr(at, 4), 16, point) || inside.size() < at + 4) return false;
  at += 4;
  if (point >= 0xd800 && point < 0xdc00 && inside.substr(at, 2) == "\\u" &&
      inside.size() >= at + 6 && read_number(inside.substr(at + 2, 4), 16, low) && low >= 0xdc00 &&
      low < 0xe000) {
    at += 6;
    point = 0x10000 + ((point - 0xd800) << 10U) + (low - 0xdc00);
  }
  if (point >= 0xd800 && point < 0xe000) point = 0xfffd;
  append_utf8(point, bytes);
  return true;
}

/// `\101`; `at` is at the first digit.
bool read_octal(std::string_view inside, std::size_t& at, std::string& bytes) {
  std::uint32_t point = 0;
  std::size_t count = 0;
  while (count < 3 && at < inside.size() && inside[at] >= '0' && inside[at] <= '7') {
    point = point * 8 + static_cast<std::uint32_t>(inside[at++] - '0');
    ++count;
  }
  if (count == 0) return false;
  append_utf8(point, bytes);
  return true;
}

bool read_escape(std::string_view inside, std::size_t& at, std::string& bytes) {
  static constexpr std::string_view letters = "tnrbf\"\\", meant = "\t\n\r\b\f\"\\";
  if (at >= inside.size()) return false;
  if (inside[at] == 'u') return read_unicode(inside, ++at, bytes);
  const std::size_t which = letters.find(inside[at]);
  if (which == std::string_view::npos) return read_octal(inside, at, bytes);
  bytes += meant[which];
  ++at;
  return true;
}

}  // namespace

std::string why_no_text(std::string_view bytes) {
  while (!bytes.empty()) {
    char32_t point = 0;
    const char first = bytes.front();
    if (first == '\0') return "has a NUL byte, so it is no text";
    const bool is_ascii = static_cast<unsigned char>(first) < 0x80;
    const std::size_t size = is_ascii ? 1 : first_code_point(bytes, point);
    if (size == 0) return "is not UTF-8";
    bytes.remove_prefix(size);
  }
  return {};
}

std::string read_edn_word(std::string_view word, Json& value) {
  const bool has_sign = word.size() > 1 && (word[0] == '-' || word[0] == '+');
  if (is_digit(word[has_sign ? 1 : 0])) return read_numeric(word, value);
  if (word == "nil") return {};
  if (word == "true" || word == "false") {
    value.kind = word == "true" ? Json::Kind::yes : Json::Kind::no;
    return {};
  }
  word.remove_prefix(word.starts_with(':') ? 1 : 0);
  become_text(word, value);
  return why_no_text(word);
}

std::string read_edn_character(std::string_view word, Json& value) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names = {{
      {"newline", "\n"},
      {"space", " "},
      {"tab", "\t"},
      {"return", "\r"},
      {"formfeed", "\f"},
      {"backspace", "\b"},
  }};
  if (std::string why = why_no_text(word); !why.empty()) return why;
  for (const auto& [name, bytes] : names)
    if (word == name) return become_text(bytes, value), std::string{};
  char32_t ignored = 0;
  if (first_code_point(word, ignored) == word.size())
    return become_text(word, value), std::string{};
  value.kind = Json::Kind::text;
  std::uint32_t point = 0;
  if (word[0] == 'u' && word.size() == 5 && read_number(word.substr(1), 16, point)) {
    append_utf8(point >= 0xd800 && point < 0xe000 ? 0xfffd : point, value.text);
    return {};
  }
  if (word[0] == 'o' && word.size() <= 4 && read_number(word.substr(1), 8, point)) {
    append_utf8(point, value.text);
    return {};
  }
  return "has the character \\" + std::string(word.substr(0, 40)) + ", which is none";
}

std::string read_edn_string(std::string_view inside, std::string& bytes) {
  if (std::string why = why_no_text(inside); !why.empty()) return why;
  bytes.reserve(inside.size());
  for (std::size_t at = 0; at < inside.size();) {
    const std::size_t escape = std::min(inside.find('\\', at), inside.size());
    bytes += inside.substr(at, escape - at);
    at = escape + 1;
    if (escape < inside.size() && !read_escape(inside, at, bytes))
      return "has an escape in a string that is none: \\" +
             std::string(inside.substr(escape + 1, 1));
  }
  return {};
}

}  // namespace fencepost::recorded
