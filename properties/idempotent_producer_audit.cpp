// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/idempotent_producer_audit.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::properties {
namespace {

std::string in_partition(std::int64_t partition) {
  return " in partition " + std::to_string(partition);
}

}  // namespace

std::string IdempotentProducerAudit::name_of(const Produce& produce) {
  return "sequence " + std::to_string(produce.sequence) + " of " + quote(produce.producer) +
         ", epoch " + std::to_string(produce.epoch) + "," + in_partition(produce.partition);
}

void IdempotentProducerAudit::read(const Scenario& scenario, const History& history) {
  *this = {};
  partitions_ = scenario.parameters.get("partitions", 4);
  for (const Event& event : history) {
    if (event.kind == Event::Kind::answered || event.in_message)
      see(event, scenario.steps[event.message].command);
    ++at_;
  }
}

void IdempotentProducerAudit::breaks(Rule rule, std::string sentence) {
  std::optional<Broken>& breach = breaches_[static_cast<std::size_t>(rule)];
  if (!breach) breach = Broken{at_, std::move(sentence)};
}

void IdempotentProducerAudit::see(const Event& event, const Command& command) {
  const TapeReader fields(command.fields);
  if (command.type == 0) see_produce(event, fields);
  if (command.type == 1 && event.kind == Event::Kind::answered && event.outcome.is_done())
    see_read(fields, TapeReader(event.outcome.body));
}

void IdempotentProducerAudit::see_produce(const Event& event, TapeReader fields) {
  Produce produce{};
  produce.producer = fields.text();
  produce.epoch = fields.epoch();
  produce.partition = fields.partition(partitions_);
  produce.sequence = fields.sequence();
  produce.value = fields.value();
  if (!fields.good()) return;
  if (event.in_message || event.outcome.status == Status::unknown) return uncertain(produce);
  const std::string_view code = event.outcome.code();
  if (code == refusal::fenced) log(produce.partition).fenced_values.push_back(produce.value);
  if (!event.outcome.is_done() && code != refusal::out_of_order) return;

  Known& producer = known(produce.producer);
  if (produce.epoch < producer.epoch)
    breaks(Rule::fenced, name_of(produce) + ", was not fenced though epoch " +
                             std::to_string(producer.epoch) + " was known");
  producer.epoch = std::max(producer.epoch, produce.epoch);
  if (!event.outcome.is_done()) return came_too_early(produce);
  TapeReader result(event.outcome.body);
  const bool is_duplicate = result.peek() == Tag::absent;
  return is_duplicate ? filtered(produce) : appended(produce, result.offset());
}

void IdempotentProducerAudit::came_too_early(const Produce& produce) {
  const Lane& sequences = lane(produce);
  if (sequences.surely >= 0 && produce.sequence <= sequences.surely + 1)
    breaks(Rule::survives, name_of(produce) + ", was refused as out of order though sequence " +
                               std::to_string(sequences.surely) + " was acknowledged");
}

void IdempotentProducerAudit::appended(const Produce& produce, std::int64_t offset) {
  Lane& sequences = lane(produce);
  Log& records = log(produce.partition);
  const auto what = [&] {
    return name_of(produce) + ", was appended at offset " + std::to_string(offset);
  };
  if (produce.sequence > sequences.perhaps + 1)
    breaks(Rule::in_order,
           what() + " though sequence " + std::to_string(sequences.perhaps + 1) + " never was");
  if (produce.sequence <= sequences.surely && offset >= records.least)
    breaks(Rule::at_most_once, what() + " though it had been appended before");
  if (offset < records.least)
    breaks(Rule::survives, what() + ", where an acknowledged record had its place");
  if (offset > records.most)
    breaks(Rule::dense, what() + ", but at most " + std::to_string(records.most) +
                            " records can have come before it");

  sequences.surely = sequences.perhaps = produce.sequence;
  records.least = records.most = offset + 1;
  records.told.emplace_back(offset, produce.value);
}

void IdempotentProducerAudit::filtered(const Produce& produce) {
  Lane& sequences = lane(produce);
  if (produce.sequence > sequences.perhaps)
    breaks(Rule::survives,
           name_of(produce) + ", was acknowledged as a duplicate, but it never was appended");
  sequences.surely = std::max(sequences.surely, produce.sequence);
  sequences.perhaps = std::max(sequences.perhaps, produce.sequence);
}

void IdempotentProducerAudit::uncertain(const Produce& produce) {
  if (produce.epoch < known(produce.producer).epoch) return;
  Lane& sequences = lane(produce);
  if (produce.sequence <= sequences.surely || produce.sequence > sequences.perhaps + 1) return;
  sequences.perhaps = std::max(sequences.perhaps, produce.sequence);
  ++log(produce.partition).most;
}

void IdempotentProducerAudit::see_read(TapeReader fields, TapeReader result) {
  const std::int64_t partition = fields.partition(partitions_);
  if (!fields.good()) return;
  Log& records = log(partition);
  std::vector<std::int64_t> values(result.list());
  for (std::int64_t& value : values) value = result.value();
  const auto size = static_cast<std::int64_t>(values.size());
  if (size < records.least)
    breaks(Rule::survives, "the log has " + std::to_string(size) + " records" +
                               in_partition(partition) + ", but offset " +
                               std::to_string(records.least - 1) + " was acknowledged");
  for (const auto& [offset, told] : records.told)
    if (offset < size && values[static_cast<std::size_t>(offset)] != told)
      breaks(Rule::survives, "offset " + std::to_string(offset) + in_partition(partition) +
                                 " holds " +
                                 std::to_string(values[static_cast<std::size_t>(offset)]) +
                                 ", but " + std::to_string(told) + " was acknowledged there");
  if (size > records.most) grew_unasked(records, values[static_cast<std::size_t>(records.most)]);

  records.told.clear();
  for (const std::int64_t value : values)
    records.told.emplace_back(static_cast<std::int64_t>(records.told.size()), value);
  records.least = records.most = size;
}

void IdempotentProducerAudit::grew_unasked(const Log& records, std::int64_t value) {
  const bool is_fenced =
      std::ranges::find(records.fenced_values, value) != records.fenced_values.end();
  if (is_fenced)
    breaks(Rule::fenced, "the log shows " + std::to_string(value) +
                             in_partition(records.partition) + ", which a fenced producer sent");
  if (!is_fenced)
    breaks(Rule::dense, "the log has more than " + std::to_string(records.most) + " records" +
                            in_partition(records.partition) + ", but no more were accepted");
}

IdempotentProducerAudit::Known& IdempotentProducerAudit::known(std::string_view producer) {
  const auto found = std::ranges::find(known_, producer, &Known::producer);
  return found != known_.end() ? *found : known_.emplace_back(Known{producer, -1});
}

IdempotentProducerAudit::Lane& IdempotentProducerAudit::lane(const Produce& produce) {
  for (Lane& lane : lanes_)
    if (lane.epoch == produce.epoch && lane.partition == produce.partition &&
        lane.producer == produce.producer)
      return lane;
  return lanes_.emplace_back(Lane{produce.producer, produce.epoch, produce.partition});
}

IdempotentProducerAudit::Log& IdempotentProducerAudit::log(std::int64_t partition) {
  const auto found = std::ranges::find(logs_, partition, &Log::partition);
  if (found != logs_.end()) return *found;
  logs_.emplace_back().partition = partition;
  return logs_.back();
}

}  // namespace fencepost::properties
