// SPDX-License-Identifier: Apache-2.0
// What is said of emitted windows; the rest of the reading stands in
// windowed_aggregation_reading.cpp.
#include <algorithm>

#include "fencepost/properties/windowed_aggregation_reading.hpp"

namespace fencepost::properties {
namespace {

std::string events(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " event" : " events");
}

}  // namespace

void WindowedAggregationReading::emitted(TapeReader& result, Watermark watermark,
                                         Watermark most_before) {
  const std::uint32_t windows = result.list();
  if (windows > 1) mark(watermark == plus_infinity ? close_emitted_several : event_emitted_several);
  if (windows > 0 && told_ == plus_infinity)
    breaks(no_state, told_in_life_, "windows are emitted after the input had ended");
  for (std::uint32_t left = windows; left > 0 && result.good(); --left) {
    Window window{};
    if (result.list() != 5) result.refuse();
    window.start = result.time();
    window.end = result.time();
    window.key = result.text();
    window.sum = result.time();
    window.count = result.offset();
    window.life = life_;
    if (result.good()) judge_window(window, watermark);
  }
  judge_missing(watermark, most_before);
}

void WindowedAggregationReading::judge_window(const Window& window, Watermark watermark) {
  const std::string_view key = window.key;
  const Watermark end{0, window.end};
  for (const Window& earlier : emitted_)
    if (earlier.start == window.start && earlier.key == key)
      breaks(emitted_twice, earlier.life,
             text(window.start, window.end, key) + " is emitted once more");
  if (end > watermark)
    breaks(waiting,
           text(window.start, window.end, key) + " is emitted at watermark " + text(watermark));
  if (end == watermark) mark(emitted_at_its_end);
  judge_count(window, expected_of(window));
  emitted_.push_back(window);
  compare_orders(emitted_.back());
  std::erase_if(
      open_, [&](const Input& input) { return input.start == window.start && input.key == key; });
}

WindowedAggregationReading::Expected WindowedAggregationReading::expected_of(
    const Window& window) const {
  Expected expected;
  for (const Input& input : open_) {
    if (input.start != window.start || input.key != window.key) continue;
    expected.count += 1;
    expected.sum += input.value;
    if (!input.sure) continue;
    expected.sure_count += 1;
    expected.sure_sum += input.value;
    expected.life = std::min(expected.life, input.life);
  }
  return expected;
}

void WindowedAggregationReading::judge_count(const Window& window, const Expected& expected) {
  const std::string what = text(window.start, window.end, window.key);
  if (expected.life < life_) mark(crash_before_emission);
  if (window.count > expected.sure_count && window.count <= expected.count)
    mark(unanswered_counted);
  if (window.end - window.start != size_)
    return breaks(counting, what + " is not a window of this size");
  if (window.count < expected.sure_count)
    return breaks(counting, expected.life,
                  what + " has " + events(window.count) + ", but " + events(expected.sure_count) +
                      " were counted in it");
  if (window.count > expected.count)
    return breaks(counting, what + " has " + events(window.count) + ", but " +
                                events(expected.count) + " came for it");
  const bool all_sure = window.count == expected.sure_count;
  if (!all_sure && window.count != expected.count) return;
  const std::int64_t sum = all_sure ? expected.sure_sum : expected.sum;
  if (window.sum != sum)
    breaks(counting, what + " has the sum " + std::to_string(window.sum) +
                         "; its events add up to " + std::to_string(sum));
}

void WindowedAggregationReading::compare_orders(Window& window) {
  window.first = made_of_.size();
  bool sure = true;
  for (const Input& input : open_)
    if (input.start == window.start && input.key == window.key) {
      sure = sure && input.sure;
      made_of_.emplace_back(input.time - input.start, input.value);
    }
  const auto from = made_of_.begin() + static_cast<std::ptrdiff_t>(window.first);
  if (!sure) made_of_.erase(from, made_of_.end());
  window.events = made_of_.size() - window.first;
  window.in_order = std::is_sorted(from, made_of_.end());
  if (window.events < 2) return;
  std::sort(from, made_of_.end());
  for (const Window& other : emitted_) {
    if (&other == &window || other.events != window.events) continue;
    const auto others = made_of_.begin() + static_cast<std::ptrdiff_t>(other.first);
    if (!std::equal(from, made_of_.end(), others)) continue;
    if (window.in_order != other.in_order) mark(another_order);
    if (window.sum != other.sum || window.count != other.count)
      breaks(order, text(window.start, window.end, window.key) + " and " +
                        text(other.start, other.end, other.key) +
                        " had the same events, yet come to " + std::to_string(window.sum) +
                        " and " + std::to_string(other.sum));
  }
}

void WindowedAggregationReading::judge_missing(Watermark watermark, Watermark most_before) {
  std::erase_if(open_, [&](const Input& input) {
    const Watermark end{0, input.start + size_};
    if (input.sure && watermark.first == 0 && end.second - 1 == watermark.second)
      mark(waited_for_the_last_tick);
    if (end > watermark) return false;
    // An answer that nobody got may have emitted it.
    if (input.sure && end > most_before)
      breaks(counting, input.life,
             "the event at " + std::to_string(input.time) +
                 " is in no window, though the watermark has reached " + text(watermark));
    return true;
  });
}

}  // namespace fencepost::properties
