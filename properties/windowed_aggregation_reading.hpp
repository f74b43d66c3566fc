// SPDX-License-Identifier: Apache-2.0
// What a chronicler makes of a history of windowed-aggregation in one pass: the bounds between
// which the watermark must lie, which events surely or perhaps count, which windows have been
// emitted. Where the fate of a command is open the bounds part; every later answer draws them
// together again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class WindowedAggregationReading {
 public:
  /// What can be broken, in the order in which it is judged.
  enum Rule : std::uint8_t {
    survival,
    emitted_twice,
    going_back,
    lateness,
    waiting,
    no_state,
    counting,
    order,
    rule_count
  };
  enum Mark : std::uint32_t {
    emitted_at_its_end = 1U << 0U,
    waited_for_the_last_tick = 1U << 1U,
    counted_at_the_watermark = 1U << 2U,
    late_by_one = 1U << 3U,
    negative_time = 1U << 4U,
    event_emitted_several = 1U << 5U,
    close_emitted_several = 1U << 6U,
    late_after_close = 1U << 7U,
    crash_before_emission = 1U << 8U,
    duplicate_counted = 1U << 9U,
    unanswered_counted = 1U << 10U,
    another_order = 1U << 11U,
    beyond_limits = 1U << 12U,
    malformed = 1U << 13U,
    torn_tail = 1U << 14U,
    damage = 1U << 15U,
    full_disk = 1U << 16U,
  };

  /// Ordered: minus infinity, the times, plus infinity.
  using Watermark = std::pair<int, std::int64_t>;
  static constexpr Watermark minus_infinity{-1, 0};
  static constexpr Watermark plus_infinity{1, 0};

  void read(const Scenario& scenario, const History& history);

  const std::optional<Broken>& broken(Rule rule) const { return broken_[rule]; }
  bool reached(Mark mark) const { return (marks_ & mark) != 0; }

 private:
  struct Input {
    std::string_view key;
    std::int64_t time;
    std::int64_t value;
    std::int64_t start;
    /// It was answered, so that it surely had its effect.
    bool sure;
    /// Of the system, in which it was delivered.
    std::uint32_t life;
  };
  struct Window {
    std::int64_t start;
    std::int64_t end;
    std::string_view key;
    std::int64_t sum;
    std::int64_t count;
    std::uint32_t life;
    /// The events it was made of, if all are sure: a part of `made_of_`, in the order of time and
    /// value.
    std::size_t first;
    std::size_t events;
    bool in_order;
  };
  /// What the open events of one window come to.
  struct Expected {
    std::int64_t sure_count = 0, sure_sum = 0, count = 0, sum = 0;
    /// The earliest life in which a sure one was delivered.
    std::uint32_t life = UINT32_MAX;
  };

  void see(const Event& event, const Command& command);
  void crashed(const Event& event);
  void perhaps(const Command& command);
  void answered(const Event& event, const Command& command);
  void event_answered(const Event& event, const Input& input, TapeReader result);
  void emitted(TapeReader& result, Watermark watermark, Watermark most_before);
  void judge_window(const Window& window, Watermark watermark);
  void judge_count(const Window& window, const Expected& expected);
  void compare_orders(Window& window);
  void judge_missing(Watermark watermark, Watermark most_before);
  void late_listed(TapeReader result);

  /// The event of a well-formed command whose window and watermark fit.
  std::optional<Input> input_of(const Command& command);
  Expected expected_of(const Window& window) const;
  Watermark reached_by(const Input& input) const { return {0, input.time - allowed_lateness_}; }
  /// What was told in that life is broken: says it of `survival` if a crash since then is to blame,
  /// of `rule` otherwise.
  void breaks(Rule rule, std::uint32_t told_in_life, std::string sentence);
  void breaks(Rule rule, std::string sentence) { breaks(rule, life_, std::move(sentence)); }
  static std::string text(Watermark watermark);
  static std::string text(std::int64_t start, std::int64_t end, std::string_view key);
  void mark(Mark mark) { marks_ |= mark; }

  std::array<std::optional<Broken>, rule_count> broken_;
  std::uint32_t marks_ = 0;

  std::int64_t size_ = 1;
  std::int64_t allowed_lateness_ = 0;
  std::uint32_t at_ = 0;
  /// Counts the starts of the system.
  std::uint32_t life_ = 0;
  /// The last life that ended with writes lost other than those of a message under way.
  std::optional<std::uint32_t> lossy_life_;
  /// This life has answered.
  bool has_answered_ = false;
  /// The watermark is at least what was told, in that life, and at most this.
  Watermark told_;
  std::uint32_t told_in_life_ = 0;
  Watermark most_;
  std::vector<Input> open_;
  std::vector<Input> late_;
  std::vector<Window> emitted_;
  std::vector<std::pair<std::int64_t, std::int64_t>> made_of_;
};

}  // namespace fencepost::properties
