// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/stream_metrics.hpp"

#include <algorithm>
#include <cstring>

#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

using Bug = StreamMetricsBug;

// In the order of the contract.
enum Type : std::uint8_t { append_type, commit_type, idle_type, metrics_type };

template <class Value>
std::string_view bytes_of(const Value& value) {
  static_assert(std::has_unique_object_representations_v<Value>);
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Takes a value off the front.
template <class Value>
Value take(std::string_view& bytes) {
  Value value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

using Watermark = std::optional<std::int64_t>;

void write(Tape& tape, Watermark watermark) { watermark ? tape.number(*watermark) : tape.null(); }

std::string to_text(Watermark watermark) { return watermark ? std::to_string(*watermark) : "null"; }

}  // namespace

template <class Bugs>
StreamMetrics<Bugs>::StreamMetrics(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs),
      journal_(disk),
      allowed_lateness_(parameters.get("allowed_lateness", 0)),
      partitions_(static_cast<std::size_t>(parameters.get("partitions", 4))),
      slowest_(partitions_.size()),
      active_(partition_count()),
      silent_(partition_count()) {}

template <class Bugs>
void StreamMetrics<Bugs>::answer(const Command& command, Outcome& outcome) {
  TapeReader fields(command.fields);
  switch (command.type) {
    case append_type: return append(fields, outcome);
    case commit_type: return commit(fields, outcome);
    case idle_type: return idle(fields, outcome);
    case metrics_type: return metrics(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

template <class Bugs>
void StreamMetrics<Bugs>::append(TapeReader& fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partition_count());
  const std::int64_t event_time = fields.time();
  if (!fields.good() || event_time < INT64_MIN + allowed_lateness_)
    return outcome.refuse(refusal::malformed);
  if (change({append_type, number, event_time}, outcome))
    outcome.done().number(partitions_[static_cast<std::size_t>(number)].end - 1);
}

template <class Bugs>
void StreamMetrics<Bugs>::commit(TapeReader& fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partition_count());
  const std::int64_t next = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const Partition& partition = partitions_[static_cast<std::size_t>(number)];
  if (next > partition.end && !bugs_.has(Bug::commit_beyond_end_accepted))
    return outcome.refuse(refusal::beyond_end);
  if (next > partition.committed && !change({commit_type, number, next}, outcome)) return;
  outcome.done().number(partition.committed);
}

template <class Bugs>
void StreamMetrics<Bugs>::idle(TapeReader& fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partition_count());
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (partitions_[static_cast<std::size_t>(number)].idle == 0 &&
      !change({idle_type, number, 0}, outcome))
    return;
  outcome.done();
}

template <class Bugs>
bool StreamMetrics<Bugs>::change(const Change& change, Outcome& outcome) {
  const bool stored =
      bugs_.has(Bug::idle_is_not_stored) && change.type == idle_type ? true
      : bugs_.has(Bug::append_acknowledged_before_synced) && change.type == append_type
          ? journal_.commit_without_sync(bytes_of(change), outcome)
          : journal_.commit(bytes_of(change), outcome);
  if (!stored) return false;
  apply(change);
  journal_.checkpoint_if_due(*this);
  return true;
}

template <class Bugs>
void StreamMetrics<Bugs>::apply(const Change& change) {
  const auto number = static_cast<std::size_t>(change.partition);
  Partition& partition = partitions_[number];
  switch (change.type) {
    case append_type:
      silent_ -= counts(partition) && partition.seen == 0;
      active_ += !counts(partition);
      ++partition.end;
      ++total_lag_;
      max_lag_ = std::max(max_lag_, lag_of(partition));
      partition.max_event_time = partition.seen == 0 || bugs_.has(Bug::last_event_time_wins)
                                     ? change.number
                                     : std::max(partition.max_event_time, change.number);
      partition.seen = 1;
      partition.idle = 0;
      slowest_.set(number, partition.max_event_time);
      break;
    case commit_type:
      if (!bugs_.has(Bug::greatest_lag_never_shrinks))
        max_lag_is_exact_ &= lag_of(partition) < max_lag_;
      total_lag_ -= change.number - partition.committed;
      partition.committed = change.number;
      break;
    default:
      partition.idle = 1;
      if (counts(partition)) break;
      --active_;
      silent_ -= partition.seen == 0;
      slowest_.set(number, LeastOf::none);
  }
  bring_watermark_up_to_date();
}

template <class Bugs>
void StreamMetrics<Bugs>::bring_watermark_up_to_date() {
  if (silent_ > 0 || (active_ == 0 && !bugs_.has(Bug::no_input_means_infinity))) return;
  const std::int64_t event_time =
      bugs_.has(Bug::fastest_input_decides) ? fastest() : slowest_.least();
  const std::int64_t watermark = event_time - allowed_lateness_;
  watermark_ =
      bugs_.has(Bug::waking_input_pulls_back) ? watermark : std::max(watermark_, watermark);
  has_watermark_ = true;
}

template <class Bugs>
std::int64_t StreamMetrics<Bugs>::fastest() const {
  std::int64_t greatest = INT64_MIN;
  for (const Partition& partition : partitions_)
    if (partition.idle == 0) greatest = std::max(greatest, partition.max_event_time);
  return greatest;
}

template <class Bugs>
bool StreamMetrics<Bugs>::counts(const Partition& partition) const {
  return partition.idle == 0 || bugs_.has(Bug::idle_input_still_counts);
}

template <class Bugs>
std::int64_t StreamMetrics<Bugs>::lag_of(const Partition& partition) const {
  return partition.end - partition.committed - bugs_.has(Bug::lag_counts_from_the_last_offset);
}

template <class Bugs>
std::optional<std::int64_t> StreamMetrics<Bugs>::watermark_of(const Partition& partition) const {
  if (partition.seen == 0) return std::nullopt;
  return partition.max_event_time - allowed_lateness_;
}

template <class Bugs>
std::optional<std::int64_t> StreamMetrics<Bugs>::global_watermark() const {
  if (!has_watermark_) return std::nullopt;
  return watermark_;
}

template <class Bugs>
void StreamMetrics<Bugs>::metrics(Outcome& outcome) {
  if (!max_lag_is_exact_) {
    max_lag_ = 0;
    for (const Partition& partition : partitions_) max_lag_ = std::max(max_lag_, lag_of(partition));
    max_lag_is_exact_ = true;
  }
  Tape& result = outcome.done();
  result.list(static_cast<std::uint32_t>(partitions_.size()));
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    result.list(6).number(static_cast<std::int64_t>(number)).number(partition.end);
    result.number(partition.committed).number(lag_of(partition));
    write(result, watermark_of(partition));
    result.flag(partition.idle != 0);
  }
  result.number(total_lag_).number(max_lag_);
  write(result, global_watermark());
}

template <class Bugs>
void StreamMetrics<Bugs>::print(std::string& text) const {
  text += "watermark " + to_text(global_watermark()) + "\n";
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    if (partition.end == 0 && partition.idle == 0) continue;
    text += "partition " + std::to_string(number) + ": end " + std::to_string(partition.end) +
            ", committed " + std::to_string(partition.committed) + ", lag " +
            std::to_string(lag_of(partition)) + ", watermark " + to_text(watermark_of(partition)) +
            (partition.idle != 0 ? ", idle\n" : "\n");
  }
}

template <class Bugs>
std::string StreamMetrics<Bugs>::recover() {
  std::string damage = journal_.recover(*this);
  if (bugs_.has(Bug::last_record_applied_twice) && last_redone_.type == append_type &&
      journal_.records() > 0)
    apply(last_redone_);
  if (bugs_.has(Bug::recovery_recomputes_the_watermark) && active_ > 0) {
    watermark_ = INT64_MIN;
    bring_watermark_up_to_date();
  }
  return damage;
}

template <class Bugs>
void StreamMetrics<Bugs>::redo(std::string_view record) {
  last_redone_ = take<Change>(record);
  apply(last_redone_);
}

template <class Bugs>
void StreamMetrics<Bugs>::reset() {
  std::ranges::fill(partitions_, Partition());
  has_watermark_ = false;
  watermark_ = INT64_MIN;
  count_anew();
}

template <class Bugs>
bool StreamMetrics<Bugs>::load(std::string_view state) {
  if (state.size() != 2 * sizeof(std::int64_t) + partitions_.size() * sizeof(Partition))
    return false;
  has_watermark_ = take<std::int64_t>(state) != 0;
  watermark_ = take<std::int64_t>(state);
  for (Partition& partition : partitions_) partition = take<Partition>(state);
  count_anew();
  return true;
}

template <class Bugs>
void StreamMetrics<Bugs>::save(std::string& state) const {
  state += bytes_of(static_cast<std::int64_t>(has_watermark_));
  state += bytes_of(watermark_);
  for (const Partition& partition : partitions_) state += bytes_of(partition);
}

template <class Bugs>
void StreamMetrics<Bugs>::count_anew() {
  active_ = silent_ = total_lag_ = max_lag_ = 0;
  max_lag_is_exact_ = true;
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    const bool active = counts(partition);
    active_ += active;
    silent_ += active && partition.seen == 0;
    total_lag_ += lag_of(partition);
    max_lag_ = std::max(max_lag_, lag_of(partition));
    slowest_.set(number, active && partition.seen != 0 ? partition.max_event_time : LeastOf::none);
  }
}

template class StreamMetrics<NoBugs>;
template class StreamMetrics<OneBug<StreamMetricsBug>>;

std::unique_ptr<Home> make_stream_metrics(const PlantedBug* bug) {
  return make_home<StreamMetrics, StreamMetricsBug>(stream_metrics_bugs, bug);
}

}  // namespace fencepost::sut
