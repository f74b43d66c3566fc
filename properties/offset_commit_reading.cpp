// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/offset_commit_reading.hpp"

#include <algorithm>
#include <string>

namespace fencepost::properties {
namespace {

// In the order of the contract.
constexpr std::uint8_t processed_type = 0;
constexpr std::int64_t word = 64;

template <class Waiting>
auto place_of(Waiting& waiting, std::int64_t offset) {
  return std::ranges::lower_bound(waiting, offset, {},
                                  [](const auto& processed) { return processed.offset; });
}

template <class Waiting>
bool holds(const Waiting& waiting, std::int64_t offset) {
  const auto place = place_of(waiting, offset);
  return place != waiting.end() && place->offset == offset && place->sure;
}

/// How far a commit gets from `committed` on with what waits; with `sure` only what surely counts.
template <class Waiting>
std::int64_t reach(std::int64_t committed, const Waiting& waiting, bool sure) {
  for (auto next = place_of(waiting, committed + 1); next != waiting.end(); ++next) {
    if (next->offset != committed + 1 || (sure && !next->sure)) break;
    ++committed;
  }
  return committed;
}

template <class Waiting>
void add(Waiting& waiting, std::int64_t offset, bool sure) {
  const auto place = place_of(waiting, offset);
  if (place == waiting.end() || place->offset != offset) {
    waiting.insert(place, {offset, 1, sure});
    return;
  }
  ++place->times;
  place->sure |= sure;
}

}  // namespace

void OffsetCommitReading::read(const Scenario& scenario, const History& history) {
  broken_.fill(std::nullopt);
  marks_ = 0;
  used_ = 0;
  for (event_ = 0; event_ < history.size(); ++event_) take(scenario, history[event_]);
  judge_the_end();
}

OffsetCommitReading::Partition& OffsetCommitReading::find(std::int64_t number) {
  for (std::size_t i = 0; i < used_; ++i)
    if (partitions_[i].number == number) return partitions_[i];
  if (used_ == partitions_.size()) partitions_.emplace_back();
  Partition& fresh = partitions_[used_++];
  std::vector<Processed> memory = std::move(fresh.waiting);
  memory.clear();
  fresh = {.number = number, .waiting = std::move(memory)};
  return fresh;
}

void OffsetCommitReading::take(const Scenario& scenario, const Event& event) {
  const Command& command = scenario.steps[event.message].command;
  switch (event.kind) {
    case Event::Kind::answered: {
      if (event.outcome.status == Status::unknown) return perhaps(command, true);
      if (!event.outcome.is_done()) return;
      TapeReader fields(command.fields);
      TapeReader result(event.outcome.body);
      const std::int64_t number = fields.offset();
      const std::int64_t offset = command.type == processed_type ? fields.offset() : -1;
      const std::int64_t committed = result.number(-1, INT64_MAX - 1);
      // What a malformed command may mean is for the model to judge.
      if (!fields.good() || !result.good()) return;
      return hear(find(number),
                  {offset, committed, event.copy == Event::Copy::duplicate, event.told});
    }
    case Event::Kind::crashed:
      if (event.in_message) perhaps(command, false);
      return end_life();
    case Event::Kind::node_lost: return end_life();
    default: return;
  }
}

void OffsetCommitReading::perhaps(const Command& command, bool system_runs_on) {
  TapeReader fields(command.fields);
  const std::int64_t number = fields.offset();
  const std::int64_t offset = command.type == processed_type ? fields.offset() : -1;
  if (command.type != processed_type || !fields.good()) return;
  Partition& partition = find(number);
  if (offset <= partition.least) return;
  add(partition.waiting, offset, false);
  const std::int64_t most = reach(partition.most, partition.waiting, false);
  if (most == partition.most) return;
  partition.most = most;
  if (!system_runs_on) partition.in_flight = most;
}

void OffsetCommitReading::hear(Partition& partition, const Answer& answer) {
  const bool was_there =
      answer.offset >= 0 && partition.known &&
      (answer.offset <= partition.least || holds(partition.waiting, answer.offset));
  if (answer.offset > partition.least) add(partition.waiting, answer.offset, true);
  judge(partition, answer, was_there);
  mark(partition, answer);
  partition.least = partition.most = answer.committed;
  partition.known = true;
  partition.in_flight = -1;
  partition.answered_at = event_;
  partition.seen = std::max(partition.seen, answer.committed);
  if (answer.told) partition.told = std::max(partition.told, answer.committed);
  partition.waiting.erase(partition.waiting.begin(),
                          place_of(partition.waiting, answer.committed + 1));
}

void OffsetCommitReading::judge(const Partition& partition, const Answer& answer, bool was_there) {
  const auto& waiting = partition.waiting;
  const std::int64_t committed = answer.committed;
  if (!partition.known && committed < partition.told)
    break_rule(survival, partition, committed,
               "before power was lost a client was told " + std::to_string(partition.told));
  const std::int64_t most = reach(partition.most, waiting, false);
  if (committed > most)
    break_rule(gap, partition, committed,
               "offset " + std::to_string(most + 1) + " has not been processed");
  if (committed < partition.seen)
    break_rule(going_back, partition, committed, "it was " + std::to_string(partition.seen));
  if (was_there && (committed < partition.least || committed > most))
    break_rule(duplicates, partition, committed,
               "offset " + std::to_string(answer.offset) + " came again and it was " +
                   std::to_string(partition.least));
  const std::int64_t least = reach(partition.least, waiting, true);
  if (committed >= least) return;
  const auto missing = place_of(waiting, committed + 1);
  if (missing != waiting.end() && missing->offset == committed + 1 && missing->times > 1)
    break_rule(
        duplicates, partition, committed,
        "offset " + std::to_string(missing->offset) + " has been processed, and more than once");
  break_rule(order, partition, committed,
             "every offset up to " + std::to_string(least) + " has been processed");
}

void OffsetCommitReading::mark(const Partition& partition, const Answer& answer) {
  const std::int64_t committed = answer.committed;
  if (!partition.known) {
    const bool by_itself = answer.offset >= 0 && answer.offset <= committed;
    if (partition.in_flight > partition.told && committed >= partition.in_flight && !by_itself)
      marks_ |= in_flight_survived;
    return;
  }
  if (answer.is_duplicate && answer.offset >= 0 && committed == partition.least)
    marks_ |= duplicate_changed_nothing;
  if (answer.offset > 100'000 && answer.offset - 100'000 > committed) marks_ |= waited_far_ahead;
  if (committed - 2 < partition.least) return;
  marks_ |= filled_gap_released_several;
  if ((partition.least + 1) / word != committed / word) marks_ |= run_crossed_a_word;
}

void OffsetCommitReading::end_life() {
  for (std::size_t i = 0; i < used_; ++i) {
    Partition& partition = partitions_[i];
    if (!partition.waiting.empty() && partition.waiting.back().offset > partition.most + 1)
      marks_ |= crash_forgot_what_waited;
    partition.waiting.clear();
    partition.least = partition.seen = partition.told;
    partition.known = false;
  }
}

void OffsetCommitReading::judge_the_end() {
  for (std::size_t i = 0; i < used_; ++i) {
    const Partition& partition = partitions_[i];
    const std::int64_t end = reach(partition.least, partition.waiting, true);
    if (!partition.known || end == partition.least) continue;
    event_ = partition.answered_at;
    break_rule(the_end, partition, partition.least,
               "every offset below " + std::to_string(end + 1) + " has been processed");
  }
}

void OffsetCommitReading::break_rule(Rule rule, const Partition& partition, std::int64_t committed,
                                     std::string_view words) {
  if (broken_[rule]) return;
  broken_[rule] =
      Broken{event_, "partition " + std::to_string(partition.number) + " has committed " +
                         std::to_string(committed) + ", but " + std::string(words)};
}

}  // namespace fencepost::properties
