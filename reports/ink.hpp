// SPDX-License-Identifier: Apache-2.0
// How one stream is written to: with colour or without, with signs beyond ASCII or without. Colour
// never carries meaning alone: every coloured word has its sign or its words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::reports {

/// What a flag says about colour.
enum class When : std::uint8_t { automatic, always, never };

/// The variables that decide about colour and signs; empty means unset.
struct Environment {
  std::string no_color;
  std::string force_color;
  std::string clicolor_force;
  std::string term;
  /// The first of LC_ALL, LC_CTYPE and LANG that is set.
  std::string locale;
};

/// Whether a stream gets colour: the flag decides, then NO_COLOR, then FORCE_COLOR or
/// CLICOLOR_FORCE (0 is as good as unset), then whether the stream is a terminal that is not dumb.
bool wants_colour(When flag, const Environment& environment, bool is_terminal);
/// The locale promises UTF-8.
bool wants_signs(const Environment& environment);

struct Ink {
  bool colour = false;
  /// Signs beyond ASCII may be written.
  bool signs = false;

  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("1;31", text); }
  std::string doubtful(std::string_view text) const { return paint("33", text); }
  std::string strong(std::string_view text) const { return paint("1", text); }
  std::string faint(std::string_view text) const { return paint("2", text); }

  std::string_view held() const { return signs ? "✓" : "+"; }
  std::string_view violated() const { return signs ? "✗" : "x"; }
  std::string_view undecided() const { return "?"; }
  std::string_view arrow() const { return signs ? "→" : "->"; }
  std::string_view ellipsis() const { return signs ? "…" : "..."; }
  std::string_view dot() const { return signs ? "·" : "-"; }

 private:
  std::string paint(std::string_view code, std::string_view text) const;
};

}  // namespace fencepost::reports
