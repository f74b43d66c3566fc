// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/last_lines.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::sut {
namespace {

/// As `quote`, but quotes and backslashes as they are.
std::string escaped(std::string_view words) {
  std::string out;
  while (!words.empty()) {
    char32_t point = 0;
    const std::size_t size = std::max<std::size_t>(first_code_point(words, point), 1);
    const std::string_view one = words.substr(0, size);
    const std::string safe = quote(one);
    out += one == "\"" || one == "\\" ? one : std::string_view(safe).substr(1, safe.size() - 2);
    words.remove_prefix(size);
  }
  return out;
}

}  // namespace

void LastLines::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    if (!open_) lines_.emplace_back();
    std::string& line = lines_.back();
    line +=
        bytes.substr(0, std::min(end, most_line_bytes - std::min(most_line_bytes, line.size())));
    open_ = end == bytes.size();
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (lines_.size() > most_lines) lines_.pop_front();
  }
}

std::string LastLines::print(std::string_view before_each) const {
  std::string text;
  for (const std::string& line : lines_) text += std::string(before_each) + escaped(line) + '\n';
  if (!text.empty()) text.pop_back();
  return text;
}

std::string spoken(std::string_view words, std::size_t most) {
  if (words.size() <= most) return escaped(words);
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xc0U) == 0x80U) --cut;
  return escaped(words.substr(0, cut)) + "... (" + std::to_string(words.size()) + " bytes)";
}

}  // namespace fencepost::sut
