// SPDX-License-Identifier: Apache-2.0
// Transactions of records and consumed offsets, with fencing and idempotence.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// After a crash what was committed, the known epochs and the last sequences stand; open
/// transactions are gone. May refuse `disk_full`.
///
/// Every method but `output` begins so: an epoch below the known one is refused `fenced` and has no
/// effect at all. One above it (or the first) becomes known; an open transaction of the producer is
/// dropped and every `last` of it is -1.
class ExactlyOnceStream {
 public:
  using Port = ExactlyOnceStream;
  static constexpr const char* workload = "exactly-once-stream";

  struct Settings {
    std::int64_t partitions = 4;
  };
  struct Appended {
    Partition partition = 0;
    Offset offset = 0;
    Value value = 0;
  };
  struct Committed {
    Partition partition = 0;
    Offset offset = 0;
  };
  struct Commit {
    /// What this commit appended, sorted by partition and offset.
    std::vector<Appended> appended;
    /// Of each partition with an offset in the transaction what now stands, sorted by partition.
    std::vector<Committed> committed;
  };
  struct Log {
    Partition partition = 0;
    std::vector<Value> values;
  };
  struct Output {
    /// Partitions with records, and with a committed offset; each sorted by partition.
    std::vector<Log> logs;
    std::vector<Committed> committed;
  };

  virtual ~ExactlyOnceStream() = default;

  /// Starts a transaction; one that is open is dropped first.
  virtual Reply<Done> begin(const Name& producer, Epoch epoch) = 0;
  /// These buffer in the open transaction. Without one they, and the two below, refuse
  /// `no_transaction`.
  virtual Reply<Done> send(const Name& producer, Epoch epoch, Partition partition,
                           Sequence sequence, Value value) = 0;
  virtual Reply<Done> offsets(const Name& producer, Epoch epoch, Partition partition,
                              Offset offset) = 0;
  /// Applies the transaction, all of it or nothing: each send in order is appended and becomes the
  /// `last` of its partition if its sequence is above that, else it is a duplicate; each offset is
  /// committed if it is above the partition's committed one.
  virtual Reply<Commit> commit(const Name& producer, Epoch epoch) = 0;
  /// Drops the transaction.
  virtual Reply<Done> abort(const Name& producer, Epoch epoch) = 0;
  virtual Reply<Output> output() = 0;
};

template <>
struct Parts<ExactlyOnceStream::Settings> {
  static constexpr auto list = std::tuple(&ExactlyOnceStream::Settings::partitions);
};

template <>
struct Parts<ExactlyOnceStream::Appended> {
  using Of = ExactlyOnceStream::Appended;
  static constexpr auto list = std::tuple(&Of::partition, &Of::offset, &Of::value);
};

template <>
struct Parts<ExactlyOnceStream::Committed> {
  using Of = ExactlyOnceStream::Committed;
  static constexpr auto list = std::tuple(&Of::partition, &Of::offset);
};

template <>
struct Parts<ExactlyOnceStream::Commit> {
  using Of = ExactlyOnceStream::Commit;
  static constexpr auto list = std::tuple(&Of::appended, &Of::committed);
};

template <>
struct Parts<ExactlyOnceStream::Log> {
  using Of = ExactlyOnceStream::Log;
  static constexpr auto list = std::tuple(&Of::partition, &Of::values);
};

template <>
struct Parts<ExactlyOnceStream::Output> {
  using Of = ExactlyOnceStream::Output;
  static constexpr auto list = std::tuple(&Of::logs, &Of::committed);
};

template <>
struct Commands<ExactlyOnceStream> {
  using Port = ExactlyOnceStream;
  static constexpr auto list =
      std::tuple(row(&Port::begin), row(&Port::send), row(&Port::offsets), row(&Port::commit),
                 row(&Port::abort), row(&Port::output));
};

}  // namespace fencepost::ports
