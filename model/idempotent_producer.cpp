// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/idempotent_producer.hpp"

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::model {

IdempotentProducer::IdempotentProducer(const Parameters& parameters)
    : partitions_(parameters.get("partitions", 4)) {}

void IdempotentProducer::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return produce(fields, outcome);
    case 1: return read(fields, outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

void IdempotentProducer::produce(TapeReader fields, Outcome& outcome) {
  const std::string name(fields.text());
  const std::int64_t epoch = fields.epoch();
  const std::int64_t partition = fields.partition(partitions_);
  const std::int64_t sequence = fields.sequence();
  const std::int64_t value = fields.value();
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  Producer& producer = producers_[name];
  if (epoch < producer.epoch) return outcome.refuse(refusal::fenced);
  if (epoch > producer.epoch) {
    producer.epoch = epoch;
    producer.last.clear();
  }
  const std::int64_t last = producer.last.contains(partition) ? producer.last[partition] : -1;
  if (sequence > last + 1) return outcome.refuse(refusal::out_of_order);
  if (sequence <= last) {
    outcome.done().absent().flag(true);
    return;
  }
  std::vector<std::int64_t>& log = logs_[partition];
  outcome.done().number(static_cast<std::int64_t>(log.size())).absent();
  log.push_back(value);
  producer.last[partition] = sequence;
}

void IdempotentProducer::read(TapeReader fields, Outcome& outcome) const {
  const std::int64_t partition = fields.partition(partitions_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const auto log = logs_.find(partition);
  Tape& result = outcome.done();
  if (log == logs_.end()) {
    result.list(0);
    return;
  }
  result.list(static_cast<std::uint32_t>(log->second.size()));
  for (const std::int64_t value : log->second) result.number(value);
}

void IdempotentProducer::print(std::string& text) const {
  for (const auto& [partition, log] : logs_) {
    text.append("partition ").append(std::to_string(partition)).append(" log");
    for (const std::int64_t value : log) text.append(" ").append(std::to_string(value));
    text += "\n";
  }
  for (const auto& [name, producer] : producers_) {
    const std::string who = "producer " + quote(name);
    text += who + " epoch " + std::to_string(producer.epoch) + "\n";
    for (const auto& [partition, last] : producer.last)
      text +=
          who + " partition " + std::to_string(partition) + " last " + std::to_string(last) + "\n";
  }
}

std::unique_ptr<Model> IdempotentProducer::clone() const {
  return std::make_unique<IdempotentProducer>(*this);
}

}  // namespace fencepost::model
