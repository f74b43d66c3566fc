// SPDX-License-Identifier: Apache-2.0
// Tumbling sums by key behind a watermark.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a crash. May refuse `disk_full`.
class WindowedAggregation {
 public:
  using Port = WindowedAggregation;
  static constexpr const char* workload = "windowed-aggregation";

  struct Settings {
    /// Length of a window in milliseconds, at least 1.
    Time size = 1;
    /// The watermark stays this many milliseconds behind the greatest event time.
    Time allowed_lateness = 0;
  };
  struct Window {
    /// Half open: `start` belongs to it, `end` does not. `start` is a multiple of the size; that of
    /// time -1 with size 10 is -10.
    Time start = 0, end = 0;
    Name key;
    std::int64_t sum = 0;
    Count count = 0;
  };
  struct Watermark {
    /// Nothing is minus infinity: no event has come yet.
    std::optional<Time> time;
    /// Plus infinity: the input was closed.
    bool closed = false;
  };
  struct Counted {
    bool late = false;
    /// After this event.
    Watermark watermark;
    /// Every open window with `end <= watermark`, sorted by start and key; it is open no more.
    std::vector<Window> emitted;
  };
  struct LateEvent {
    Name key;
    Time time = 0;
    Value value = 0;
  };

  virtual ~WindowedAggregation() = default;

  /// The watermark before this event decides: if `time` is below it, the event is late and changes
  /// nothing else. A window of the event never overflows.
  virtual Reply<Counted> event(const Name& key, Time time, Value value) = 0;
  /// The input ends: emits what is open, and every later event is late.
  virtual Reply<std::vector<Window>> close() = 0;
  /// The late events in the order in which they arrived.
  virtual Reply<std::vector<LateEvent>> late() = 0;
};

template <>
struct Parts<WindowedAggregation::Settings> {
  using Of = WindowedAggregation::Settings;
  static constexpr auto list = std::tuple(&Of::size, &Of::allowed_lateness);
};

template <>
struct Parts<WindowedAggregation::Window> {
  using Of = WindowedAggregation::Window;
  static constexpr auto list = std::tuple(&Of::start, &Of::end, &Of::key, &Of::sum, &Of::count);
};

template <>
struct Parts<WindowedAggregation::Counted> {
  using Of = WindowedAggregation::Counted;
  static std::optional<std::variant<Time, std::string>> watermark_of(const Of& counted) {
    if (counted.watermark.closed) return "inf";
    return counted.watermark.time;
  }
  static constexpr auto list = std::tuple(&Of::late, &watermark_of, &Of::emitted);
};

template <>
struct Parts<WindowedAggregation::LateEvent> {
  using Of = WindowedAggregation::LateEvent;
  static constexpr auto list = std::tuple(&Of::key, &Of::time, &Of::value);
};

template <>
struct Commands<WindowedAggregation> {
  using Settings = WindowedAggregation::Settings;
  /// No bound of the event's window and no watermark overflows.
  static constexpr bool fits(const Settings& settings, Time time) {
    const Time rest = time % settings.size;
    const Time into_window = rest < 0 ? rest + settings.size : rest;
    return time >= INT64_MIN + into_window && time - into_window <= INT64_MAX - settings.size &&
           time >= INT64_MIN + settings.allowed_lateness;
  }
  static constexpr auto list = std::tuple(
      row(&WindowedAggregation::event, [](const Settings& settings, const Name&, Time time,
                                          Value) { return fits(settings, time); }),
      row(&WindowedAggregation::close), row(&WindowedAggregation::late));
};

}  // namespace fencepost::ports
