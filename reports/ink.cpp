// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/ink.hpp"

#include <algorithm>

namespace fencepost::reports {
namespace {

bool asks_for_it(const std::string& variable) { return !variable.empty() && variable != "0"; }

}  // namespace

bool wants_colour(When flag, const Environment& environment, bool is_terminal) {
  if (flag != When::automatic) return flag == When::always;
  if (!environment.no_color.empty()) return false;
  if (asks_for_it(environment.force_color) || asks_for_it(environment.clicolor_force)) return true;
  return is_terminal && environment.term != "dumb";
}

bool wants_signs(const Environment& environment) {
  std::string lower = environment.locale;
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

std::string Ink::paint(std::string_view code, std::string_view text) const {
  if (!colour) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace fencepost::reports
