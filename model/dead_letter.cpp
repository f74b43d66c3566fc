// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/dead_letter.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"

namespace fencepost::model {

DeadLetter::DeadLetter(const Parameters& parameters)
    : partition_count_(parameters.get("partitions", 4)),
      max_attempts_(parameters.get("max_attempts", 1)) {}

void DeadLetter::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return arrive(fields, outcome);
    case 1: return work(fields, outcome);
    case 2: return progress(fields, outcome);
    case 3: return letters(outcome);
    case 4: return replay(fields, outcome);
    case 5: return results(outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

void DeadLetter::arrive(TapeReader fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partition_count_);
  Record record;
  record.key = fields.text();
  record.value = fields.value();
  if (!fields.null()) record.failures = fields.number(0, INT64_MAX);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  std::vector<Record>& records = partitions_[number].records;
  outcome.done().number(static_cast<std::int64_t>(records.size()));
  records.push_back(std::move(record));
}

void DeadLetter::work(TapeReader fields, Outcome& outcome) {
  const std::int64_t number = fields.partition(partition_count_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const auto found = partitions_.find(number);
  Tape& result = outcome.done();
  if (found == partitions_.end() || found->second.committed == found->second.records.size()) {
    result.absent().absent().absent();
    return;
  }
  Partition& partition = found->second;
  const Source source{number, static_cast<std::int64_t>(partition.committed)};
  const Record& record = partition.records[partition.committed];
  const std::int64_t attempt = ++partition.attempts;
  result.number(source.second).number(attempt);
  if (record.fails(attempt) && attempt < max_attempts_) {
    result.text("failed");
    return;
  }
  if (record.fails(attempt)) {
    letters_.push_back({source, "failed " + std::to_string(attempt) + " times", attempt, false});
    result.text("dead_lettered");
  } else {
    results_[source] = record;
    result.text("processed");
  }
  ++partition.committed;
  partition.attempts = 0;
}

void DeadLetter::progress(TapeReader fields, Outcome& outcome) const {
  const std::int64_t number = fields.partition(partition_count_);
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  const auto found = partitions_.find(number);
  const Partition& partition = found == partitions_.end() ? Partition{} : found->second;
  outcome.done()
      .number(static_cast<std::int64_t>(partition.committed))
      .number(static_cast<std::int64_t>(partition.records.size()))
      .flag(is_complete(number, partition));
}

void DeadLetter::letters(Outcome& outcome) const {
  Tape& result = outcome.done().list(static_cast<std::uint32_t>(letters_.size()));
  for (std::size_t id = 0; id < letters_.size(); ++id) {
    const Letter& letter = letters_[id];
    const Record& source = record(letter.source);
    result.list(8).number(static_cast<std::int64_t>(id));
    result.number(letter.source.first).number(letter.source.second);
    result.text(source.key).number(source.value);
    result.text(letter.reason).number(letter.attempts).flag(letter.replayed);
  }
}

void DeadLetter::replay(TapeReader fields, Outcome& outcome) {
  const auto id = static_cast<std::size_t>(fields.number(0, INT64_MAX));
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  if (id >= letters_.size()) return outcome.refuse(refusal::no_such_letter);
  Letter& letter = letters_[id];
  if (letter.replayed) return outcome.refuse(refusal::already_replayed);
  const Record& source = record(letter.source);
  letter.replayed = !source.fails(++letter.attempts);
  if (letter.replayed) results_[letter.source] = source;
  outcome.done().flag(letter.replayed).number(letter.attempts);
}

void DeadLetter::results(Outcome& outcome) const {
  Tape& result = outcome.done().list(static_cast<std::uint32_t>(results_.size()));
  for (const auto& [source, record] : results_)
    result.list(4).number(source.first).number(source.second).text(record.key).number(record.value);
  result.flag(std::ranges::all_of(partitions_, [this](const auto& partition) {
    return is_complete(partition.first, partition.second);
  }));
}

const DeadLetter::Record& DeadLetter::record(const Source& source) const {
  return partitions_.at(source.first).records[static_cast<std::size_t>(source.second)];
}

bool DeadLetter::is_complete(std::int64_t number, const Partition& partition) const {
  return partition.committed == partition.records.size() &&
         std::ranges::none_of(letters_, [number](const Letter& letter) {
           return letter.source.first == number && !letter.replayed;
         });
}

void DeadLetter::print(std::string& text) const {
  for (const auto& [number, partition] : partitions_) {
    const std::string where = "partition " + std::to_string(number);
    text += where + " next " + std::to_string(partition.committed) + " attempts " +
            std::to_string(partition.attempts) + "\n";
    for (std::size_t offset = 0; offset < partition.records.size(); ++offset) {
      const Record& record = partition.records[offset];
      const Source source{number, static_cast<std::int64_t>(offset)};
      text += where + " record " + std::to_string(offset) + " " + quote(record.key) + "=" +
              std::to_string(record.value) + " failures " +
              (record.failures ? std::to_string(*record.failures) : "null") +
              (results_.contains(source) ? " processed\n" : "\n");
    }
  }
  for (std::size_t id = 0; id < letters_.size(); ++id) {
    const Letter& letter = letters_[id];
    text += "letter " + std::to_string(id) + " partition " + std::to_string(letter.source.first) +
            " offset " + std::to_string(letter.source.second) + " " + letter.reason +
            ", attempts " + std::to_string(letter.attempts) +
            (letter.replayed ? " replayed\n" : " open\n");
  }
}

std::unique_ptr<Model> DeadLetter::clone() const { return std::make_unique<DeadLetter>(*this); }

}  // namespace fencepost::model
