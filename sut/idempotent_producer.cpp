// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/idempotent_producer.hpp"

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

using Bug = IdempotentProducerBug;

/// Kinds of records: an epoch became known; an epoch may have become known and a value was
/// appended.
enum class Kind : std::uint8_t { bumped, appended };

}  // namespace

template <class Bugs>
IdempotentProducer<Bugs>::IdempotentProducer(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs), partitions_(parameters.get("partitions", 4)), journal_(disk) {}

template <class Bugs>
std::string IdempotentProducer<Bugs>::recover() {
  std::string damage = journal_.recover(*this);
  if (bugs_.has(Bug::replay_repeats_last) && !record_.empty()) redo(record_);
  if (bugs_.has(Bug::replay_forgets_last)) producers_.forget_sequences();
  return damage;
}

template <class Bugs>
void IdempotentProducer<Bugs>::answer(const Command& command, Outcome& outcome) {
  const TapeReader fields(command.fields);
  switch (command.type) {
    case 0: return produce(fields, outcome);
    case 1: return read(fields, outcome);
    default: return outcome.refuse(refusal::malformed);
  }
}

template <class Bugs>
void IdempotentProducer<Bugs>::produce(TapeReader fields, Outcome& outcome) {
  Produce asked;
  asked.producer = fields.text();
  asked.epoch = static_cast<std::int32_t>(fields.epoch());
  asked.partition = static_cast<std::uint32_t>(fields.partition(partitions_));
  asked.sequence = fields.sequence();
  asked.value = static_cast<std::int32_t>(fields.value());
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  const ProducerTable::Number producer = producers_.find(asked.producer);
  const std::int32_t known = producers_.epoch(producer);
  if (asked.epoch < known) return outcome.refuse(refusal::fenced);
  const bool bumps = asked.epoch > known;
  const std::int64_t last =
      bumps ? ProducerTable::none : producers_.last(producer, asked.partition);
  bool in_order = asked.sequence == last + 1;
  bool is_duplicate = asked.sequence <= last;
  if (last == ProducerTable::none && bugs_.has(Bug::any_first_sequence)) in_order = true;
  if (asked.sequence < last && bugs_.has(Bug::only_last_remembered)) in_order = true;
  if (bugs_.has(Bug::retry_is_a_gap)) is_duplicate = false;
  if (bumps && bugs_.has(Bug::bump_keeps_last)) {
    is_duplicate = asked.sequence <= producers_.last_of_any_epoch(producer, asked.partition);
    in_order = in_order && !is_duplicate;
  }

  if (bumps || in_order) {
    if (last == ProducerTable::none && bugs_.has(Bug::gated_before_stored))
      pass_gate(asked, in_order, producer);
    if (!store(asked, in_order, outcome)) return;
    pass_gate(asked, in_order, producer);
  }
  if (in_order) {
    std::vector<std::int32_t>& values = log(asked.partition);
    outcome.done().number(static_cast<std::int64_t>(values.size())).absent();
    values.push_back(asked.value);
  } else if (is_duplicate) {
    outcome.done().absent().flag(true);
  } else {
    outcome.refuse(refusal::out_of_order);
  }
  if (bumps || in_order) journal_.checkpoint_if_due(*this);
}

template <class Bugs>
bool IdempotentProducer<Bugs>::store(const Produce& asked, bool in_order, Outcome& outcome) {
  if (!in_order && bugs_.has(Bug::bump_not_stored)) return true;
  record_.clear();
  pack(record_, in_order ? Kind::appended : Kind::bumped);
  pack(record_, asked.epoch);
  pack_text(record_, asked.producer);
  if (in_order) {
    pack(record_, asked.partition);
    pack(record_, asked.sequence);
    pack(record_, asked.value);
  }
  if (bugs_.has(Bug::acknowledged_before_synced))
    return journal_.commit_without_sync(record_, outcome);
  return journal_.commit(record_, outcome);
}

template <class Bugs>
void IdempotentProducer<Bugs>::pass_gate(const Produce& asked, bool in_order,
                                         ProducerTable::Number producer) {
  if (producer == ProducerTable::nobody) producer = producers_.intern(asked.producer);
  if (asked.epoch > producers_.epoch(producer)) producers_.bump(producer, asked.epoch);
  if (in_order) producers_.set_last(producer, asked.partition, asked.sequence);
}

template <class Bugs>
void IdempotentProducer<Bugs>::read(TapeReader fields, Outcome& outcome) const {
  const auto partition = static_cast<std::size_t>(fields.partition(partitions_));
  if (!fields.good()) return outcome.refuse(refusal::malformed);
  Tape& result = outcome.done();
  if (partition >= logs_.size()) {
    result.list(0);
    return;
  }
  result.list(static_cast<std::uint32_t>(logs_[partition].size()));
  for (const std::int32_t value : logs_[partition]) result.number(value);
}

template <class Bugs>
std::vector<std::int32_t>& IdempotentProducer<Bugs>::log(std::uint32_t partition) {
  if (partition >= logs_.size()) logs_.resize(partition + 1);
  return logs_[partition];
}

template <class Bugs>
void IdempotentProducer<Bugs>::redo(std::string_view record) {
  Unpacker fields(record);
  const bool in_order = fields.number<Kind>() == Kind::appended;
  Produce done{};
  done.epoch = fields.number<std::int32_t>();
  done.producer = fields.text();
  if (in_order) {
    done.partition = fields.number<std::uint32_t>();
    done.sequence = fields.number<std::int64_t>();
    done.value = fields.number<std::int32_t>();
  }
  CHECK(fields.good() && fields.at_end());
  if (bugs_.has(Bug::replay_repeats_last)) record_ = record;
  pass_gate(done, in_order, ProducerTable::nobody);
  if (in_order) log(done.partition).push_back(done.value);
}

template <class Bugs>
void IdempotentProducer<Bugs>::reset() {
  producers_.clear();
  logs_.clear();
}

template <class Bugs>
void IdempotentProducer<Bugs>::save(std::string& state) const {
  producers_.save(state);
  pack(state, static_cast<std::uint32_t>(logs_.size()));
  for (const auto& values : logs_) {
    pack(state, static_cast<std::uint32_t>(values.size()));
    state.append(reinterpret_cast<const char*>(values.data()),
                 values.size() * sizeof(std::int32_t));
  }
}

template <class Bugs>
bool IdempotentProducer<Bugs>::load(std::string_view state) {
  reset();
  Unpacker fields(state);
  if (!producers_.load(fields)) return false;
  const auto count = fields.number<std::uint32_t>();
  for (std::uint32_t partition = 0; partition < count && fields.good(); ++partition) {
    const std::string_view raw =
        fields.bytes(std::size_t{fields.number<std::uint32_t>()} * sizeof(std::int32_t));
    std::vector<std::int32_t>& values = log(partition);
    values.resize(raw.size() / sizeof(std::int32_t));
    if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
  }
  return fields.good() && fields.at_end();
}

template <class Bugs>
void IdempotentProducer<Bugs>::print(std::string& text) const {
  for (std::size_t partition = 0; partition < logs_.size(); ++partition) {
    if (logs_[partition].empty()) continue;
    text.append("partition ").append(std::to_string(partition)).append(" log");
    for (const std::int32_t value : logs_[partition])
      text.append(" ").append(std::to_string(value));
    text += "\n";
  }
  producers_.print(text);
}

template class IdempotentProducer<NoBugs>;
template class IdempotentProducer<OneBug<Bug>>;

std::unique_ptr<Home> make_idempotent_producer(const PlantedBug* bug) {
  return make_home<IdempotentProducer, Bug>(idempotent_producer_bugs, bug);
}

}  // namespace fencepost::sut
