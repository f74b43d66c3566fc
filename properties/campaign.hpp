// SPDX-License-Identifier: Apache-2.0
// A campaign draws scenarios from seeds, tries each, shrinks what fails, and tells a listener. Many
// worlds run in parallel, results are merged in seed order: the same output for one thread or
// sixteen.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/faults/swarm.hpp"
#include "fencepost/properties/shrinker.hpp"
#include "fencepost/properties/trial.hpp"

namespace fencepost::properties {

/// A violation, shrunk.
struct Finding {
  std::uint64_t seed = 0;
  /// It needs the scenarios of so many seeds before, played on the same processes (see sequel.hpp).
  std::uint64_t seeds_before = 0;
  /// It was found by a seed, not in a file that names none.
  bool has_seed = true;
  Fingerprint fingerprint;
  Scenario found;
  Shrunk shrunk;
  /// Of the shrunk scenario; of the one found, if that did not fail again.
  Verdict verdict;
  /// How often the scenario found did the same again; `of` is 0 if that is not in doubt.
  Repeats repeats;
};

/// What a campaign over one workload came to.
struct Summary {
  const Workload* workload = nullptr;
  std::uint64_t scenarios = 0;
  std::uint64_t deliveries = 0;
  std::array<std::uint64_t, family_count> struck{};
  /// Bit i: mark number i (index into the workload's properties) was reached.
  std::uint64_t marks = 0;
  std::uint64_t undecided = 0;
  /// Of the first undecided one, why.
  std::string why_undecided;
  Notes notes;
  /// Of the digests of all scenarios, in seed order.
  Digest digest;
  std::vector<Finding> findings;
  /// The system broke outside the plan; its words and the seed.
  std::string failure;
  std::uint64_t failing_seed = 0;
  bool interrupted = false;

  Ruling ruling() const;
  /// The marks that had to be reached and were not, as indices into the workload's properties.
  std::vector<std::size_t> cold_marks(bool uses_disk) const;
};

/// What a campaign tells the outside. Called from one thread at a time, in seed order but for
/// `progress`.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void began(const Workload& /*workload*/) {}
  virtual void progress(const Workload& /*workload*/, std::uint64_t /*scenarios*/,
                        std::uint64_t /*of*/) {}
  /// A violation was seen and is being shrunk; `runs` candidates have been tried.
  virtual void shrinking(const Workload& /*workload*/, std::uint64_t /*seed*/,
                         std::uint32_t /*runs*/) {}
  virtual void found(const Workload& /*workload*/, const Finding& /*finding*/) {}
  virtual void ended(const Summary& /*summary*/) {}
};

struct Plan {
  std::uint64_t first_seed = 0;
  std::uint64_t seeds = 1000;
  /// Ends earlier when this says so (a time budget).
  std::function<bool()> time_is_up;
  /// Set from a signal handler: ends after the current worlds.
  const std::atomic<bool>* interrupt = nullptr;
  unsigned jobs = 1;
  /// Seeds that a thread takes at a time, as one sitting.
  std::uint64_t block = 64;
  faults::Families families = faults::Families::all();
  std::uint32_t longest = 60;
  /// Parameters that are not to be drawn.
  Parameters given;
  std::uint32_t shrink_budget = 5000;
  /// Stops after this many different fingerprints.
  std::uint32_t most_findings = 1;
};

/// Makes a home for one thread.
using HomeMaker = std::function<std::unique_ptr<sut::Home>()>;

Summary run_campaign(const Workload& workload, const HomeMaker& make_home, const Plan& plan,
                     Listener& listener);
/// A trial of the system that lives there.
std::unique_ptr<Judge> make_trial(const Workload& workload, std::unique_ptr<sut::Home> home);
/// The same before any judge.
Summary run_campaign(const Workload& workload, const JudgeMaker& make_judge, const Plan& plan,
                     Listener& listener);

}  // namespace fencepost::properties
