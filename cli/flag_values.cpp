// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/flag_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace fencepost::cli {
namespace {

std::string shown(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

bool read_number(std::string_view text, int base, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc{} && end == text.data() + text.size();
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (int family = 1; family < family_count; ++family)
    names.emplace_back(to_text(static_cast<Family>(family)));
  return names;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace

Result<std::uint64_t> seed_from(std::string_view text) {
  std::uint64_t seed = 0;
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal ? read_number(text.substr(2), 16, seed) : read_number(text, 10, seed))
    return seed;
  return Failure{shown(text) + " is not a seed; a seed is a number of 64 bits, as 0x1a2b or 6699"};
}

Result<std::uint64_t> count_from(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t count = 0;
  if (read_number(text, 10, count) && count >= least && count <= most) return count;
  return Failure{shown(text) + " is not a whole number from " + std::to_string(least) + " to " +
                 std::to_string(most)};
}

Result<std::chrono::milliseconds> duration_from(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> units = {
      {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto* const unit = std::ranges::find(units, text.substr(digits),
                                             &std::pair<std::string_view, std::uint64_t>::first);
  std::uint64_t number = 0;
  constexpr std::uint64_t most = 1'000'000;
  if (unit == units.end() || !read_number(text.substr(0, digits), 10, number) || number == 0 ||
      number > most)
    return Failure{shown(text) + " is not a time; write it as 500ms, 60s, 5m or 2h"};
  return std::chrono::milliseconds(number * unit->second);
}

Result<std::vector<Family>> families_from(std::string_view text) {
  const std::vector<std::string_view> names = family_names();
  std::vector<Family> families;
  for (std::string_view rest = text;;) {
    const std::string_view name = rest.substr(0, rest.find(','));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (name == names[i] || name == "all") families.push_back(static_cast<Family>(i + 1));
    if (name != "all" && std::ranges::find(names, name) == names.end())
      return Failure{shown(name) + " is no family of faults; they are " + listed(names) +
                     ", or all"};
    if (name.size() == rest.size()) return families;
    rest.remove_prefix(name.size() + 1);
  }
}

Result<std::uint64_t> memory_from(std::string_view text) {
  constexpr std::string_view units = "KMG";
  const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
  std::uint64_t number = 0;
  if (unit == units.npos || !read_number(text.substr(0, text.size() - 1), 10, number) ||
      number == 0 || number > 1024)
    return Failure{shown(text) + " is no amount of memory; write it as 512M or 2G"};
  return number << (10 * (unit + 1));
}

Result<double> share_from(std::string_view text) {
  double share = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (error != std::errc{} || end != text.data() + text.size() || !(share >= 0 && share < 1))
    return Failure{"'" + std::string(text) +
                   "' is not a share from 0 to less than 1, such as 0.02"};
  return share;
}

Result<std::vector<std::uint64_t>> counts_from(std::string_view text, std::uint64_t least,
                                               std::uint64_t most) {
  std::vector<std::uint64_t> counts;
  for (;;) {
    const std::size_t comma = text.find(',');
    const auto count = count_from(text.substr(0, comma), least, most);
    if (!count) return Failure{count.why()};
    counts.push_back(*count);
    if (comma == std::string_view::npos) return counts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace fencepost::cli
