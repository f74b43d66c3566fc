// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "fencepost/properties/windowed_aggregation.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

constexpr std::uint8_t event_type = 0, close_type = 1, late_type = 2;
constexpr std::string_view keys[] = {"a",          "b",     "",    "\xC3\xA9", "A",   "consumer-1",
                                     "consumer-2", "a\x01", "k1",  "k2",       "k3",  "k4",
                                     "k5",         "k6",    "k7",  "k8",       "k9",  "k10",
                                     "k11",        "k12",   "k13", "k14",      "k15", "k16"};
constexpr std::size_t usual_keys = 8;
constexpr std::string_view actors[] = {"s1", "s2", "s3"};

/// Stays within 64 bits.
std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? INT64_MIN : INT64_MAX) : sum;
}

class Drawing {
 public:
  Drawing(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario)
      : chance_(chance), swarm_(swarm), scenario_(scenario) {
    static constexpr std::array<std::int64_t, 8> sizes{10, 10, 1,   2,
                                                       3,  7,  100, std::int64_t{1} << 62};
    static constexpr std::array<std::int64_t, 9> starts{
        0, 0, -25, 1000, -1, 0, 5, -(std::int64_t{1} << 40), INT64_MIN};
    size_ = sizes[chance.below(sizes.size(), "window: size")];
    const std::array<std::int64_t, 8> latenesses{
        0, 0, 3, 1, 5, size_, plus(size_, size_ / 2), std::int64_t{1} << 40};
    lateness_ = latenesses[chance.below(latenesses.size(), "window: lateness")];
    extremes_ = chance.percent(12, "window: extremes");
    greatest_ =
        starts[chance.below(extremes_ ? starts.size() : starts.size() - 2, "window: first time")];
    closes_ = chance.percent(20, "window: closes");
    keys_ =
        1 + chance.below(chance.percent(60, "window: few keys") ? 2 : usual_keys, "window: keys");
    if (chance.percent(5, "window: many keys")) keys_ = std::size(keys);
    scenario.parameters.set("size", size_);
    scenario.parameters.set("allowed_lateness", lateness_);
  }

  void storm() {
    while (sent_ < swarm_.commands) {
      const std::uint64_t id = sent_;
      if (closes_ && chance_.percent(3, "window: close", id)) {
        send_empty(close_type);
      } else if (chance_.percent(6, "window: late", id)) {
        send_empty(late_type);
      } else if (size_ > 1 && lateness_ > 0 && chance_.percent(6, "window: batch", id)) {
        send_batch_twice();
      } else {
        send_event(draw_key(id), draw_time(id), draw_value(id));
      }
    }
  }

  void end() {
    calm(scenario_);
    send_empty(close_type);
    send_empty(late_type);
    send_event(keys[0], greatest_, 1);
    send_empty(late_type);
  }

 private:
  struct Input {
    std::string_view key;
    std::int64_t into_window;
    std::int64_t value;
  };

  std::string_view actor() const {
    return actors[chance_.below(std::size(actors), "window: actor", sent_)];
  }
  std::string_view draw_key(std::uint64_t id) const {
    return keys[chance_.below(keys_, "window: key", id)];
  }

  std::int64_t draw_value(std::uint64_t id) const {
    if (!chance_.percent(15, "window: great value", id))
      return chance_.between(-3, 9, "window: value", id);
    return chance_.percent(70, "window: greatest value", id) ? INT32_MAX : INT32_MIN;
  }

  /// What the watermark would be if every event had arrived.
  std::int64_t watermark() const { return plus(greatest_, -lateness_); }
  std::int64_t start_of(std::int64_t time) const {
    const std::int64_t into = time % size_ + (time % size_ < 0 ? size_ : 0);
    return plus(time, -into);
  }

  std::int64_t draw_time(std::uint64_t id) const {
    if (extremes_ && chance_.percent(6, "window: extreme", id)) return draw_extreme(id);
    const std::int64_t end = plus(start_of(watermark()), size_);
    const std::int64_t reach = std::min<std::int64_t>(size_, 1000);
    switch (chance_.below(12, "window: time", id)) {
      case 0: return watermark();
      case 1: return plus(watermark(), -1);
      case 2: return plus(watermark(), 1);
      case 3: return greatest_;
      case 4: return plus(end, lateness_);
      case 5: return plus(plus(end, lateness_), -1);
      case 6: return plus(watermark(), -chance_.between(0, 3 * reach, "window: back", id));
      case 7: return plus(greatest_, chance_.between(0, 3 * reach, "window: leap", id));
      case 8:
        return plus(watermark(), chance_.between(0, std::min<std::int64_t>(lateness_, 1000),
                                                 "window: between", id));
      default:
        return plus(greatest_,
                    chance_.between(-2, std::max<std::int64_t>(2, reach / 2), "window: step", id));
    }
  }

  /// At the limits of 64 bits, and where a window or the watermark would leave them.
  std::int64_t draw_extreme(std::uint64_t id) const {
    const std::int64_t to_start = size_ - 1 - (INT64_MAX % size_);
    switch (chance_.below(7, "window: which extreme", id)) {
      case 0: return INT64_MIN;
      case 1: return INT64_MIN + lateness_;
      case 2: return plus(INT64_MIN + lateness_, -1);
      case 3: return start_of(INT64_MIN + size_);
      case 4: return plus(start_of(INT64_MIN + size_), -1);
      case 5: return chance_.percent(20, "window: greatest", id) ? INT64_MAX : INT64_MIN + to_start;
      default:
        return chance_.percent(20, "window: last window", id) ? start_of(INT64_MAX) - 1
                                                              : INT64_MIN + size_;
    }
  }

  void send_empty(std::uint8_t type) {
    send(scenario_, actor(), type);
    sent();
  }

  void send_event(std::string_view key, std::int64_t time, std::int64_t value) {
    send(scenario_, actor(), event_type).text(key).number(time).number(value);
    greatest_ = std::max(greatest_, time);
    sent();
  }

  void sent() {
    if (swarm_.malformed && sent_ < swarm_.commands &&
        chance_.percent(10, "window: malformed", sent_))
      make_malformed(chance_, scenario_);
    ++sent_;
  }

  /// The same events in the next window and, in another order, in the one after it; none of them
  /// late.
  void send_batch_twice() {
    const std::uint64_t id = sent_;
    std::vector<Input> batch(2 + chance_.below(3, "window: batch size", id));
    const std::int64_t reach = std::min<std::int64_t>({size_ - 1, lateness_, 1000});
    for (std::uint64_t i = 0; i < batch.size(); ++i)
      batch[i] = {keys[chance_.below(keys_, "window: batch key", id, i)],
                  chance_.between(0, reach, "window: batch time", id, i),
                  chance_.between(-3, 9, "window: batch value", id, i)};
    send_batch(batch);
    for (std::uint64_t left = batch.size(); left > 1; --left)
      std::swap(batch[left - 1], batch[chance_.below(left, "window: batch order", id, left)]);
    send_batch(batch);
  }

  void send_batch(const std::vector<Input>& batch) {
    const std::int64_t start = plus(start_of(greatest_), size_);
    for (const Input& input : batch)
      send_event(input.key, plus(start, input.into_window), input.value);
  }

  const Chance& chance_;
  const faults::Swarm& swarm_;
  Scenario& scenario_;
  std::int64_t size_ = 1;
  std::int64_t lateness_ = 0;
  std::int64_t greatest_ = 0;
  bool extremes_ = false;
  bool closes_ = false;
  std::uint64_t keys_ = 1;
  std::uint32_t sent_ = 0;
};

}  // namespace

void draw_windowed_aggregation(const Chance& chance, const faults::Swarm& swarm,
                               Scenario& scenario) {
  Drawing drawing(chance, swarm, scenario);
  drawing.storm();
  drawing.end();
}

}  // namespace fencepost::properties
