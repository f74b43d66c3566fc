// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/value_text.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost {
namespace {

/// Writes one value that is no list, or the head of a list, whose length it returns.
std::uint32_t write_one(TapeReader& reader, std::string& text) {
  switch (reader.peek()) {
    case Tag::absent: text += "absent"; break;
    case Tag::null: text += "null"; break;
    case Tag::no: text += "false"; break;
    case Tag::yes: text += "true"; break;
    case Tag::number: text += std::to_string(reader.time()); return 0;
    case Tag::text: text += quote(reader.text()); return 0;
    case Tag::odd: {
      const std::string_view bytes = reader.raw();  // a tag, a length of 32 bits, the JSON text
      text += "odd" + quote(bytes.substr(std::min<std::size_t>(5, bytes.size())));
      return 0;
    }
    case Tag::list: return reader.list();
  }
  reader.raw();
  return 0;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::string read_integer(std::string_view& text, Tape& tape) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::size_t size = static_cast<std::size_t>(end - text.data());
  const std::string_view digits = text.substr(0, size);
  if (error == std::errc::result_out_of_range)
    return "a number needs more than 64 bits; write it as odd\"...\" if it is meant";
  if (error != std::errc{}) return "a value is missing";
  if (digits == "-0" || (digits.size() > 1 && digits[0] == '0') || digits.starts_with("-0"))
    return "a number begins with a needless zero";
  text.remove_prefix(size);
  if (!text.empty() && (text[0] == '.' || text[0] == 'e' || text[0] == 'E'))
    return "a number is not an integer; write it as odd\"...\" if it is meant";
  tape.number(value);
  return {};
}

std::string read_scalar(std::string_view& text, Tape& tape) {
  std::string bytes;
  std::string why;
  if (text.starts_with('"')) {
    why = read_quoted(text, bytes);
    tape.text(bytes);
  } else if (take(text, "null")) {
    tape.null();
  } else if (take(text, "true")) {
    tape.flag(true);
  } else if (take(text, "false")) {
    tape.flag(false);
  } else if (take(text, "odd")) {
    why = read_quoted(text, bytes);
    tape.odd(bytes);
  } else if (text.starts_with('{')) {
    why = "an object stands where no command has one; write it as odd\"...\" if it is meant";
  } else {
    why = read_integer(text, tape);
  }
  return why;
}

/// A list being read: where its length stands, and how many of its values have been read.
struct OpenList {
  std::size_t place;
  std::uint32_t items = 0;
};

void close_innermost(std::vector<OpenList>& lists, Tape& tape) {
  tape.close(lists.back().place, lists.back().items);
  lists.pop_back();
  if (!lists.empty()) ++lists.back().items;
}

}  // namespace

std::string to_text(const TapeReader& one_value) {
  TapeReader reader = one_value;
  std::string text;
  std::vector<std::uint32_t> left;  // of each open list
  bool first = true;
  do {
    if (!first) text += ',';
    const bool is_list = reader.peek() == Tag::list && !reader.at_end();
    if (is_list) text += '[';
    const std::uint32_t items = write_one(reader, text);
    first = items > 0;
    if (first) {
      left.push_back(items);
      continue;
    }
    if (is_list) text += ']';
    while (!left.empty() && --left.back() == 0) {
      left.pop_back();
      text += ']';
    }
  } while (!left.empty() && !reader.at_end());
  return text;
}

std::string read_value(std::string_view& text, Tape& tape) {
  std::vector<OpenList> lists;
  do {
    if (take(text, "[")) {
      lists.push_back({tape.open()});
      if (!take(text, "]")) continue;
      close_innermost(lists, tape);
    } else {
      if (std::string why = read_scalar(text, tape); !why.empty()) return why;
      if (!lists.empty()) ++lists.back().items;
    }
    while (!lists.empty() && take(text, "]")) close_innermost(lists, tape);
    if (!lists.empty() && !take(text, ","))
      return "a list needs a comma or its closing bracket, without spaces";
  } while (!lists.empty());
  return {};
}

std::string_view take_word(std::string_view& text) {
  const auto skip_spaces = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  };
  skip_spaces();
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  skip_spaces();
  return word;
}

bool read_number(std::string_view digits, std::uint64_t most, std::uint64_t& number) {
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, hexadecimal ? 16 : 10);
  return error == std::errc{} && stop == end && number <= most;
}

}  // namespace fencepost
