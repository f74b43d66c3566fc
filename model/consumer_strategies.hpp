// SPDX-License-Identifier: Apache-2.0
// Where a consumer commits its offset decides what a crash costs, as plainly as it can be said
// (workloads page, section 11; the choices stand in docs/consumer_strategies.md).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

/// Commands: `append`, `poll`, `apply`, `commit`, `commit_fails`, `consumer_crash`, `rebalance`,
/// `broker_failover`, `relay`, `relay_crash`, `totals`.
class ConsumerStrategies final : public Model {
 public:
  /// `strategy` is required; `partitions`, `batch`, `inbox`, `consumers`, `window`, `sinks` and
  /// `outbox` have the contract's standards.
  explicit ConsumerStrategies(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Loses nothing: the log, the broker, the sinks and what a consumer was told are durable. That a
  /// consumer crashes is a command of its own.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Usage {
    std::int64_t window;
    std::string tenant;
    std::int64_t tokens;
  };
  /// The records first .. next-1, of which those below `at` are applied.
  struct Batch {
    std::int64_t first, next, at;
    /// The record at `at` is in the first sink and not yet in the second.
    bool half;
    std::int64_t generation;
  };
  struct Partition {
    std::vector<Usage> log;
    std::int64_t committed = 0;
    std::int64_t owner = 0;
    /// Rises when the owner changes.
    std::int64_t generation = 0;
    /// In hand, by consumer.
    std::map<std::int64_t, Batch> batches;
  };
  /// Tokens and events by window and tenant.
  using Sink =
      std::map<std::pair<std::int64_t, std::string>, std::pair<std::int64_t, std::int64_t>>;

  void append(TapeReader fields, Outcome& outcome);
  void poll(TapeReader fields, Outcome& outcome);
  void apply(TapeReader fields, Outcome& outcome);
  void commit(TapeReader fields, bool fails, Outcome& outcome);
  void consumer_crash(TapeReader fields, Outcome& outcome);
  void rebalance(TapeReader fields, Outcome& outcome);
  void broker_failover(TapeReader fields, Outcome& outcome);
  void relay(bool crashes, Outcome& outcome);
  void totals(Outcome& outcome) const;

  Partition& partition(std::int64_t number);
  std::optional<std::int64_t> window_of(std::int64_t time) const;
  /// False if the partition is another consumer's and nothing is in hand.
  bool take_batch(Partition& partition, std::int64_t consumer);
  /// False if the inbox knows the record.
  bool write(std::int64_t partition, std::int64_t offset);
  void bill(const Usage& usage);
  static void add(Sink& sink, const Usage& usage);

  std::int64_t partitions_, strategy_, batch_, inbox_size_, consumers_, window_;
  bool dual_write_, has_outbox_;
  std::map<std::int64_t, Partition> log_;
  Sink first_, second_;
  /// Partition and offset of what was billed, the oldest first.
  std::deque<std::pair<std::int64_t, std::int64_t>> inbox_;
  std::vector<Usage> outbox_;
  /// How many entries of the outbox the relay knows to be delivered, and how many the second sink
  /// has.
  std::size_t relayed_ = 0, received_ = 0;
};

}  // namespace fencepost::model
