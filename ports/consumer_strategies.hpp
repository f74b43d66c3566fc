// SPDX-License-Identifier: Apache-2.0
// A log of usage events, consumers that bill them in batches, and where they commit the offset.
// docs/consumer_strategies.md is the contract; this is its form in C++.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a power loss; that a consumer crashes is a command. May
/// refuse `disk_full`.
class ConsumerStrategies {
 public:
  using Port = ConsumerStrategies;
  static constexpr const char* workload = "consumer-strategies";

  enum class Strategy : std::uint8_t { commit_first, commit_after, dedupe, transactional };
  struct Settings {
    std::int64_t partitions = 4;
    Strategy strategy = Strategy::commit_first;
    /// Records that a consumer takes at a time.
    std::int64_t batch = 2;
    /// Ids that `dedupe` keeps, the oldest are forgotten; 0 for all of them.
    std::int64_t inbox = 0;
    /// Consumers are 0 .. consumers-1; partition p begins with consumer p mod consumers.
    std::int64_t consumers = 1;
    /// Length of the sink's event-time windows in milliseconds; 0 for plain totals.
    Time window = 0;
    /// 1 or 2 that every effect must reach.
    std::int64_t sinks = 1;
    /// Effects for the second sink are written with those of the first, and relayed.
    bool outbox = false;
  };
  struct Batch {
    /// The batch in hand; nothing if there is nothing to take.
    std::optional<Offset> first, next;
    Offset committed = 0;
  };
  struct Write {
    Offset offset = 0;
    /// 1 or 2 where there are two sinks without an outbox, else nothing.
    std::optional<Count> sink;
    /// False: the inbox knows the record.
    bool applied = true;
  };
  struct BatchEnd {
    Offset committed = 0;
    /// The partition moved since the batch was taken: nothing was committed.
    bool fenced = false;
  };
  struct Relayed {
    Count delivered = 0, ignored = 0;
  };
  struct Total {
    /// Where it begins; 0 without windows.
    Time window = 0;
    Name tenant;
    std::int64_t tokens = 0;
    Count events = 0;
  };
  struct Committed {
    Partition partition = 0;
    Offset committed = 0;
  };
  struct Totals {
    /// Of each sink, sorted by window and tenant.
    std::vector<Total> totals, second;
    /// Entries that the relay has still to deliver.
    Count waiting = 0;
    /// Where anything is committed, sorted.
    std::vector<Committed> committed;
  };

  virtual ~ConsumerStrategies() = default;

  virtual Reply<Offset> append(Partition partition, const Name& tenant, Value tokens,
                               Time time) = 0;
  /// Takes a batch from the committed offset on, if none is in hand. Refuses `fenced`.
  virtual Reply<Batch> poll(std::int64_t consumer, Partition partition) = 0;
  /// Makes the next write of the batch, taking one first if none is in hand; nothing if none is
  /// left. Refuses `fenced`.
  virtual Reply<std::optional<Write>> apply(std::int64_t consumer, Partition partition) = 0;
  /// Ends the batch. Refuses `unfinished`.
  virtual Reply<BatchEnd> commit(std::int64_t consumer, Partition partition) = 0;
  /// The same, but what would have been committed is not. Returns what is committed.
  virtual Reply<Offset> commit_fails(std::int64_t consumer, Partition partition) = 0;
  virtual Reply<Done> consumer_crash(std::int64_t consumer) = 0;
  virtual Reply<Done> rebalance(Partition partition, std::int64_t consumer) = 0;
  /// Returns what is committed. Refuses `beyond_end`.
  virtual Reply<Offset> broker_failover(Partition partition, Offset committed) = 0;
  virtual Reply<Relayed> relay() = 0;
  virtual Reply<Relayed> relay_crash() = 0;
  virtual Reply<Totals> totals() = 0;
};

}  // namespace fencepost::ports

#include "fencepost/ports/consumer_strategies_table.hpp"  // IWYU pragma: export
