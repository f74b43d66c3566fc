// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/exactly_once_stream.hpp"

#include <algorithm>
#include <tuple>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

using Bug = ExactlyOnceStreamBug;

/// Commands, in the order of the contract.
enum Type : std::uint8_t { begin_, send_, offsets_, commit_, abort_, output_ };

/// Kinds of records: an epoch became known; a transaction was committed.
enum class Kind : std::uint8_t { bumped, committed };

constexpr std::uint32_t closed = UINT32_MAX;

void add_number(std::string& text, std::int64_t number) {
  text.append(" ").append(std::to_string(number));
}

}  // namespace

template <class Bugs>
ExactlyOnceStream<Bugs>::ExactlyOnceStream(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs), partitions_(parameters.get("partitions", 4)), journal_(disk) {}

template <class Bugs>
std::string ExactlyOnceStream<Bugs>::recover() {
  std::string damage = journal_.recover(*this);
  if (bugs_.has(Bug::replay_forgets_sequences)) producers_.forget_sequences();
  return damage;
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::answer(const Command& command, Outcome& outcome) {
  if (command.type == output_) return output(outcome);
  if (command.type > output_) return outcome.refuse(refusal::malformed);
  TapeReader fields(command.fields);
  Session session{fields.text(), static_cast<std::int32_t>(fields.epoch()), ProducerTable::nobody};
  Buffered item{};
  if (command.type == send_ || command.type == offsets_) {
    item.partition = static_cast<std::uint32_t>(fields.partition(partitions_)) & 0x7fffffffU;
    item.is_offset = command.type == offsets_;
    item.number = fields.offset();
    if (command.type == send_) item.value = static_cast<std::int32_t>(fields.value());
  }
  if (!fields.good()) return outcome.refuse(refusal::malformed);

  if (!pass_fence(session, command.type, outcome)) return;
  if (command.type == begin_) {
    open(session.producer);
    outcome.done();
    return;
  }
  Buffer* const buffer = open_buffer(session.producer);
  if (buffer == nullptr) return outcome.refuse(refusal::no_transaction);
  if (command.type == commit_) return commit(session, outcome);
  if (command.type == abort_) {
    close(session.producer, !bugs_.has(Bug::buffer_reused_uncleared));
  } else if (item.is_offset || !bugs_.has(Bug::filtered_when_sent) ||
             item.number > producers_.last(session.producer, item.partition)) {
    buffer->push_back(item);
  }
  outcome.done();
}

template <class Bugs>
bool ExactlyOnceStream<Bugs>::pass_fence(Session& session, std::uint8_t type, Outcome& outcome) {
  session.producer = producers_.find(session.name);
  const std::int32_t known = producers_.epoch(session.producer);
  if (session.epoch == known) return true;
  if (session.epoch < known) {
    if ((type == commit_ || type == abort_) && bugs_.has(Bug::zombie_decides)) return true;
    outcome.refuse(refusal::fenced);
    return false;
  }
  record_.clear();
  pack(record_, Kind::bumped);
  pack(record_, session.epoch);
  pack_text(record_, session.name);
  const bool stored =
      (type == begin_ && bugs_.has(Bug::begin_not_stored)) || journal_.commit(record_, outcome);
  if (!stored) return false;
  bump(session);
  journal_.checkpoint_if_due(*this);
  return true;
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::bump(Session& session) {
  session.producer = producers_.intern(session.name);
  if (session.epoch <= producers_.epoch(session.producer)) return;
  producers_.bump(session.producer, session.epoch);
  if (!bugs_.has(Bug::bump_keeps_transaction)) close(session.producer, true);
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::commit(const Session& session, Outcome& outcome) {
  Buffer& buffer = *open_buffer(session.producer);
  const Buffered* from = buffer.data();
  const Buffered* const to = from + buffer.size();
  if (bugs_.has(Bug::commit_in_two_records)) {
    const auto first_offset = std::stable_partition(
        buffer.begin(), buffer.end(), [](const Buffered& item) { return !item.is_offset; });
    const Buffered* const middle = from + (first_offset - buffer.begin());
    if (from != middle && middle != to && !store_commit(session, from, middle, outcome)) return;
    if (from != middle && middle != to) from = middle;
  }
  if (from != to && !store_commit(session, from, to, outcome)) return;
  apply(session.producer, buffer);
  if (bugs_.has(Bug::commit_stays_open)) {
    buffer.clear();
  } else {
    close(session.producer, true);
  }
  tell_commit(outcome);
  if (from != to) journal_.checkpoint_if_due(*this);
}

template <class Bugs>
bool ExactlyOnceStream<Bugs>::store_commit(const Session& session, const Buffered* from,
                                           const Buffered* to, Outcome& outcome) {
  record_.clear();
  pack(record_, Kind::committed);
  pack(record_, producers_.epoch(session.producer));
  pack_text(record_, session.name);
  record_.append(reinterpret_cast<const char*>(from),
                 static_cast<std::size_t>(to - from) * sizeof(Buffered));
  if (bugs_.has(Bug::committed_before_synced))
    return journal_.commit_without_sync(record_, outcome);
  return journal_.commit(record_, outcome);
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::apply(ProducerTable::Number producer, const Buffer& buffer) {
  appended_.clear();
  touched_.clear();
  for (const Buffered& item : buffer) {
    if (item.partition >= logs_.size()) {
      logs_.resize(item.partition + 1U);
      committed_.resize(item.partition + 1U, ProducerTable::none);
    }
    if (item.is_offset) {
      std::int64_t& offset = committed_[item.partition];
      if (bugs_.has(Bug::newest_offset_wins) &&
          std::ranges::find(touched_, item.partition) == touched_.end())
        offset = ProducerTable::none;
      offset = std::max(offset, item.number);
      touched_.push_back(item.partition);
      continue;
    }
    const std::int64_t last = bugs_.has(Bug::bump_keeps_sequences)
                                  ? producers_.last_of_any_epoch(producer, item.partition)
                                  : producers_.last(producer, item.partition);
    if (item.number <= last && !bugs_.has(Bug::filtered_when_sent)) continue;
    std::vector<std::int32_t>& log = logs_[item.partition];
    appended_.push_back({item.partition, static_cast<std::int64_t>(log.size()), item.value});
    log.push_back(item.value);
    producers_.set_last(producer, item.partition, item.number);
  }
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::tell_commit(Outcome& outcome) {
  std::ranges::sort(appended_, {}, [](const Appended& record) {
    return std::tuple(record.partition, record.offset);
  });
  std::ranges::sort(touched_);
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  Tape& result = outcome.done().list(static_cast<std::uint32_t>(appended_.size()));
  for (const auto& [partition, offset, value] : appended_)
    result.list(3).number(partition).number(offset).number(value);
  result.list(static_cast<std::uint32_t>(touched_.size()));
  for (const std::uint32_t partition : touched_)
    result.list(2).number(partition).number(committed_[partition]);
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::output(Outcome& outcome) const {
  Tape& result = outcome.done();
  std::uint32_t items = 0;
  std::size_t place = result.open();
  for (std::size_t partition = 0; partition < logs_.size(); ++partition) {
    if (logs_[partition].empty()) continue;
    result.list(2)
        .number(static_cast<std::int64_t>(partition))
        .list(static_cast<std::uint32_t>(logs_[partition].size()));
    for (const std::int32_t value : logs_[partition]) result.number(value);
    ++items;
  }
  result.close(place, items);
  items = 0;
  place = result.open();
  for (std::size_t partition = 0; partition < committed_.size(); ++partition) {
    if (committed_[partition] == ProducerTable::none) continue;
    result.list(2).number(static_cast<std::int64_t>(partition)).number(committed_[partition]);
    ++items;
  }
  result.close(place, items);
}

template <class Bugs>
typename ExactlyOnceStream<Bugs>::Buffer* ExactlyOnceStream<Bugs>::open_buffer(
    ProducerTable::Number producer) {
  const bool is_open = producer < transactions_.size() && transactions_[producer] != closed;
  return is_open ? &buffers_[transactions_[producer]] : nullptr;
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::open(ProducerTable::Number producer) {
  if (Buffer* const buffer = open_buffer(producer)) return buffer->clear();
  if (producer >= transactions_.size()) transactions_.resize(producer + 1U, closed);
  if (free_buffers_.empty()) {
    free_buffers_.push_back(static_cast<std::uint32_t>(buffers_.size()));
    buffers_.emplace_back();
  }
  transactions_[producer] = free_buffers_.back();
  free_buffers_.pop_back();
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::close(ProducerTable::Number producer, bool clear) {
  Buffer* const buffer = open_buffer(producer);
  if (buffer == nullptr) return;
  if (clear) buffer->clear();
  free_buffers_.push_back(transactions_[producer]);
  transactions_[producer] = closed;
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::redo(std::string_view record) {
  Unpacker fields(record);
  const auto kind = fields.number<Kind>();
  Session session{{}, fields.number<std::int32_t>(), ProducerTable::nobody};
  session.name = fields.text();
  bump(session);
  Buffer buffer(kind == Kind::committed ? fields.left() / sizeof(Buffered) : 0);
  const std::string_view raw = fields.bytes(buffer.size() * sizeof(Buffered));
  if (!raw.empty()) std::memcpy(buffer.data(), raw.data(), raw.size());
  CHECK(fields.good() && fields.at_end());
  apply(session.producer, buffer);
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::reset() {
  producers_.clear();
  logs_.clear();
  committed_.clear();
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::save(std::string& state) const {
  producers_.save(state);
  pack(state, static_cast<std::uint32_t>(logs_.size()));
  for (std::size_t partition = 0; partition < logs_.size(); ++partition) {
    const std::vector<std::int32_t>& log = logs_[partition];
    pack(state, committed_[partition]);
    pack(state, static_cast<std::uint32_t>(log.size()));
    state.append(reinterpret_cast<const char*>(log.data()), log.size() * sizeof(std::int32_t));
  }
}

template <class Bugs>
bool ExactlyOnceStream<Bugs>::load(std::string_view state) {
  reset();
  Unpacker fields(state);
  if (!producers_.load(fields)) return false;
  for (auto left = fields.number<std::uint32_t>(); left > 0 && fields.good(); --left) {
    committed_.push_back(fields.number<std::int64_t>());
    const std::string_view raw =
        fields.bytes(std::size_t{fields.number<std::uint32_t>()} * sizeof(std::int32_t));
    logs_.emplace_back(raw.size() / sizeof(std::int32_t));
    if (!raw.empty()) std::memcpy(logs_.back().data(), raw.data(), raw.size());
  }
  return fields.good() && fields.at_end();
}

template <class Bugs>
void ExactlyOnceStream<Bugs>::print(std::string& text) const {
  for (std::size_t partition = 0; partition < logs_.size(); ++partition) {
    if (logs_[partition].empty()) continue;
    text.append("partition ").append(std::to_string(partition)).append(" log");
    for (const std::int32_t value : logs_[partition]) add_number(text, value);
    text += "\n";
  }
  for (std::size_t partition = 0; partition < committed_.size(); ++partition) {
    if (committed_[partition] == ProducerTable::none) continue;
    text.append("partition ").append(std::to_string(partition)).append(" committed");
    add_number(text, committed_[partition]);
    text += "\n";
  }
  producers_.print(text);
  for (const ProducerTable::Number producer : producers_.by_name()) {
    if (producer >= transactions_.size() || transactions_[producer] == closed) continue;
    const std::string what = "transaction of " + quote(producers_.name(producer));
    text += what + " is open\n";
    for (const bool offsets : {false, true})
      for (const Buffered& item : buffers_[transactions_[producer]]) {
        if ((item.is_offset != 0) != offsets) continue;
        text.append(what).append(offsets ? " offsets" : " sends");
        add_number(text, item.partition);
        add_number(text, item.number);
        if (!offsets) add_number(text, item.value);
        text += "\n";
      }
  }
}

template class ExactlyOnceStream<NoBugs>;
template class ExactlyOnceStream<OneBug<Bug>>;

std::unique_ptr<Home> make_exactly_once_stream(const PlantedBug* bug) {
  return make_home<ExactlyOnceStream, Bug>(exactly_once_stream_bugs, bug);
}

}  // namespace fencepost::sut
