// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/windowed_aggregation_reading.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

using Watermark = WindowedAggregationReading::Watermark;
constexpr Watermark minus_infinity = WindowedAggregationReading::minus_infinity;
constexpr Watermark plus_infinity = WindowedAggregationReading::plus_infinity;

Watermark read_watermark(TapeReader& in) {
  if (in.null()) return minus_infinity;
  if (in.peek() == Tag::number) return {0, in.time()};
  if (in.text() != "inf") in.refuse();
  return plus_infinity;
}

}  // namespace

void WindowedAggregationReading::read(const Scenario& scenario, const History& history) {
  broken_.fill(std::nullopt);
  marks_ = 0;
  size_ = scenario.parameters.get("size");
  allowed_lateness_ = scenario.parameters.get("allowed_lateness");
  life_ = told_in_life_ = 0;
  lossy_life_.reset();
  has_answered_ = false;
  told_ = most_ = minus_infinity;
  open_.clear();
  late_.clear();
  emitted_.clear();
  made_of_.clear();
  for (at_ = 0; at_ < history.size(); ++at_)
    see(history[at_], scenario.steps[history[at_].message].command);
}

void WindowedAggregationReading::see(const Event& event, const Command& command) {
  switch (event.kind) {
    case Event::Kind::answered: return answered(event, command);
    case Event::Kind::crashed:
      if (event.in_message) perhaps(command);
      return crashed(event);
    case Event::Kind::node_lost: return crashed(event);
    case Event::Kind::damage_found: return mark(damage);
    case Event::Kind::request_lost:
    case Event::Kind::bit_flipped:
    case Event::Kind::calm_began: return;
  }
}

void WindowedAggregationReading::crashed(const Event& event) {
  if (event.torn_bytes > 0) mark(torn_tail);
  if (event.writes_lost > (event.in_message ? 1U : 0U)) lossy_life_ = life_;
  has_answered_ = false;
  ++life_;
}

void WindowedAggregationReading::perhaps(const Command& command) {
  if (command.type == 1) most_ = plus_infinity;
  std::optional<Input> input = input_of(command);
  if (!input) return;
  const Watermark time{0, input->time};
  input->sure = false;
  if (time < most_) late_.push_back(*input);
  if (time < told_) return;
  open_.push_back(*input);
  most_ = std::max(most_, reached_by(*input));
}

void WindowedAggregationReading::answered(const Event& event, const Command& command) {
  if (event.outcome.status == Status::unknown) return perhaps(command);
  if (event.outcome.status == Status::refused) {
    if (event.outcome.is_refused(refusal::disk_full)) mark(full_disk);
    if (event.outcome.is_refused(refusal::malformed)) {
      TapeReader in(command.fields);
      static_cast<void>(in.text()), in.time(), in.value();
      mark(command.type == 0 && in.good() ? beyond_limits : malformed);
    }
    return;
  }
  TapeReader result(event.outcome.body);
  if (command.type == 0) {
    if (const auto input = input_of(command)) event_answered(event, *input, result);
  } else if (command.type == 1) {
    const Watermark most_before = std::exchange(most_, plus_infinity);
    emitted(result, plus_infinity, most_before);
    told_ = plus_infinity;
    told_in_life_ = life_;
  } else if (command.type == 2) {
    late_listed(result);
  }
  has_answered_ = true;
}

void WindowedAggregationReading::event_answered(const Event& event, const Input& input,
                                                TapeReader result) {
  const bool late = result.flag();
  const Watermark watermark = read_watermark(result);
  const Watermark time{0, input.time};
  const std::string what = "the event at " + std::to_string(input.time);
  if (late && time >= most_)
    breaks(lateness, what + " is late, but the watermark is at most " + text(most_));
  if (!late && time < told_)
    breaks(lateness, told_in_life_,
           what + " is not late, but the watermark was told to be " + text(told_));
  if (watermark < told_)
    breaks(going_back, told_in_life_,
           "the watermark goes back from " + text(told_) + " to " + text(watermark));
  if (watermark > (late ? most_ : std::max(most_, reached_by(input))))
    breaks(waiting, "the watermark " + text(watermark) + " is ahead of every event");
  const bool known = told_ == most_;
  if (late) {
    late_.push_back(input);
    if (told_ == plus_infinity) mark(late_after_close);
    if (known && told_.first == 0 && input.time + 1 == told_.second) mark(late_by_one);
  } else {
    const Watermark end{0, input.start + size_};
    if (end <= told_)
      breaks(no_state, what + " is counted in " + text(input.start, end.second, input.key) +
                           ", which was emitted");
    open_.push_back(input);
    if (known && time == told_) mark(counted_at_the_watermark);
    if (input.time < 0 && input.start != input.time) mark(negative_time);
    if (event.copy == Event::Copy::duplicate) mark(duplicate_counted);
  }
  const Watermark most_before = std::exchange(most_, watermark);
  emitted(result, watermark, most_before);
  told_ = watermark;
  told_in_life_ = life_;
}

void WindowedAggregationReading::late_listed(TapeReader result) {
  std::vector<Input> listed;
  for (std::uint32_t left = result.list(); left > 0 && result.good(); --left) {
    Input input{};
    if (result.list() != 3) result.refuse();
    input.key = result.text();
    input.time = result.time();
    input.value = result.value();
    listed.push_back(input);
  }
  if (!result.good()) return;
  const auto same = [](const Input& one) {
    return [&one](const Input& other) {
      return one.key == other.key && one.time == other.time && one.value == other.value;
    };
  };
  for (const Input& input : late_) {
    if (!input.sure) continue;
    const auto sure = std::ranges::count_if(
        late_, [&](const Input& other) { return other.sure && same(input)(other); });
    if (std::ranges::count_if(listed, same(input)) < sure)
      return breaks(counting, input.life,
                    "the late event at " + std::to_string(input.time) + " is not listed");
  }
  for (const Input& input : listed)
    if (std::ranges::count_if(listed, same(input)) > std::ranges::count_if(late_, same(input)))
      return breaks(counting, "the event at " + std::to_string(input.time) +
                                  " is listed as late once too often");
}

std::optional<WindowedAggregationReading::Input> WindowedAggregationReading::input_of(
    const Command& command) {
  if (command.type != 0) return std::nullopt;
  TapeReader in(command.fields);
  Input input{};
  input.key = in.text();
  input.time = in.time();
  input.value = in.value();
  input.sure = true;
  input.life = life_;
  const std::int64_t into = input.time % size_ + (input.time % size_ < 0 ? size_ : 0);
  if (!in.good() || input.time < INT64_MIN + std::max(into, allowed_lateness_)) return std::nullopt;
  input.start = input.time - into;
  if (input.start > INT64_MAX - size_) return std::nullopt;
  return input;
}

void WindowedAggregationReading::breaks(Rule rule, std::uint32_t told_in_life,
                                        std::string sentence) {
  const bool told_earlier = told_in_life < life_;
  // A crash is to blame if it lost writes, if the input goes on after its end, or if the first
  // answer after it is wrong; but a watermark that follows the last event goes back without a crash
  // too.
  const bool first_answer = !has_answered_ && rule != going_back;
  const bool lost =
      (lossy_life_ && told_in_life <= *lossy_life_) || told_ == plus_infinity || first_answer;
  if (told_earlier) sentence += ", after a crash";
  std::optional<Broken>& broken = broken_[told_earlier && lost ? survival : rule];
  if (!broken) broken = Broken{at_, std::move(sentence)};
}

std::string WindowedAggregationReading::text(Watermark watermark) {
  if (watermark == minus_infinity) return "minus infinity";
  return watermark == plus_infinity ? "plus infinity" : std::to_string(watermark.second);
}

std::string WindowedAggregationReading::text(std::int64_t start, std::int64_t end,
                                             std::string_view key) {
  return "[" + std::to_string(start) + ", " + std::to_string(end) + ") of \"" + std::string(key) +
         "\"";
}

}  // namespace fencepost::properties
