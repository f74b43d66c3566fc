// SPDX-License-Identifier: Apache-2.0
// What a person sees when a property is broken: one sentence, a small history, how small it is,
// where it is. The command that replays it is not part of the screen; it is the last line of the
// program.
#pragma once

#include <string>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

/// Where a counterexample was put.
struct Saved {
  /// Empty if it could not be written; then `why_not` says why and `text` is shown instead.
  std::string path;
  std::string why_not;
  std::string text;
};

/// `history` is that of the shrunk scenario.
std::string failing_screen(const properties::Finding& finding, const History& history,
                           const Saved& saved, const Ink& ink);

/// `shrunk from 48 lines to 3 in 212 runs; no line can go`
std::string words_of_shrinking(const Scenario& found, const properties::Shrunk& shrunk);
/// The line that says where it is; the text itself if it could not be written.
std::string words_of_place(const Saved& saved, const Ink& ink);

}  // namespace fencepost::reports
