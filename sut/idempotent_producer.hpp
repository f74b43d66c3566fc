// SPDX-License-Identifier: Apache-2.0
// The engine of the idempotent-producer workload (workloads page, section 6): a lookup by name, one
// comparison of sequences, one record of the log for each command that changes anything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/sut/idempotent_producer_bugs.hpp"
#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/producer_table.hpp"

namespace fencepost::sut {

template <class Bugs>
class IdempotentProducer final : public System, public Recoverable {
 public:
  IdempotentProducer(const Parameters& parameters, Disk& disk, Bugs bugs);

  /// Returns what is damaged, or nothing.
  std::string recover();
  void answer(const Command& command, Outcome& outcome) override;
  /// As the model prints it.
  void print(std::string& text) const override;

  bool load(std::string_view state) override;
  void redo(std::string_view record) override;
  void reset() override;
  void save(std::string& state) const override;

 private:
  struct Produce {
    std::string_view producer;
    std::int32_t epoch;
    std::uint32_t partition;
    std::int64_t sequence;
    std::int32_t value;
  };

  void produce(TapeReader fields, Outcome& outcome);
  void read(TapeReader fields, Outcome& outcome) const;
  /// Makes what this command changes durable; false if it could not, with the outcome written.
  bool store(const Produce& produce, bool in_order, Outcome& outcome);
  /// Lets the epoch be known; `in_order`: and the sequence be the last. `producer` is nobody for a
  /// new one.
  void pass_gate(const Produce& produce, bool in_order, ProducerTable::Number producer);
  std::vector<std::int32_t>& log(std::uint32_t partition);

  [[no_unique_address]] Bugs bugs_;
  std::int64_t partitions_;
  Journal journal_;
  ProducerTable producers_;
  /// By partition, as far as any has been written to.
  std::vector<std::vector<std::int32_t>> logs_;
  std::string record_;
};

/// With the planted bug if one is given, which must be one of the table.
std::unique_ptr<Home> make_idempotent_producer(const PlantedBug* bug);

}  // namespace fencepost::sut
