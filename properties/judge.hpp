// SPDX-License-Identifier: Apache-2.0
// Whoever gives a verdict on a scenario: a trial of one system beside the model, or of a cluster
// before a checker. Campaigns and the shrinker know no more than this.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

enum class Ruling : std::uint8_t {
  held,
  violated,
  undecided,      ///< it cannot be told within bounded time and memory
  system_failed,  ///< the system broke outside the plan; says nothing about properties
};

/// What makes two violations the same bug. Names and numbers do not count.
struct Fingerprint {
  std::string property;
  /// The command's type and how the answer differed, as "read: wrong result".
  std::string kind;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

struct Verdict {
  Ruling ruling = Ruling::held;
  Fingerprint fingerprint;
  /// violated: the event that broke it; then nothing later was played.
  std::uint32_t event = 0;
  /// violated: in domain words. system_failed, undecided: why.
  std::string sentence;
  /// violated: what the model would have answered, if it is an answer that differs.
  Outcome expected;
  bool has_expected = false;
  Digest digest;
  /// Marks reached: bit i for property number i of the workload.
  std::uint64_t marks = 0;
};

/// What was put up with, how often, and the first example of each.
using Notes = std::map<std::string, std::pair<std::uint64_t, std::string>>;

/// What one scenario took.
struct Effort {
  std::uint64_t deliveries = 0;
  /// Exceptions that struck, by family.
  std::array<std::uint32_t, family_count> struck{};
  /// Null for none.
  const Notes* notes = nullptr;
};

class Judge {
 public:
  virtual ~Judge() = default;
  virtual const Workload& workload() const = 0;
  /// The scenario must be playable.
  virtual const Verdict& run(const Scenario& scenario) = 0;
  virtual Effort effort() const = 0;

  /// May what follows be played in the world that the last run left? Not if it would be judged less
  /// sharply there.
  virtual bool can_go_on() const { return false; }
  /// Plays a sequel there, the steps of the story from `first` on (see sequel.hpp), and judges the
  /// whole story.
  virtual const Verdict& go_on(const Scenario& story, std::uint32_t /*first*/) {
    return run(story);
  }

  /// Marks that need not be looked for any more, as in Verdict::marks.
  virtual void skip_marks(std::uint64_t /*marks*/) {}

  /// Before shrinking a scenario that was violated: tries it again a few times. What the system
  /// under trial does may not be the same every time.
  virtual Repeats repeat(const Scenario& /*scenario*/, const Verdict& /*first*/) { return {}; }
  /// As `run`, but as often as the last `repeat` advises before a pass is believed.
  virtual const Verdict& insist(const Scenario& scenario, const Fingerprint& /*wanted*/) {
    return run(scenario);
  }
};

/// Makes a judge for one thread.
using JudgeMaker = std::function<std::unique_ptr<Judge>()>;

}  // namespace fencepost::properties
