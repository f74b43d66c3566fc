// SPDX-License-Identifier: Apache-2.0
// Each sequence of a producer is appended once and in order; a producer of an old epoch is fenced.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// After a crash the records, the known epochs and the last sequences are as before. May refuse
/// `disk_full`.
class IdempotentProducer {
 public:
  using Port = IdempotentProducer;
  static constexpr const char* workload = "idempotent-producer";

  struct Settings {
    std::int64_t partitions = 4;
  };
  struct Produced {
    /// Nothing: it is a duplicate and was not appended.
    std::optional<Offset> offset;
  };

  virtual ~IdempotentProducer() = default;

  /// In this order, where `last` is the producer's last sequence in the partition, at first -1:
  ///   epoch below the known one           refuse `fenced`
  ///   epoch above it, or none is known    it is known, every `last` of the producer is -1; go on
  ///   sequence == last + 1                append; last = sequence
  ///   sequence <= last                    a duplicate
  ///   sequence > last + 1                 refuse `out_of_order`; the epoch stays known
  virtual Reply<Produced> produce(const Name& producer, Epoch epoch, Partition partition,
                                  Sequence sequence, Value value) = 0;
  /// The values of the partition in offset order.
  virtual Reply<std::vector<Value>> read(Partition partition) = 0;
};

template <>
struct Parts<IdempotentProducer::Settings> {
  static constexpr auto list = std::tuple(&IdempotentProducer::Settings::partitions);
};

template <>
struct Parts<IdempotentProducer::Produced> {
  using Of = IdempotentProducer::Produced;
  static constexpr std::optional<bool> duplicate(const Of& produced) {
    return produced.offset ? std::nullopt : std::optional(true);
  }
  static constexpr auto list = std::tuple(&Of::offset, &duplicate);
};

template <>
struct Commands<IdempotentProducer> {
  static constexpr auto list =
      std::tuple(row(&IdempotentProducer::produce), row(&IdempotentProducer::read));
};

}  // namespace fencepost::ports
