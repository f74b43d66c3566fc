// SPDX-License-Identifier: Apache-2.0
// An audit goes through a history once and finds the first event that breaks each of its rules.
// Properties ask rule by rule; this lets all of them share one walk.
#pragma once

#include <optional>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

/// What an audit found, by rule. `Audit` has an enumeration `Rule` and a static `find(scenario,
/// history)`, which returns an array by rule and depends on nothing but the parameters and what the
/// history's digest covers: the answer is kept until a history with another digest is asked about.
template <class Audit>
const auto& audited(const Scenario& scenario, const History& history) {
  struct Last {
    Digest digest;
    Parameters parameters;
    decltype(Audit::find(scenario, history)) found;
  };
  thread_local Last last;
  const Digest digest = history.digest();
  if (digest == Digest{} || last.digest != digest || last.parameters != scenario.parameters)
    last = {digest, scenario.parameters, Audit::find(scenario, history)};
  return last.found;
}

/// A property's check: the first event that breaks this rule.
template <class Audit, typename Audit::Rule rule>
std::optional<Broken> first_breach(const Scenario& scenario, const History& history) {
  return audited<Audit>(scenario, history)[static_cast<std::size_t>(rule)];
}

}  // namespace fencepost::properties
