// SPDX-License-Identifier: Apache-2.0
// What a chronicler makes of a history of offset-commit in one pass: for every partition the bounds
// between which its commit must lie, from nothing but what was delivered and what was answered.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class OffsetCommitReading {
 public:
  /// What can be broken, in the order in which it is judged.
  enum Rule : std::uint8_t { survival, gap, going_back, duplicates, order, the_end, rule_count };
  enum Mark : std::uint32_t {
    duplicate_changed_nothing = 1,
    filled_gap_released_several = 2,
    run_crossed_a_word = 4,
    crash_forgot_what_waited = 8,
    in_flight_survived = 16,
    waited_far_ahead = 32,
  };

  void read(const Scenario& scenario, const History& history);

  const std::optional<Broken>& broken(Rule rule) const { return broken_[rule]; }
  bool reached(Mark mark) const { return (marks_ & mark) != 0; }

 private:
  /// An offset that was processed in the current life of the system.
  struct Processed {
    std::int64_t offset;
    int times;
    /// It was answered, so that it surely counts.
    bool sure;
  };
  struct Partition {
    std::int64_t number;
    /// The most that a client was told.
    std::int64_t told = -1;
    /// The most that any answer of this life said, or a client was told.
    std::int64_t seen = -1;
    /// The commit lies between these; both are what the last answer said once `known`.
    std::int64_t least = -1;
    std::int64_t most = -1;
    /// It has answered in this life.
    bool known = false;
    /// What a command that was under way at a power loss would have made of the commit; -1 for
    /// nothing.
    std::int64_t in_flight = -1;
    /// The event of the last answer.
    std::uint32_t answered_at = 0;
    /// Above `least`, sorted.
    std::vector<Processed> waiting;
  };
  /// An answer: of `processed {partition, offset}`, or of `committed {partition}` with offset -1.
  struct Answer {
    std::int64_t offset;
    std::int64_t committed;
    bool is_duplicate;
    bool told;
  };

  Partition& find(std::int64_t number);
  void take(const Scenario& scenario, const Event& event);
  void perhaps(const Command& command, bool system_runs_on);
  void hear(Partition& partition, const Answer& answer);
  void judge(const Partition& partition, const Answer& answer, bool was_there);
  void mark(const Partition& partition, const Answer& answer);
  void end_life();
  void judge_the_end();
  void break_rule(Rule rule, const Partition& partition, std::int64_t committed,
                  std::string_view words);

  std::array<std::optional<Broken>, rule_count> broken_;
  std::uint32_t marks_ = 0;
  std::uint32_t event_ = 0;
  std::vector<Partition> partitions_;
  std::size_t used_ = 0;
};

}  // namespace fencepost::properties
