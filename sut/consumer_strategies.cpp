// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/consumer_strategies.hpp"

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/engine_home.hpp"

namespace fencepost::sut {
namespace {

using Bug = ConsumerStrategiesBug;

/// Commands, in the order of the contract.
enum Type : std::uint8_t {
  append_,
  poll_,
  apply_,
  commit_,
  commit_fails_,
  consumer_crash_,
  rebalance_,
  broker_failover_,
  relay_,
  relay_crash_,
  totals_
};

enum Strategy : std::int64_t { commit_first, commit_after, commit_after_dedupe, transactional };

}  // namespace

template <class Bugs>
ConsumerStrategies<Bugs>::ConsumerStrategies(const Parameters& parameters, Disk& disk, Bugs bugs)
    : bugs_(bugs),
      partitions_(parameters.get("partitions", 4)),
      strategy_(parameters.get("strategy", commit_first)),
      consumers_(parameters.get("consumers", 1)),
      window_(parameters.get("window", 0)),
      journal_(disk),
      log_(consumers_, parameters.get("batch", 2)),
      sinks_(parameters.get("inbox", 0)) {
  const bool two_sinks = parameters.get("sinks", 1) == 2;
  has_outbox_ = two_sinks && parameters.get("outbox", 0) == 1;
  dual_write_ = two_sinks && !has_outbox_;
}

template <class Bugs>
void ConsumerStrategies<Bugs>::answer(const Command& command, Outcome& outcome) {
  Request request;
  if (!parse(command, request)) return outcome.refuse(refusal::malformed);
  if (request.type == totals_) {
    sinks_.tell(outcome.done());
    return log_.tell_committed(outcome.body);
  }
  if (const std::string_view code = refusal_of(request); !code.empty()) return outcome.refuse(code);
  const bool changes = changes_something(request);
  if (changes && !store(request, outcome)) return;
  tell(request, perform(request), outcome);
  if (changes) journal_.checkpoint_if_due(*this);
}

template <class Bugs>
bool ConsumerStrategies<Bugs>::parse(const Command& command, Request& request) const {
  TapeReader fields(command.fields);
  const auto consumer = [&] {
    request.consumer = static_cast<std::uint8_t>(fields.number(0, consumers_ - 1));
  };
  const auto partition = [&] {
    request.partition = static_cast<std::uint32_t>(fields.partition(partitions_));
  };
  request.type = command.type;
  switch (command.type) {
    case append_:
      partition();
      request.tenant = fields.text();
      request.number = fields.value();
      if (!find_window(fields.time(), request.window)) fields.refuse();
      break;
    case poll_:
    case apply_:
    case commit_:
    case commit_fails_:
      consumer();
      partition();
      break;
    case consumer_crash_: consumer(); break;
    case rebalance_:
      partition();
      consumer();
      break;
    case broker_failover_:
      partition();
      request.number = fields.offset();
      break;
    case relay_:
    case relay_crash_:
    case totals_: break;
    default: return false;
  }
  return fields.good();
}

template <class Bugs>
bool ConsumerStrategies<Bugs>::find_window(std::int64_t time, std::int64_t& window) const {
  if (window_ == 0) return true;
  std::int64_t into = time % window_;
  if (into < 0 && !bugs_.has(Bug::usage_window_truncates)) into += window_;
  return !__builtin_sub_overflow(time, into, &window) && window <= INT64_MAX - window_;
}

template <class Bugs>
std::string_view ConsumerStrategies<Bugs>::refusal_of(const Request& request) {
  switch (request.type) {
    case poll_:
    case apply_:
      if (batch(request).in_hand == 0 && partition(request).owner != request.consumer)
        return refusal::fenced;
      return {};
    case commit_:
    case commit_fails_: {
      const Batch& ending = batch(request);
      return ending.in_hand != 0 && !ending.is_applied() ? refusal::unfinished : std::string_view{};
    }
    case broker_failover_:
      return strategy_ != transactional && request.number > partition(request).committed
                 ? refusal::beyond_end
                 : std::string_view{};
    default: return {};
  }
}

template <class Bugs>
bool ConsumerStrategies<Bugs>::changes_something(const Request& request) {
  switch (request.type) {
    case append_: return true;
    case poll_:
    case apply_: {
      const Batch& held = batch(request);
      const Partition& from = partition(request);
      if (held.in_hand == 0) return from.committed < from.end();
      return request.type == apply_ && !held.is_applied();
    }
    case commit_:
    case commit_fails_: return batch(request).in_hand != 0;
    case consumer_crash_: return log_.holds_any(request.consumer);
    case rebalance_: return partition(request).owner != request.consumer;
    case broker_failover_:
      return strategy_ != transactional && partition(request).committed != request.number;
    case relay_: return !sinks_.outbox_is_empty();
    default: return sinks_.second_lacks_any();
  }
}

template <class Bugs>
bool ConsumerStrategies<Bugs>::store(const Request& request, Outcome& outcome) {
  record_.clear();
  pack(record_, request.type);
  pack(record_, request.consumer);
  pack(record_, request.partition);
  pack(record_, request.number);
  if (request.type == append_) {
    pack(record_, request.window);
    pack_text(record_, request.tenant);
  }
  if (request.type == apply_ && bugs_.has(Bug::effect_acknowledged_before_synced))
    return journal_.commit_without_sync(record_, outcome);
  return journal_.commit(record_, outcome);
}

template <class Bugs>
void ConsumerStrategies<Bugs>::redo(std::string_view record) {
  Unpacker fields(record);
  Request request;
  request.type = fields.number<std::uint8_t>();
  request.consumer = fields.number<std::uint8_t>();
  request.partition = fields.number<std::uint32_t>();
  request.number = fields.number<std::int64_t>();
  if (request.type == append_) {
    request.window = fields.number<std::int64_t>();
    request.tenant = fields.text();
  }
  CHECK(fields.good() && fields.at_end());
  perform(request);
}

template <class Bugs>
typename ConsumerStrategies<Bugs>::Effect ConsumerStrategies<Bugs>::perform(
    const Request& request) {
  Effect effect;
  switch (request.type) {
    case append_:
      partition(request).log.push_back({request.window, static_cast<std::int32_t>(request.number),
                                        sinks_.tenant(request.tenant)});
      break;
    case poll_: log_.take(request.consumer, request.partition, strategy_ == commit_first); break;
    case apply_: apply(request, effect); break;
    case commit_:
    case commit_fails_: end_batch(request, effect); break;
    case consumer_crash_:
      log_.put_down_all(request.consumer);
      if (bugs_.has(Bug::inbox_lives_in_the_consumer)) sinks_.inbox.clear();
      break;
    case rebalance_: move(request); break;
    case broker_failover_:
      if (strategy_ != transactional) partition(request).committed = request.number;
      break;
    default:
      effect.relayed = sinks_.relay(request.type == relay_crash_, bugs_.has(Bug::relayed_twice));
  }
  return effect;
}

template <class Bugs>
void ConsumerStrategies<Bugs>::apply(const Request& request, Effect& effect) {
  log_.take(request.consumer, request.partition, strategy_ == commit_first);
  Batch& held = batch(request);
  if (held.in_hand == 0 || held.is_applied()) return;
  const Usage& usage = partition(request).log[static_cast<std::size_t>(held.at)];
  effect.offset = held.at;
  effect.sink = held.half != 0 ? 2 : 1;
  effect.applied = held.half != 0 || write(request, held.at);
  if (held.half != 0) sinks_.bill_second(usage);
  held.half = dual_write_ && effect.applied && held.half == 0 ? 1 : 0;
  if (held.half == 0) ++held.at;
}

/// False if the inbox knows the record.
template <class Bugs>
bool ConsumerStrategies<Bugs>::write(const Request& request, std::int64_t offset) {
  const Usage& usage = partition(request).log[static_cast<std::size_t>(offset)];
  if (strategy_ == transactional) {
    if (has_outbox_ && bugs_.has(Bug::outbox_outside_the_transaction)) sinks_.put_in_outbox(usage);
    return true;
  }
  if (strategy_ == commit_after_dedupe) {
    const EffectInbox::Id id{request.partition, offset};
    if (bugs_.has(Bug::full_inbox_is_emptied) && sinks_.inbox.is_full() && !sinks_.inbox.knows(id))
      sinks_.inbox.clear();
    if (!sinks_.inbox.admit(id)) return false;
  }
  bill(usage);
  return true;
}

template <class Bugs>
void ConsumerStrategies<Bugs>::bill(const Usage& usage) {
  sinks_.bill_first(usage);
  if (!has_outbox_) return;
  if (strategy_ == transactional && bugs_.has(Bug::outbox_outside_the_transaction)) return;
  sinks_.put_in_outbox(usage);
}

template <class Bugs>
void ConsumerStrategies<Bugs>::bill_batch(const Partition& partition, const Batch& batch) {
  for (std::int64_t offset = batch.first; offset < batch.next; ++offset)
    bill(partition.log[static_cast<std::size_t>(offset)]);
}

template <class Bugs>
void ConsumerStrategies<Bugs>::end_batch(const Request& request, Effect& effect) {
  Batch& held = batch(request);
  if (held.in_hand == 0) return;
  log_.put_down(request.consumer, request.partition);
  if (strategy_ == commit_first) return;
  Partition& from = partition(request);
  if (request.type == commit_fails_) {
    if (strategy_ != transactional) return;
    if (bugs_.has(Bug::failed_transaction_moves_the_offset)) from.committed = held.next;
    if (bugs_.has(Bug::rolled_back_results_stay)) bill_batch(from, held);
    return;
  }
  effect.fenced = held.generation != from.generation && !bugs_.has(Bug::zombie_commits_its_batch);
  if (effect.fenced) return;
  from.committed = held.next;
  if (strategy_ == transactional) bill_batch(from, held);
}

template <class Bugs>
void ConsumerStrategies<Bugs>::move(const Request& request) {
  Partition& moved = partition(request);
  if (moved.owner != request.consumer && bugs_.has(Bug::rebalance_commits_for_the_old_owner)) {
    const Batch& held = log_.batch(moved.owner, request.partition);
    if (held.in_hand != 0) moved.committed = held.next;
  }
  log_.move(request.partition, request.consumer);
}

template <class Bugs>
void ConsumerStrategies<Bugs>::tell(const Request& request, const Effect& effect,
                                    Outcome& outcome) {
  Tape& result = outcome.done();
  const auto number_if = [&result](bool given, std::int64_t number) {
    if (given)
      result.number(number);
    else
      result.absent();
  };
  switch (request.type) {
    case append_: result.number(partition(request).end() - 1); break;
    case poll_: {
      const Batch& held = batch(request);
      number_if(held.in_hand != 0, held.first);
      number_if(held.in_hand != 0, held.next);
      result.number(partition(request).committed);
      break;
    }
    case apply_:
      number_if(effect.offset >= 0, effect.offset);
      number_if(effect.offset >= 0 && dual_write_, effect.sink);
      if (effect.offset >= 0)
        result.flag(effect.applied);
      else
        result.absent();
      break;
    case commit_:
    case commit_fails_:
    case broker_failover_:
      result.number(partition(request).committed);
      if (request.type != commit_) break;
      if (effect.fenced)
        result.flag(true);
      else
        result.absent();
      break;
    case relay_:
    case relay_crash_:
      result.number(effect.relayed.delivered).number(effect.relayed.ignored);
      break;
    default: break;
  }
}

template <class Bugs>
void ConsumerStrategies<Bugs>::reset() {
  log_.clear();
  sinks_.clear();
}

template <class Bugs>
void ConsumerStrategies<Bugs>::save(std::string& state) const {
  log_.save(state);
  sinks_.save(state);
}

template <class Bugs>
bool ConsumerStrategies<Bugs>::load(std::string_view state) {
  Unpacker fields(state);
  return log_.load(fields) && sinks_.load(fields) && fields.at_end();
}

template <class Bugs>
void ConsumerStrategies<Bugs>::print(std::string& text) const {
  log_.print(text, sinks_.names());
  sinks_.print(text, has_outbox_);
}

template class ConsumerStrategies<NoBugs>;
template class ConsumerStrategies<OneBug<Bug>>;

std::unique_ptr<Home> make_consumer_strategies(const PlantedBug* bug) {
  return make_home<ConsumerStrategies, Bug>(consumer_strategies_bugs, bug);
}

}  // namespace fencepost::sut
