// SPDX-License-Identifier: Apache-2.0
// Scenarios as RapidCheck values. RapidCheck draws the seed and walks the shrinkable; which
// candidates there are, and in what order, is `next_candidate`, so a suite and the command line end
// at the same minimal history. (RapidCheck's own removal of list elements is quadratic and is not
// used.) For programs that link RapidCheck; nothing else includes this.
#pragma once

#include <rapidcheck.h>

#include <optional>
#include <string>

#include "fencepost/properties/shrinker.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

/// The shrinkable whose shrinks are the candidates of `next_candidate`, lazily.
inline rc::Shrinkable<Scenario> shrinkable(Shrinking at) {
  return rc::shrinkable::lambda([at] { return at.scenario; },
                                [at] {
                                  struct Candidates {
                                    Shrinking at;
                                    rc::Maybe<rc::Shrinkable<Scenario>> operator()() {
                                      if (auto candidate = next_candidate(at))
                                        return shrinkable(*std::move(candidate));
                                      return rc::Nothing;
                                    }
                                  };
                                  return rc::Seq<rc::Shrinkable<Scenario>>(Candidates{at});
                                });
}

/// Scenarios of a workload; the seed comes from RapidCheck.
inline rc::Gen<Scenario> scenarios(const Workload& workload,
                                   faults::Families allowed = faults::Families::all()) {
  return [&workload, allowed](const rc::Random& random, int) {
    rc::Random seed = random;
    Shrinking at;
    at.scenario = draw_scenario(workload, seed.next(), allowed);
    return shrinkable(std::move(at));
  };
}

}  // namespace fencepost::properties
