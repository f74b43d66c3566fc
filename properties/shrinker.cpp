// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/shrinker.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/properties/shrink_steps.hpp"
#include "fencepost/properties/shrink_values.hpp"

namespace fencepost::properties {
namespace {

/// The passes in their order. The first and `pieces` take away runs of steps and halve them; the
/// others enumerate candidates.
enum Pass : std::uint32_t {
  ends,
  actors,
  families,
  pieces,
  copies,
  faults_,
  order,
  parameters,
  lists,
  shifts,
  everywhere,
  numbers,
  names,
  crashes,
  counted,
  pairs,
  last
};

using Enumerate = std::optional<Scenario> (*)(const Scenario&, std::uint32_t);

constexpr Enumerate enumerations[last] = {nullptr,
                                          without_an_actor,
                                          without_a_family,
                                          nullptr,
                                          with_the_copy_only,
                                          with_a_weaker_fault,
                                          with_fewer_switches,
                                          with_smaller_parameters,
                                          with_shorter_lists,
                                          with_shifted_numbers,
                                          with_smaller_numbers_everywhere,
                                          with_a_smaller_number,
                                          with_plainer_names,
                                          with_a_plain_crash,
                                          without_a_counted_command,
                                          without_two_steps};

std::uint32_t size_of(const Scenario& scenario) {
  return static_cast<std::uint32_t>(scenario.steps.size());
}

void begin_pass(Shrinking& at, std::uint32_t pass) {
  at.pass = pass;
  at.place = 0;
  at.chunk = 0;
}

/// Cuts the end off: half of what is there, then a quarter, and so on.
std::optional<Scenario> cut_end(Shrinking& at) {
  const std::uint32_t size = size_of(at.scenario);
  at.chunk = at.chunk == 0 ? size / 2 : std::min(at.chunk, size / 2);
  if (at.chunk == 0) return std::nullopt;
  const std::uint32_t cut = at.chunk;
  // Refused: half as much. Accepted: the caller keeps the length and tries again.
  at.chunk = cut == 1 ? 0 : cut / 2;
  if (cut == 1) at.place = 1;
  return without_steps(at.scenario, size - cut, cut);
}

/// Takes away pieces from front to back, halving their length down to single steps.
std::optional<Scenario> cut_piece(Shrinking& at) {
  const std::uint32_t size = size_of(at.scenario);
  if (at.chunk == 0) at.chunk = std::max(1U, size / 2);
  while (at.place >= size) {
    if (at.chunk == 1) return std::nullopt;
    at.chunk = std::max(1U, std::min(at.chunk / 2, size / 2));
    at.place = 0;
    if (size == 0) return std::nullopt;
  }
  const std::uint32_t first = at.place;
  const std::uint32_t cut = std::min(at.chunk, size - first);
  at.place += cut;
  return without_steps(at.scenario, first, cut);
}

}  // namespace

std::optional<Shrinking> next_candidate(Shrinking& at) {
  for (;;) {
    if (at.pass == last) {
      if (!at.progressed) return std::nullopt;
      at.progressed = false;
      begin_pass(at, ends);
    }
    const std::uint32_t place = at.place, chunk = at.chunk;
    std::optional<Scenario> smaller;
    if (at.pass == ends)
      smaller = at.place == 0 ? cut_end(at) : std::nullopt;
    else if (at.pass == pieces)
      smaller = cut_piece(at);
    else
      smaller = enumerations[at.pass](at.scenario, at.place++);
    if (!smaller) {
      begin_pass(at, at.pass + 1);
      continue;
    }
    if (*smaller == at.scenario || !why_unplayable(*smaller).empty()) continue;
    Shrinking accepted{*std::move(smaller), at.pass, place, chunk, true};
    // Having begun with the largest piece, go on with that length.
    if (at.pass == pieces && chunk == 0) accepted.chunk = at.chunk;
    return accepted;
  }
}

Shrunk shrink(const Scenario& scenario, const Fingerprint& wanted, const Fails& fails,
              std::uint32_t budget) {
  Shrunk shrunk;
  Shrinking at;
  at.scenario = scenario;
  while (auto candidate = next_candidate(at)) {
    if (shrunk.runs == budget) {
      shrunk.out_of_budget = true;
      break;
    }
    ++shrunk.runs;
    const std::optional<Fingerprint> fingerprint = fails(candidate->scenario);
    if (!fingerprint) continue;
    if (*fingerprint == wanted) {
      at = *std::move(candidate);
    } else if (std::ranges::find(shrunk.others, *fingerprint,
                                 &std::pair<Fingerprint, Scenario>::first) == shrunk.others.end()) {
      shrunk.others.emplace_back(*fingerprint, std::move(candidate->scenario));
    }
  }
  // The last round of all passes removed every single step in turn and found none that can go.
  shrunk.one_minimal = !shrunk.out_of_budget;
  shrunk.scenario = std::move(at.scenario);
  return shrunk;
}

}  // namespace fencepost::properties
