// SPDX-License-Identifier: Apache-2.0
// The properties of a workload look at the same history one after the other. What one pass over it
// has found is kept for those that follow.
#pragma once

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::properties {

/// `Reading` has `void read(const Scenario&, const History&)`, which forgets what it read before.
/// Valid until the next call from the same thread. A history is known by its digest; one that was
/// written by hand and has none is read each time.
template <class Reading>
const Reading& read_once(const Scenario& scenario, const History& history) {
  struct Last {
    Digest digest;
    std::size_t events = 0;
    Parameters parameters;
    Reading reading;
  };
  thread_local Last last;
  const Digest digest = history.digest();
  const bool known = digest != Digest{} && digest == last.digest && history.size() == last.events &&
                     scenario.parameters == last.parameters;
  if (known) return last.reading;
  last.reading.read(scenario, history);
  last.digest = digest;
  last.events = history.size();
  last.parameters = scenario.parameters;
  return last.reading;
}

}  // namespace fencepost::properties
