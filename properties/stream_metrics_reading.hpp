// SPDX-License-Identifier: Apache-2.0
// What a chronicler makes of a history of stream-metrics in one pass. As long as the fate of every
// command is known it knows all that `metrics` may show; after one whose fate is open it knows only
// the least, until the next `metrics` shows the rest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class StreamMetricsReading {
 public:
  /// What can be broken, in the order in which it is judged.
  enum Rule : std::uint8_t {
    survival,
    sums,
    negative_lag,
    going_back,
    slowest,
    idle_holds,
    rule_count
  };
  enum Mark : std::uint32_t {
    idle_released_the_watermark = 1,
    woken_did_not_pull_back = 2,
    all_inputs_idle = 4,
    beyond_end_refused = 8,
    repeated_commit_changed_nothing = 16,
    in_flight_survived = 32,
    event_out_of_order = 64,
  };

  void read(const Scenario& scenario, const History& history);

  const std::optional<Broken>& broken(Rule rule) const { return broken_[rule]; }
  bool reached(Mark mark) const { return (marks_ & mark) != 0; }

 private:
  /// No event yet is less than every time.
  using Watermark = std::optional<std::int64_t>;

  /// Exact while `sure_`, else the least that is certain.
  struct Partition {
    std::int64_t end = 0;
    std::int64_t committed = 0;
    Watermark watermark;
    bool idle = false;
    /// Whether it is idle depends on a command whose fate is open.
    bool idle_is_open = false;
    /// Power was lost and nothing has been heard of it since.
    bool unheard = false;
    /// An append was under way when power was lost.
    bool in_flight = false;
  };
  /// A partition as `metrics` shows it.
  struct Row {
    std::int64_t end, committed, lag;
    Watermark watermark;
    bool idle;
  };

  void take(const Scenario& scenario, const Event& event);
  void answered(const Command& command, const Event& event);
  void appended(Partition& partition, std::size_t number, std::int64_t event_time,
                std::int64_t offset);
  void committed(Partition& partition, std::size_t number, const Event& event);
  void perhaps(const Command& command);
  void power_lost();
  bool read_rows(TapeReader& result);
  void metrics(const Outcome& outcome);
  void judge_row(const Partition& partition, std::size_t number, const Row& row);
  void judge_sums(std::int64_t total, std::int64_t greatest);
  void judge_watermark(const Watermark& watermark);
  void take_over(const Watermark& watermark);
  void bring_up_to_date();
  void break_rule(Rule rule, std::string sentence);

  std::array<std::optional<Broken>, rule_count> broken_;
  std::uint32_t marks_ = 0;
  std::uint32_t event_ = 0;
  std::int64_t allowed_lateness_ = 0;
  std::vector<Partition> partitions_;
  std::vector<Row> rows_;
  /// The global one; the least it can be while not `sure_`.
  Watermark watermark_;
  /// What it was when power was lost; nothing once `metrics` has answered since.
  Watermark watermark_at_crash_;
  bool sure_ = true;
};

}  // namespace fencepost::properties
