// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/stream_metrics_reading.hpp"

#include <algorithm>

namespace fencepost::properties {
namespace {

// In the order of the contract.
enum Type : std::uint8_t { append_type, commit_type, idle_type, metrics_type };

std::string to_text(const std::optional<std::int64_t>& watermark) {
  return watermark ? std::to_string(*watermark) : "null";
}

std::string partition_named(std::size_t number) { return "partition " + std::to_string(number); }

std::optional<std::int64_t> read_watermark(TapeReader& result) {
  if (result.null()) return std::nullopt;
  return result.time();
}

}  // namespace

void StreamMetricsReading::read(const Scenario& scenario, const History& history) {
  broken_.fill(std::nullopt);
  marks_ = 0;
  allowed_lateness_ = scenario.parameters.get("allowed_lateness", 0);
  partitions_.assign(static_cast<std::size_t>(scenario.parameters.get("partitions", 4)), {});
  watermark_.reset();
  watermark_at_crash_.reset();
  sure_ = true;
  for (event_ = 0; event_ < history.size(); ++event_) take(scenario, history[event_]);
}

void StreamMetricsReading::take(const Scenario& scenario, const Event& event) {
  const Command& command = scenario.steps[event.message].command;
  switch (event.kind) {
    case Event::Kind::answered:
      if (event.outcome.status == Status::unknown) return perhaps(command);
      if (event.outcome.is_refused(refusal::beyond_end)) marks_ |= beyond_end_refused;
      if (event.outcome.is_done()) answered(command, event);
      return;
    case Event::Kind::crashed:
      if (event.in_message) perhaps(command);
      return power_lost();
    case Event::Kind::node_lost: return power_lost();
    default: return;
  }
}

void StreamMetricsReading::power_lost() {
  for (Partition& partition : partitions_) partition.unheard = true;
  watermark_at_crash_ = watermark_;
}

void StreamMetricsReading::answered(const Command& command, const Event& event) {
  if (command.type == metrics_type) return metrics(event.outcome);
  TapeReader fields(command.fields);
  const auto number =
      static_cast<std::size_t>(fields.partition(static_cast<std::int64_t>(partitions_.size())));
  const std::int64_t event_time = command.type == append_type ? fields.time() : 0;
  // What a malformed command may mean is for the model to judge.
  if (!fields.good() || command.type > metrics_type || event_time < INT64_MIN + allowed_lateness_)
    return;
  Partition& partition = partitions_[number];
  if (command.type == append_type) {
    appended(partition, number, event_time,
             TapeReader(event.outcome.body).number(0, INT64_MAX - 1));
  } else if (command.type == commit_type) {
    committed(partition, number, event);
  } else {
    partition.idle = true;
    partition.idle_is_open = false;
  }
  const Watermark before = watermark_;
  bring_up_to_date();
  if (command.type == idle_type && before && before < watermark_)
    marks_ |= idle_released_the_watermark;
}

void StreamMetricsReading::appended(Partition& partition, std::size_t number,
                                    std::int64_t event_time, std::int64_t offset) {
  const bool is_right = sure_ ? offset == partition.end : offset >= partition.end;
  if (partition.unheard && !is_right)
    break_rule(survival, partition_named(number) + " had end " + std::to_string(partition.end) +
                             " when power was lost, and then appended at " +
                             std::to_string(offset));
  if (partition.in_flight && offset == partition.end + 1) marks_ |= in_flight_survived;
  const Watermark watermark = event_time - allowed_lateness_;
  if (watermark < partition.watermark) marks_ |= event_out_of_order;
  partition.end = offset + 1;
  partition.watermark = std::max(partition.watermark, watermark);
  partition.idle = partition.idle_is_open = partition.in_flight = partition.unheard = false;
}

void StreamMetricsReading::committed(Partition& partition, std::size_t number, const Event& event) {
  const std::int64_t next = TapeReader(event.outcome.body).offset();
  if (sure_ && next > partition.end)
    break_rule(negative_lag, partition_named(number) + " has end " + std::to_string(partition.end) +
                                 " and committed " + std::to_string(next) + ", a lag of " +
                                 std::to_string(partition.end - next));
  if (partition.unheard && next < partition.committed)
    break_rule(survival, partition_named(number) + " had committed " +
                             std::to_string(partition.committed) +
                             " when power was lost, and has " + std::to_string(next) + " now");
  if (event.copy == Event::Copy::duplicate && next == partition.committed)
    marks_ |= repeated_commit_changed_nothing;
  partition.committed = std::max(partition.committed, next);
}

void StreamMetricsReading::perhaps(const Command& command) {
  TapeReader fields(command.fields);
  const auto number =
      static_cast<std::size_t>(fields.partition(static_cast<std::int64_t>(partitions_.size())));
  if (command.type >= metrics_type || !fields.good()) return;
  Partition& partition = partitions_[number];
  sure_ = false;
  partition.in_flight |= command.type == append_type;
  partition.idle_is_open |= command.type == (partition.idle ? append_type : idle_type);
}

bool StreamMetricsReading::read_rows(TapeReader& result) {
  rows_.clear();
  const std::uint32_t count = result.list();
  if (count != partitions_.size()) return false;
  for (std::uint32_t number = 0; number < count; ++number) {
    if (result.list() != 6 || result.number(number, number) != number) return false;
    Row& row = rows_.emplace_back();
    row.end = result.offset();
    row.committed = result.offset();
    row.lag = result.number(INT64_MIN, INT64_MAX);
    row.watermark = read_watermark(result);
    row.idle = result.flag();
  }
  return result.good();
}

void StreamMetricsReading::metrics(const Outcome& outcome) {
  TapeReader result(outcome.body);
  // A result of another shape is for the model to judge.
  if (!read_rows(result)) return;
  const std::int64_t total = result.number(INT64_MIN, INT64_MAX);
  const std::int64_t greatest = result.number(INT64_MIN, INT64_MAX);
  const Watermark watermark = read_watermark(result);
  if (!result.good()) return;
  for (std::size_t number = 0; number < rows_.size(); ++number)
    judge_row(partitions_[number], number, rows_[number]);
  judge_sums(total, greatest);
  judge_watermark(watermark);
  take_over(watermark);
}

void StreamMetricsReading::judge_row(const Partition& partition, std::size_t number,
                                     const Row& row) {
  if (row.lag < 0)
    break_rule(negative_lag, partition_named(number) + " has a lag of " + std::to_string(row.lag));
  if (row.lag != row.end - row.committed)
    break_rule(sums, partition_named(number) + " has end " + std::to_string(row.end) +
                         " and committed " + std::to_string(row.committed) + ", but a lag of " +
                         std::to_string(row.lag));
  if (row.watermark < partition.watermark)
    break_rule(going_back, "the watermark of " + partition_named(number) + " was " +
                               to_text(partition.watermark) + " and is " + to_text(row.watermark) +
                               " now");
  if (partition.in_flight && row.end == partition.end + 1) marks_ |= in_flight_survived;
  if (!partition.unheard) return;
  const bool is_less = row.end < partition.end || row.committed < partition.committed;
  const bool is_more = sure_ && (row.end > partition.end || row.committed > partition.committed);
  const bool idle_differs = row.idle != partition.idle && !partition.idle_is_open;
  if (is_less || is_more || idle_differs)
    break_rule(survival, partition_named(number) + " had end " + std::to_string(partition.end) +
                             ", committed " + std::to_string(partition.committed) +
                             (partition.idle ? " and was idle" : "") +
                             " when power was lost, and then end " + std::to_string(row.end) +
                             ", committed " + std::to_string(row.committed) +
                             (row.idle ? " and is idle" : ""));
}

void StreamMetricsReading::judge_sums(std::int64_t total, std::int64_t greatest) {
  // Unsigned, since a broken system may show anything.
  std::uint64_t sum = 0;
  std::int64_t most = 0;
  for (const Row& row : rows_) {
    sum += static_cast<std::uint64_t>(row.lag);
    most = std::max(most, row.lag);
  }
  if (static_cast<std::uint64_t>(total) != sum)
    break_rule(sums, "the lags add up to " + std::to_string(static_cast<std::int64_t>(sum)) +
                         ", but total_lag is " + std::to_string(total));
  if (greatest != most)
    break_rule(sums, "the greatest lag is " + std::to_string(most) + ", but max_lag is " +
                         std::to_string(greatest));
}

void StreamMetricsReading::judge_watermark(const Watermark& watermark) {
  const auto active_count = std::ranges::count(rows_, false, &Row::idle);
  const bool some_idle = static_cast<std::size_t>(active_count) < rows_.size();
  Watermark least = INT64_MAX;
  for (const Row& row : rows_)
    if (!row.idle) least = std::min(least, row.watermark);
  if (active_count == 0) marks_ |= all_inputs_idle;
  if (active_count > 0 && watermark && least < watermark) marks_ |= woken_did_not_pull_back;

  if (watermark < watermark_at_crash_)
    break_rule(survival, "the watermark was " + to_text(watermark_at_crash_) +
                             " when power was lost and is " + to_text(watermark) + " now");
  if (active_count > 0 && watermark < least)
    return break_rule(some_idle ? idle_holds : slowest,
                      "the slowest active input is at " + to_text(least) +
                          ", but the watermark is " + to_text(watermark));
  if (watermark < watermark_)
    break_rule(going_back, "the watermark was " + to_text(watermark_) + " and is " +
                               to_text(watermark) + " now");
  if (sure_ && watermark > watermark_)
    break_rule(slowest, "the watermark is " + to_text(watermark) +
                            ", but the slowest active input has brought it to " +
                            to_text(watermark_) + " only");
}

void StreamMetricsReading::take_over(const Watermark& watermark) {
  for (std::size_t number = 0; number < rows_.size(); ++number) {
    const Row& row = rows_[number];
    partitions_[number] = {
        .end = row.end, .committed = row.committed, .watermark = row.watermark, .idle = row.idle};
  }
  watermark_ = watermark;
  watermark_at_crash_.reset();
  sure_ = true;
}

void StreamMetricsReading::bring_up_to_date() {
  if (!sure_) return;
  Watermark least;
  for (const Partition& partition : partitions_) {
    if (partition.idle) continue;
    if (!partition.watermark) return;
    least = std::min(least.value_or(INT64_MAX), *partition.watermark);
  }
  watermark_ = std::max(watermark_, least);
}

void StreamMetricsReading::break_rule(Rule rule, std::string sentence) {
  if (!broken_[rule]) broken_[rule] = Broken{event_, std::move(sentence)};
}

}  // namespace fencepost::properties
