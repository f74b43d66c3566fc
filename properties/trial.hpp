// SPDX-License-Identifier: Apache-2.0
// One scenario against one system: play it beside the model, judge the history, give the verdict.
// `run`, `replay`, `shrink` and the suites all end here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/faults/world.hpp"
#include "fencepost/properties/oracle.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

enum class Ruling : std::uint8_t {
  held,
  violated,
  undecided,      ///< too many fates were open to follow them all
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

class Trial {
 public:
  Trial(const Workload& workload, sut::Home& home) : workload_(workload), home_(home) {}

  /// The scenario must be playable.
  const Verdict& run(const Scenario& scenario, std::uint32_t until = UINT32_MAX);

  /// Marks that need not be looked for any more, as in Verdict::marks.
  void skip_marks(std::uint64_t marks) { skipped_marks_ = marks; }

  const History& history() const { return history_; }
  const faults::End& end() const { return end_; }
  const Workload& workload() const { return workload_; }
  /// The state as the model and as the system see it (after `run` with `until`), a fact a line.
  std::string model_state() const { return oracle_.print(); }
  std::string system_state() const;

 private:
  void judge(const Scenario& scenario);
  void judge_divergence(const Scenario& scenario);
  void convict(std::string_view property, const Scenario& scenario, Broken broken);

  const Workload& workload_;
  sut::Home& home_;
  faults::World world_;
  Oracle oracle_;
  History history_;
  faults::End end_;
  Verdict verdict_;
  std::uint64_t skipped_marks_ = 0;
};

}  // namespace fencepost::properties
