// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/windowed_aggregation.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/sut/buffered_tape.hpp"
#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

using Window = OpenWindows::Window;
using Bug = WindowedAggregationBug;

// Records of the journal: "e", time, value and key of an event; "c" for a close.
constexpr char event_record = 'e';
constexpr char close_record = 'c';
constexpr std::size_t event_head_bytes = 1 + 8 + 8;

template <class Out>
void write_window(Out& out, const Window& window, std::int64_t size) {
  out.list(5)
      .number(window.start)
      .number(window.start + size)
      .text(window.key)
      .number(window.sum)
      .number(window.count);
}

}  // namespace

template <class Bugs>
WindowedAggregation<Bugs>::WindowedAggregation(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs),
      journal_(disk),
      size_(parameters.get("size")),
      allowed_lateness_(parameters.get("allowed_lateness")) {}

template <class Bugs>
std::string WindowedAggregation<Bugs>::recover() {
  std::string damage = journal_.recover(*this);
  if (bugs_.has(Bug::replays_the_last_record_twice) && !record_.empty()) redo(std::string(record_));
  return damage;
}

template <class Bugs>
void WindowedAggregation<Bugs>::answer(const Command& command, Outcome& outcome) {
  switch (command.type) {
    case 0: return event(command, outcome);
    case 1: return close(outcome);
    case 2: outcome.done().list(late_count_).raw(late_.bytes()); return;
    default: return outcome.refuse(refusal::malformed);
  }
}

template <class Bugs>
void WindowedAggregation<Bugs>::event(const Command& command, Outcome& outcome) {
  TapeReader in(command.fields);
  const std::string_view key = in.text();
  const std::int64_t time = in.time();
  const std::int64_t value = in.value();
  if (!in.good() || is_beyond_limits(time)) return outcome.refuse(refusal::malformed);
  record_.assign(1, event_record);
  record_.resize(event_head_bytes);
  std::memcpy(record_.data() + 1, &time, sizeof time);
  std::memcpy(record_.data() + 9, &value, sizeof value);
  record_.append(key);
  if (!commit(record_, outcome)) return;
  const bool late = apply({key, time, value});
  Tape& result = outcome.done().flag(late);
  write_watermark(result);
  write_emitted(result);
  journal_.checkpoint_if_due(*this);
}

template <class Bugs>
void WindowedAggregation<Bugs>::close(Outcome& outcome) {
  if (!closed_ && !commit({&close_record, 1}, outcome)) return;
  closed_ = true;
  write_emitted(outcome.done());
  journal_.checkpoint_if_due(*this);
}

template <class Bugs>
bool WindowedAggregation<Bugs>::commit(std::string_view record, Outcome& outcome) {
  if (bugs_.has(Bug::answers_before_the_sync)) return journal_.commit_without_sync(record, outcome);
  return journal_.commit(record, outcome);
}

template <class Bugs>
bool WindowedAggregation<Bugs>::is_beyond_limits(std::int64_t time) const {
  const std::int64_t remainder = time % size_;
  const std::int64_t into_window = remainder < 0 ? remainder + size_ : remainder;
  return time < INT64_MIN + std::max(into_window, allowed_lateness_) ||
         time - into_window > INT64_MAX - size_;
}

template <class Bugs>
std::int64_t WindowedAggregation<Bugs>::start_of(std::int64_t time) const {
  const std::int64_t remainder = time % size_;
  if (remainder < 0 && !bugs_.has(Bug::truncates_towards_zero)) return time - remainder - size_;
  return time - remainder;
}

template <class Bugs>
bool WindowedAggregation<Bugs>::is_late(std::int64_t time) const {
  if (closed_) return true;
  if (!watermark_) return false;
  return bugs_.has(Bug::counts_the_watermark_as_late) ? time <= *watermark_ : time < *watermark_;
}

template <class Bugs>
bool WindowedAggregation<Bugs>::apply(const InputEvent& event) {
  if (is_late(event.time)) {
    late_.list(3).text(event.key).number(event.time).number(event.value);
    ++late_count_;
    return true;
  }
  open_.add(start_of(event.time), event.key, event.value, 1);
  const std::int64_t reached = event.time - allowed_lateness_;
  if (!watermark_ || *watermark_ < reached || bugs_.has(Bug::follows_the_last_event))
    watermark_ = reached;
  return false;
}

template <class Bugs>
std::span<const Window> WindowedAggregation<Bugs>::emit() {
  if (closed_) return open_.take(INT64_MAX);
  // Nothing starts so low that an end at or below such a watermark would fit.
  const std::int64_t early = bugs_.has(Bug::emits_one_tick_early) ? 1 : 0;
  if (!watermark_ || *watermark_ < INT64_MIN + size_) return {};
  return open_.take(*watermark_ - size_ + early);
}

template <class Bugs>
void WindowedAggregation<Bugs>::write_emitted(Tape& tape) {
  const std::span<const Window> emitted = emit();
  BufferedTape out(tape);
  out.list(static_cast<std::uint32_t>(emitted.size()));
  for (Window window : emitted) {
    if (bugs_.has(Bug::adds_in_32_bits)) window.sum = static_cast<std::int32_t>(window.sum);
    write_window(out, window, size_);
  }
  out.flush();
  if (!bugs_.has(Bug::keeps_emitted_windows)) return;
  std::vector<std::pair<Window, std::string>> kept;
  for (const Window& window : emitted) kept.emplace_back(window, window.key);
  for (const auto& [window, key] : kept) open_.add(window.start, key, window.sum, window.count);
}

template <class Bugs>
void WindowedAggregation<Bugs>::write_watermark(Tape& tape) const {
  if (closed_) {
    tape.text("inf");
  } else if (watermark_) {
    tape.number(*watermark_);
  } else {
    tape.null();
  }
}

template <class Bugs>
void WindowedAggregation<Bugs>::print(std::string& text) const {
  Tape line;
  const auto add = [&](std::string_view what) {
    text.append(what).append(to_text(TapeReader(line))).append("\n");
    line.clear();
  };
  write_watermark(line);
  add("watermark ");
  for (const Window& window : open_.sorted()) {
    write_window(line, window, size_);
    add("open ");
  }
  TapeReader late(late_);
  for (std::uint32_t left = late_count_; left > 0; --left) {
    line.raw(late.raw());
    add("late ");
  }
}

template <class Bugs>
void WindowedAggregation<Bugs>::redo(std::string_view record) {
  if (bugs_.has(Bug::replays_the_last_record_twice)) record_ = record;
  if (record.front() == close_record) {
    closed_ = true;
    static_cast<void>(emit());
    closed_ = !bugs_.has(Bug::forgets_the_close);
    return;
  }
  InputEvent event{record.substr(event_head_bytes), 0, 0};
  std::memcpy(&event.time, record.data() + 1, sizeof event.time);
  std::memcpy(&event.value, record.data() + 9, sizeof event.value);
  apply(event);
  static_cast<void>(emit());
}

template <class Bugs>
void WindowedAggregation<Bugs>::reset() {
  open_.clear();
  watermark_.reset();
  closed_ = false;
  late_.clear();
  late_count_ = 0;
}

template <class Bugs>
void WindowedAggregation<Bugs>::save(std::string& state) const {
  Tape tape;
  tape.flag(closed_);
  watermark_ ? tape.number(*watermark_) : tape.null();
  tape.list(late_count_).raw(late_.bytes());
  BufferedTape out(tape);
  out.list(static_cast<std::uint32_t>(open_.size()));
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const Window window = open_.at(i);
    out.list(4).number(window.start).text(window.key).number(window.sum).number(window.count);
  }
  out.flush();
  state += tape.bytes();
}

template <class Bugs>
bool WindowedAggregation<Bugs>::load(std::string_view state) {
  reset();
  TapeReader in(state);
  closed_ = in.flag();
  if (!in.null()) watermark_ = in.time();
  late_count_ = in.list();
  for (std::uint32_t left = late_count_; left > 0 && !in.at_end(); --left) late_.raw(in.raw());
  for (std::uint32_t left = in.list(); left > 0 && in.good(); --left) {
    if (in.list() != 4) in.refuse();
    const std::int64_t start = in.time();
    const std::string_view key = in.text();
    const std::int64_t sum = in.time();
    open_.add(start, key, sum, in.offset());
  }
  return in.good() && in.at_end();
}

template class WindowedAggregation<NoBugs>;
template class WindowedAggregation<OneBug<WindowedAggregationBug>>;

std::unique_ptr<Home> make_windowed_aggregation(const PlantedBug* bug) {
  return make_home<WindowedAggregation, WindowedAggregationBug>(windowed_aggregation_bugs, bug);
}

}  // namespace fencepost::sut
