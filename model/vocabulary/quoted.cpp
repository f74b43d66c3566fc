// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/quoted.hpp"

#include <cstdint>

namespace fencepost {
namespace {

constexpr char digits[] = "0123456789abcdef";

void append_hex(std::string& text, char32_t value, int count) {
  for (int shift = 4 * (count - 1); shift >= 0; shift -= 4)
    text.push_back(digits[(value >> shift) & 15U]);
}

void append_utf8(std::string& bytes, char32_t point) {
  const auto put = [&bytes](char32_t byte) { bytes.push_back(static_cast<char>(byte)); };
  const auto tail = [&](int shift) { put(0x80U | ((point >> shift) & 0x3fU)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xc0U | point >> 6U);
    return tail(0);
  }
  if (point < 0x10000) {
    put(0xe0U | point >> 12U);
  } else {
    put(0xf0U | point >> 18U);
    tail(12);
  }
  tail(6);
  tail(0);
}

/// The number in the next `count` hexadecimal digits, which are removed; -1 if they are not there.
std::int32_t take_hex(std::string_view& text, std::size_t count) {
  if (text.size() < count) return -1;
  std::int32_t value = 0;
  for (const char c : text.substr(0, count)) {
    std::int32_t digit = 0;
    if (c >= '0' && c <= '9')
      digit = c - '0';
    else if (c >= 'a' && c <= 'f')
      digit = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F')
      digit = c - 'A' + 10;
    else
      return -1;
    value = value * 16 + digit;
  }
  text.remove_prefix(count);
  return value;
}

std::string take_unicode(std::string_view& text, std::string& bytes) {
  const std::int32_t high = take_hex(text, 4);
  if (high < 0) return "\\u needs four hexadecimal digits";
  if (high < 0xd800 || high > 0xdfff) {
    append_utf8(bytes, static_cast<char32_t>(high));
    return {};
  }
  std::int32_t low = -1;
  if (high < 0xdc00 && text.starts_with("\\u")) {
    text.remove_prefix(2);
    low = take_hex(text, 4);
  }
  if (low < 0xdc00 || low > 0xdfff)
    return "half of a surrogate pair stands alone; write the character itself";
  append_utf8(bytes, static_cast<char32_t>(0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00)));
  return {};
}

std::string take_escape(std::string_view& text, std::string& bytes) {
  if (text.empty()) return "a string has no closing quote";
  const char mark = text.front();
  text.remove_prefix(1);
  switch (mark) {
    case '"':
    case '\\':
    case '/': bytes.push_back(mark); return {};
    case 'b': bytes.push_back('\b'); return {};
    case 'f': bytes.push_back('\f'); return {};
    case 'n': bytes.push_back('\n'); return {};
    case 'r': bytes.push_back('\r'); return {};
    case 't': bytes.push_back('\t'); return {};
    case 'u': return take_unicode(text, bytes);
    case 'x': {
      const std::int32_t byte = take_hex(text, 2);
      if (byte < 0) return "\\x needs two hexadecimal digits";
      bytes.push_back(static_cast<char>(byte));
      return {};
    }
    default: return "an escape is none of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uHHHH \\xHH";
  }
}

}  // namespace

bool steers_a_terminal(char32_t point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || (point >= 0x2028 && point <= 0x202e) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

std::size_t first_code_point(std::string_view text, char32_t& point) {
  if (text.empty()) return 0;
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    point = lead;
    return 1;
  }
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < size) return 0;
  point = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    point = point << 6U | (byte(i) & 0x3fU);
  }
  const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
  return overlong || (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff ? 0 : size;
}

std::string quote(std::string_view bytes) {
  std::string text = "\"";
  while (!bytes.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(bytes, point);
    if (size == 0) {
      text += "\\x";
      append_hex(text, static_cast<unsigned char>(bytes.front()), 2);
    } else if (point == '"' || point == '\\') {
      text += {'\\', bytes.front()};
    } else if (point == '\n') {
      text += "\\n";
    } else if (point == '\t') {
      text += "\\t";
    } else if (steers_a_terminal(point)) {
      text += "\\u";
      append_hex(text, point, 4);
    } else {
      text += bytes.substr(0, size);
    }
    bytes.remove_prefix(size == 0 ? 1 : size);
  }
  text += '"';
  return text;
}

std::string read_quoted(std::string_view& text, std::string& bytes) {
  if (!text.starts_with('"')) return "a string in double quotes is missing";
  text.remove_prefix(1);
  while (!text.empty()) {
    const std::size_t plain = text.find_first_of("\"\\");
    if (plain == std::string_view::npos) break;
    bytes += text.substr(0, plain);
    const char mark = text[plain];
    text.remove_prefix(plain + 1);
    if (mark == '"') return {};
    if (std::string why = take_escape(text, bytes); !why.empty()) return why;
  }
  return "a string has no closing quote";
}

}  // namespace fencepost
