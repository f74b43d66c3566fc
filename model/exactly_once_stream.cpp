// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/exactly_once_stream.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::model {
namespace {

enum Type : std::uint8_t { begin, send, offsets, commit_, abort_, output_ };

}  // namespace

ExactlyOnceStream::ExactlyOnceStream(const Parameters& parameters)
    : partitions_(parameters.get("partitions", 4)) {}

void ExactlyOnceStream::answer(const Command& command, Outcome& outcome) {
  if (command.type == output_) return output(outcome);
  if (command.type > output_) return outcome.refuse(refusal::malformed);

  TapeReader fields(command.fields);
  const std::string name(fields.text());
  const std::int64_t epoch = fields.epoch();
  Send sent{};
  Offset consumed{};
  if (command.type == send) {
    sent.partition = fields.partition(partitions_);
    sent.sequence = fields.sequence();
    sent.value = fields.value();
  }
  if (command.type == offsets) {
    consumed.partition = fields.partition(partitions_);
    consumed.offset = fields.offset();
  }
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  Producer& producer = producers_[name];
  if (epoch < producer.epoch) return outcome.refuse(refusal::fenced);
  if (epoch > producer.epoch) producer = {epoch, {}, {}};

  Transaction& transaction = producer.transaction;
  if (command.type != begin && !transaction.open) return outcome.refuse(refusal::no_transaction);
  switch (command.type) {
    case begin: transaction = {true, {}, {}}; break;
    case send: transaction.sends.push_back(sent); break;
    case offsets: transaction.offsets.push_back(consumed); break;
    case commit_: return commit(producer, outcome);
    default: transaction = {};
  }
  outcome.done();
}

void ExactlyOnceStream::commit(Producer& producer, Outcome& outcome) {
  // By partition: what was appended, as offset and value; the committed offset that now stands.
  std::map<std::int64_t, std::vector<std::pair<std::int64_t, std::int64_t>>> appended;
  std::map<std::int64_t, std::int64_t> now_committed;
  std::uint32_t records = 0;
  for (const auto& [partition, sequence, value] : producer.transaction.sends) {
    const bool seen = producer.last.contains(partition) && sequence <= producer.last[partition];
    if (seen) continue;
    std::vector<std::int64_t>& log = logs_[partition];
    appended[partition].emplace_back(static_cast<std::int64_t>(log.size()), value);
    log.push_back(value);
    producer.last[partition] = sequence;
    ++records;
  }
  for (const auto& [partition, offset] : producer.transaction.offsets) {
    const bool is_first = !committed_.contains(partition);
    committed_[partition] = is_first ? offset : std::max(committed_[partition], offset);
    now_committed[partition] = committed_[partition];
  }
  producer.transaction = {};

  Tape& result = outcome.done().list(records);
  for (const auto& [partition, added] : appended)
    for (const auto& [offset, value] : added)
      result.list(3).number(partition).number(offset).number(value);
  result.list(static_cast<std::uint32_t>(now_committed.size()));
  for (const auto& [partition, offset] : now_committed)
    result.list(2).number(partition).number(offset);
}

void ExactlyOnceStream::output(Outcome& outcome) const {
  Tape& result = outcome.done().list(static_cast<std::uint32_t>(logs_.size()));
  for (const auto& [partition, log] : logs_) {
    result.list(2).number(partition).list(static_cast<std::uint32_t>(log.size()));
    for (const std::int64_t value : log) result.number(value);
  }
  result.list(static_cast<std::uint32_t>(committed_.size()));
  for (const auto& [partition, offset] : committed_)
    result.list(2).number(partition).number(offset);
}

void ExactlyOnceStream::crash() {
  for (auto& [name, producer] : producers_) producer.transaction = {};
}

void ExactlyOnceStream::print(std::string& text) const {
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  for (const auto& [partition, log] : logs_) {
    text.append("partition ").append(number(partition)).append(" log");
    for (const std::int64_t value : log) text.append(" ").append(number(value));
    text += "\n";
  }
  for (const auto& [partition, offset] : committed_)
    text.append("partition ")
        .append(number(partition))
        .append(" committed ")
        .append(number(offset))
        .append("\n");
  for (const auto& [name, producer] : producers_) {
    const std::string who = "producer " + quote(name);
    text += who + " epoch " + number(producer.epoch) + "\n";
    for (const auto& [partition, last] : producer.last)
      text += who + " partition " + number(partition) + " last " + number(last) + "\n";
  }
  for (const auto& [name, producer] : producers_) {
    if (!producer.transaction.open) continue;
    const std::string what = "transaction of " + quote(name);
    text += what + " is open\n";
    for (const auto& [partition, sequence, value] : producer.transaction.sends)
      text += what + " sends " + number(partition) + " " + number(sequence) + " " + number(value) +
              "\n";
    for (const auto& [partition, offset] : producer.transaction.offsets)
      text += what + " offsets " + number(partition) + " " + number(offset) + "\n";
  }
}

std::unique_ptr<Model> ExactlyOnceStream::clone() const {
  return std::make_unique<ExactlyOnceStream>(*this);
}

}  // namespace fencepost::model
