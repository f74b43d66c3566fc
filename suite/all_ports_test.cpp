// SPDX-License-Identifier: Apache-2.0
// The suites of all eleven ports, over classes that are right.
#include <gtest/gtest.h>

#include "fencepost/ports/consumer_strategies.hpp"
#include "fencepost/ports/dead_letter.hpp"
#include "fencepost/ports/exactly_once_stream.hpp"
#include "fencepost/ports/group_assign.hpp"
#include "fencepost/ports/idempotent_producer.hpp"
#include "fencepost/ports/log_compaction.hpp"
#include "fencepost/ports/offset_commit.hpp"
#include "fencepost/ports/rebalance_plan.hpp"
#include "fencepost/ports/state_rebuild.hpp"
#include "fencepost/ports/stream_metrics.hpp"
#include "fencepost/ports/windowed_aggregation.hpp"
#include "fencepost/suite/forwarding_test.hpp"
#include "fencepost/suite/googletest.hpp"

namespace fencepost::suite {

// What these ports say in a form of their own.

template <>
struct Back<ports::IdempotentProducer::Produced> {
  static ports::IdempotentProducer::Produced from(TapeReader& tape, std::span<const Field>) {
    const bool is_appended = tape.peek() == Tag::number;
    ports::IdempotentProducer::Produced produced;
    if (is_appended) produced.offset = tape.offset();
    while (!tape.at_end()) tape.raw();
    return produced;
  }
};

template <>
struct Back<ports::WindowedAggregation::Counted> {
  static ports::WindowedAggregation::Counted from(TapeReader& tape, std::span<const Field> fields) {
    ports::WindowedAggregation::Counted counted;
    counted.late = tape.flag();
    counted.watermark.closed = tape.peek() == Tag::text;
    if (tape.peek() == Tag::number)
      counted.watermark.time = tape.time();
    else
      tape.raw();
    Back<int>::put(tape, fields.back(), counted.emitted);
    return counted;
  }
};

template <>
struct Back<std::optional<ports::DeadLetter::Attempt>> {
  static std::optional<ports::DeadLetter::Attempt> from(TapeReader& tape, std::span<const Field>) {
    using Became = ports::DeadLetter::Became;
    ports::DeadLetter::Attempt attempt;
    const bool waits = tape.peek() == Tag::number;
    if (waits) {
      attempt.offset = tape.offset();
      attempt.attempt = tape.offset();
      const std::string_view word = tape.text();
      attempt.result = word == "processed" ? Became::processed
                       : word == "failed"  ? Became::failed
                                           : Became::dead_lettered;
    }
    while (!tape.at_end()) tape.raw();
    if (!waits) return std::nullopt;
    return attempt;
  }
};

template <>
struct Back<std::optional<ports::ConsumerStrategies::Write>> {
  static std::optional<ports::ConsumerStrategies::Write> from(TapeReader& tape,
                                                              std::span<const Field> fields) {
    if (tape.peek() == Tag::number)
      return Back<ports::ConsumerStrategies::Write>::from(tape, fields);
    while (!tape.at_end()) tape.raw();
    return std::nullopt;
  }
};

template <>
struct Back<ports::ConsumerStrategies::BatchEnd> {
  static ports::ConsumerStrategies::BatchEnd from(TapeReader& tape, std::span<const Field>) {
    ports::ConsumerStrategies::BatchEnd end;
    end.committed = tape.offset();
    end.fenced = tape.peek() == Tag::yes;
    tape.raw();
    return end;
  }
};

namespace {

using namespace ports;

class OwnOffsetCommit : public Forwarding<ports::OffsetCommit> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> processed(Partition partition, Offset offset) override {
    return ask<Offset>(0, partition, offset);
  }
  Reply<Offset> committed(Partition partition) override { return ask<Offset>(1, partition); }
};
FENCEPOST_SUITE(OwnOffsetCommit, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnGroupAssign : public Forwarding<ports::GroupAssign> {
 public:
  using Forwarding::Forwarding;
  std::vector<Owned> assign(const std::vector<Name>& members,
                            const std::vector<Partition>& partitions) override {
    return ask<std::vector<Owned>>(0, members, partitions).result();
  }
};
FENCEPOST_SUITE(OwnGroupAssign, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnRebalancePlan : public Forwarding<ports::RebalancePlan> {
 public:
  using Forwarding::Forwarding;
  std::vector<Move> plan(const std::vector<Owned>& before,
                         const std::vector<Owned>& after) override {
    return ask<std::vector<Move>>(0, before, after).result();
  }
};
FENCEPOST_SUITE(OwnRebalancePlan, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnStreamMetrics : public Forwarding<ports::StreamMetrics> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> append(Partition partition, Time event_time) override {
    return ask<Offset>(0, partition, event_time);
  }
  Reply<Offset> commit(Partition partition, Offset next) override {
    return ask<Offset>(1, partition, next);
  }
  Reply<Done> idle(Partition partition) override { return ask<Done>(2, partition); }
  Reply<Metrics> metrics() override { return ask<Metrics>(3); }
};
FENCEPOST_SUITE(OwnStreamMetrics, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnWindowedAggregation : public Forwarding<ports::WindowedAggregation> {
 public:
  using Forwarding::Forwarding;
  Reply<Counted> event(const Name& key, Time time, Value value) override {
    return ask<Counted>(0, key, time, value);
  }
  Reply<std::vector<Window>> close() override { return ask<std::vector<Window>>(1); }
  Reply<std::vector<LateEvent>> late() override { return ask<std::vector<LateEvent>>(2); }
};
FENCEPOST_SUITE(OwnWindowedAggregation, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnIdempotentProducer : public Forwarding<ports::IdempotentProducer> {
 public:
  using Forwarding::Forwarding;
  Reply<Produced> produce(const Name& producer, Epoch epoch, Partition partition, Sequence sequence,
                          Value value) override {
    return ask<Produced>(0, producer, epoch, partition, sequence, value);
  }
  Reply<std::vector<Value>> read(Partition partition) override {
    return ask<std::vector<Value>>(1, partition);
  }
};
FENCEPOST_SUITE(OwnIdempotentProducer, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnLogCompaction : public Forwarding<ports::LogCompaction> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> append(const Name& key, const Payload& value) override {
    return ask<Offset>(0, key, value);
  }
  Reply<Count> compact(Offset upto) override { return ask<Count>(1, upto); }
  Reply<std::vector<Record>> read(Offset from) override {
    return ask<std::vector<Record>>(2, from);
  }
  Reply<std::vector<Entry>> state() override { return ask<std::vector<Entry>>(3); }
};
FENCEPOST_SUITE(OwnLogCompaction, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnExactlyOnceStream : public Forwarding<ports::ExactlyOnceStream> {
 public:
  using Forwarding::Forwarding;
  Reply<Done> begin(const Name& producer, Epoch epoch) override {
    return ask<Done>(0, producer, epoch);
  }
  Reply<Done> send(const Name& producer, Epoch epoch, Partition partition, Sequence sequence,
                   Value value) override {
    return ask<Done>(1, producer, epoch, partition, sequence, value);
  }
  Reply<Done> offsets(const Name& producer, Epoch epoch, Partition partition,
                      Offset offset) override {
    return ask<Done>(2, producer, epoch, partition, offset);
  }
  Reply<Commit> commit(const Name& producer, Epoch epoch) override {
    return ask<Commit>(3, producer, epoch);
  }
  Reply<Done> abort(const Name& producer, Epoch epoch) override {
    return ask<Done>(4, producer, epoch);
  }
  Reply<Output> output() override { return ask<Output>(5); }
};
FENCEPOST_SUITE(OwnExactlyOnceStream, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnStateRebuild : public Forwarding<ports::StateRebuild> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> append(const Name& key, const Payload& value) override {
    return ask<Offset>(0, key, value);
  }
  Reply<Count> compact(Offset upto) override { return ask<Count>(1, upto); }
  Reply<Offset> truncate_before(Offset offset) override { return ask<Offset>(2, offset); }
  Reply<Snapshot> snapshot() override { return ask<Snapshot>(3); }
  Reply<Done> lose_node() override { return ask<Done>(4); }
  Reply<Rebuilt> rebuild(std::optional<std::int64_t> snapshot) override {
    return ask<Rebuilt>(5, snapshot);
  }
  Reply<std::vector<Entry>> state() override { return ask<std::vector<Entry>>(6); }
};
FENCEPOST_SUITE(OwnStateRebuild, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnDeadLetter : public Forwarding<ports::DeadLetter> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> arrive(Partition partition, const Name& key, Value value,
                       std::optional<Count> failures) override {
    return ask<Offset>(0, partition, key, value, failures);
  }
  Reply<std::optional<Attempt>> work(Partition partition) override {
    return ask<std::optional<Attempt>>(1, partition);
  }
  Reply<Progress> progress(Partition partition) override { return ask<Progress>(2, partition); }
  Reply<std::vector<Letter>> letters() override { return ask<std::vector<Letter>>(3); }
  Reply<Replayed> replay(std::int64_t id) override { return ask<Replayed>(4, id); }
  Reply<Results> results() override { return ask<Results>(5); }
};
FENCEPOST_SUITE(OwnDeadLetter, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

class OwnConsumerStrategies : public Forwarding<ports::ConsumerStrategies> {
 public:
  using Forwarding::Forwarding;
  Reply<Offset> append(Partition partition, const Name& tenant, Value tokens, Time time) override {
    return ask<Offset>(0, partition, tenant, tokens, time);
  }
  Reply<Batch> poll(std::int64_t consumer, Partition partition) override {
    return ask<Batch>(1, consumer, partition);
  }
  Reply<std::optional<Write>> apply(std::int64_t consumer, Partition partition) override {
    return ask<std::optional<Write>>(2, consumer, partition);
  }
  Reply<BatchEnd> commit(std::int64_t consumer, Partition partition) override {
    return ask<BatchEnd>(3, consumer, partition);
  }
  Reply<Offset> commit_fails(std::int64_t consumer, Partition partition) override {
    return ask<Offset>(4, consumer, partition);
  }
  Reply<Done> consumer_crash(std::int64_t consumer) override { return ask<Done>(5, consumer); }
  Reply<Done> rebalance(Partition partition, std::int64_t consumer) override {
    return ask<Done>(6, partition, consumer);
  }
  Reply<Offset> broker_failover(Partition partition, Offset committed) override {
    return ask<Offset>(7, partition, committed);
  }
  Reply<Relayed> relay() override { return ask<Relayed>(8); }
  Reply<Relayed> relay_crash() override { return ask<Relayed>(9); }
  Reply<Totals> totals() override { return ask<Totals>(10); }
};
FENCEPOST_SUITE(OwnConsumerStrategies, .histories = FENCEPOST_SOURCE_DIR "/seeds/planted");

}  // namespace
}  // namespace fencepost::suite
