// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/windowed_aggregation.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::model {

WindowedAggregation::WindowedAggregation(const Parameters& parameters)
    : size_(parameters.get("size")), allowed_lateness_(parameters.get("allowed_lateness")) {}

void WindowedAggregation::answer(const Command& command, Outcome& outcome) {
  switch (command.type) {
    case 0: return event(TapeReader(command.fields), outcome);
    case 1: return close(outcome);
    case 2: return list_late(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

void WindowedAggregation::event(TapeReader in, Outcome& outcome) {
  const std::string_view key = in.text();
  const std::int64_t time = in.time();
  const std::int64_t value = in.value();
  const std::optional<std::int64_t> start = start_of(time);
  if (!in.good() || !start) return outcome.refuse(refusal::malformed);

  Tape& result = outcome.done();
  const bool late = is_late(time);
  if (late) {
    late_.push_back({std::string(key), time, value});
  } else {
    auto& keys = open_[*start];
    auto window = keys.find(key);
    if (window == keys.end()) window = keys.emplace(key, Total()).first;
    window->second.sum += value;
    window->second.count += 1;
    watermark_ =
        watermark_ ? std::max(*watermark_, time - allowed_lateness_) : time - allowed_lateness_;
  }
  result.flag(late);
  write_watermark(result);
  emit(result);
}

void WindowedAggregation::close(Outcome& outcome) {
  closed_ = true;
  emit(outcome.done());
}

void WindowedAggregation::list_late(Outcome& outcome) const {
  Tape& result = outcome.done().list(static_cast<std::uint32_t>(late_.size()));
  for (const LateEvent& event : late_)
    result.list(3).text(event.key).number(event.time).number(event.value);
}

std::optional<std::int64_t> WindowedAggregation::start_of(std::int64_t time) const {
  const std::int64_t into_window = time % size_ < 0 ? time % size_ + size_ : time % size_;
  if (time < INT64_MIN + into_window) return std::nullopt;
  const std::int64_t start = time - into_window;
  if (start > INT64_MAX - size_ || time < INT64_MIN + allowed_lateness_) return std::nullopt;
  return start;
}

void WindowedAggregation::emit(Tape& tape) {
  const std::size_t list = tape.open();
  std::uint32_t count = 0;
  while (!open_.empty() && is_due(open_.begin()->first)) {
    const auto& [start, keys] = *open_.begin();
    for (const auto& [key, total] : keys) {
      tape.list(5)
          .number(start)
          .number(start + size_)
          .text(key)
          .number(total.sum)
          .number(total.count);
      ++count;
    }
    open_.erase(open_.begin());
  }
  tape.close(list, count);
}

void WindowedAggregation::write_watermark(Tape& tape) const {
  if (closed_) {
    tape.text("inf");
  } else if (watermark_) {
    tape.number(*watermark_);
  } else {
    tape.null();
  }
}

void WindowedAggregation::print(std::string& text) const {
  Tape watermark;
  write_watermark(watermark);
  text += "watermark " + to_text(TapeReader(watermark)) + "\n";
  for (const auto& [start, keys] : open_)
    for (const auto& [key, total] : keys) {
      Tape window;
      window.list(5)
          .number(start)
          .number(start + size_)
          .text(key)
          .number(total.sum)
          .number(total.count);
      text += "open " + to_text(TapeReader(window)) + "\n";
    }
  for (const LateEvent& event : late_) {
    Tape late;
    late.list(3).text(event.key).number(event.time).number(event.value);
    text += "late " + to_text(TapeReader(late)) + "\n";
  }
}

}  // namespace fencepost::model
