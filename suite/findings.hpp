// SPDX-License-Identifier: Apache-2.0
// What becomes of a violation in a suite: it is made small, played once more, written to a file,
// and shown as the command shows it.
#pragma once

#include <string>

#include "fencepost/faults/swarm.hpp"
#include "fencepost/properties/campaign.hpp"

namespace fencepost::suite {

/// The scenario without the exceptions of other families.
Scenario only(const Scenario& scenario, const faults::Families& families);

/// A scenario that is violated in this way, shrunk; and one that stays as it is.
properties::Finding shrunk(const Scenario& scenario, const properties::Verdict& verdict,
                           properties::Trial& trial);
properties::Finding as_it_is(const Scenario& scenario, const properties::Verdict& verdict,
                             std::uint64_t seed);

struct Shown {
  std::string screen;
  /// Where it stands; empty if it could not be written.
  std::string history;
};
/// Plays it again, writes it to a file of its own below `folder`, with the subject's name, and
/// shows it.
Shown show(properties::Finding finding, const std::string& subject, properties::Trial& trial,
           const std::string& folder);
/// The same for one that stands at `path` and was played last.
Shown show_stored(const properties::Finding& finding, const std::string& path,
                  const properties::Trial& trial);

std::string words_of_failure(const properties::Summary& summary);

}  // namespace fencepost::suite
