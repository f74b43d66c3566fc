// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/stream_metrics.hpp"

#include <algorithm>
#include <string>

namespace fencepost::model {
namespace {

// In the order of the contract.
enum Type : std::uint8_t { append_type, commit_type, idle_type, metrics_type };

void write(Tape& tape, std::optional<std::int64_t> watermark) {
  watermark ? tape.number(*watermark) : tape.null();
}

std::string to_text(std::optional<std::int64_t> watermark) {
  return watermark ? std::to_string(*watermark) : "null";
}

}  // namespace

StreamMetrics::StreamMetrics(const Parameters& parameters)
    : allowed_lateness_(parameters.get("allowed_lateness", 0)),
      partitions_(static_cast<std::size_t>(parameters.get("partitions", 4))) {}

void StreamMetrics::answer(const Command& command, Outcome& outcome) {
  TapeReader fields(command.fields);
  switch (command.type) {
    case append_type: append(fields, outcome); break;
    case commit_type: commit(fields, outcome); break;
    case idle_type: idle(fields, outcome); break;
    case metrics_type: metrics(outcome); break;
    default: outcome.refuse(refusal::malformed);
  }
}

void StreamMetrics::append(TapeReader& fields, Outcome& outcome) {
  const auto number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  const std::int64_t event_time = fields.time();
  const bool watermark_fits = event_time >= INT64_MIN + allowed_lateness_;
  if (!fields.good() || !watermark_fits) return outcome.refuse(refusal::malformed);

  Partition& partition = partitions_[static_cast<std::size_t>(number)];
  outcome.done().number(partition.end);
  partition.end += 1;
  partition.max_event_time = std::max(partition.max_event_time.value_or(event_time), event_time);
  partition.idle = false;
  bring_watermark_up_to_date();
}

void StreamMetrics::commit(TapeReader& fields, Outcome& outcome) {
  const auto number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  const std::int64_t next = fields.offset();
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  Partition& partition = partitions_[static_cast<std::size_t>(number)];
  if (next > partition.end) return outcome.refuse(refusal::beyond_end);
  partition.committed = std::max(partition.committed, next);
  bring_watermark_up_to_date();
  outcome.done().number(partition.committed);
}

void StreamMetrics::idle(TapeReader& fields, Outcome& outcome) {
  const auto number = fields.partition(static_cast<std::int64_t>(partitions_.size()));
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  partitions_[static_cast<std::size_t>(number)].idle = true;
  bring_watermark_up_to_date();
  outcome.done();
}

void StreamMetrics::bring_watermark_up_to_date() {
  std::optional<std::int64_t> slowest;
  for (const Partition& partition : partitions_) {
    if (partition.idle) continue;
    if (!partition.max_event_time) return;
    const std::int64_t watermark = *watermark_of(partition);
    slowest = std::min(slowest.value_or(watermark), watermark);
  }
  if (!slowest) return;
  watermark_ = std::max(watermark_.value_or(*slowest), *slowest);
}

void StreamMetrics::metrics(Outcome& outcome) const {
  Tape& result = outcome.done();
  std::int64_t total_lag = 0;
  std::int64_t max_lag = 0;
  result.list(static_cast<std::uint32_t>(partitions_.size()));
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    result.list(6).number(static_cast<std::int64_t>(number)).number(partition.end);
    result.number(partition.committed).number(partition.lag());
    write(result, watermark_of(partition));
    result.flag(partition.idle);
    total_lag += partition.lag();
    max_lag = std::max(max_lag, partition.lag());
  }
  result.number(total_lag).number(max_lag);
  write(result, watermark_);
}

std::optional<std::int64_t> StreamMetrics::watermark_of(const Partition& partition) const {
  if (!partition.max_event_time) return std::nullopt;
  return *partition.max_event_time - allowed_lateness_;
}

void StreamMetrics::print(std::string& text) const {
  text += "watermark " + to_text(watermark_) + "\n";
  for (std::size_t number = 0; number < partitions_.size(); ++number) {
    const Partition& partition = partitions_[number];
    if (partition.end == 0 && !partition.idle) continue;
    text += "partition " + std::to_string(number) + ": end " + std::to_string(partition.end) +
            ", committed " + std::to_string(partition.committed) + ", lag " +
            std::to_string(partition.lag()) + ", watermark " + to_text(watermark_of(partition)) +
            (partition.idle ? ", idle\n" : "\n");
  }
}

std::unique_ptr<Model> StreamMetrics::clone() const {
  return std::make_unique<StreamMetrics>(*this);
}

}  // namespace fencepost::model
