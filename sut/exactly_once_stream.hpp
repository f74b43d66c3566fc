// SPDX-License-Identifier: Apache-2.0
// The engine of the exactly-once-stream workload (workloads page, section 8). A transaction is
// buffered in the form in which its commit is stored; buffers come from a pool and are reused for
// ever.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/sut/exactly_once_stream_bugs.hpp"
#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/producer_table.hpp"

namespace fencepost::sut {

template <class Bugs>
class ExactlyOnceStream final : public System, public Recoverable {
 public:
  ExactlyOnceStream(const Parameters& parameters, Disk& disk, Bugs bugs);

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
  /// A buffered record (`number` is its sequence) or consumed offset (`number`), as it is stored.
  struct Buffered {
    std::int64_t number;
    std::int32_t value;
    std::uint32_t is_offset : 1;
    std::uint32_t partition : 31;
  };
  using Buffer = std::vector<Buffered>;
  struct Session {
    std::string_view name;
    std::int32_t epoch;
    ProducerTable::Number producer;
  };
  struct Appended {
    std::uint32_t partition;
    std::int64_t offset;
    std::int32_t value;
  };

  /// Fences, or lets the epoch be known; false if the outcome has been written.
  bool pass_fence(Session& session, std::uint8_t type, Outcome& outcome);
  void commit(const Session& session, Outcome& outcome);
  bool store_commit(const Session& session, const Buffered* from, const Buffered* to,
                    Outcome& outcome);
  void apply(ProducerTable::Number producer, const Buffer& buffer);
  void bump(Session& session);
  void tell_commit(Outcome& outcome);
  void output(Outcome& outcome) const;

  Buffer* open_buffer(ProducerTable::Number producer);
  void open(ProducerTable::Number producer);
  void close(ProducerTable::Number producer, bool clear);

  [[no_unique_address]] Bugs bugs_;
  std::int64_t partitions_;
  Journal journal_;
  ProducerTable producers_;
  /// By partition, as far as any has been written to; an offset of -1 is none.
  std::vector<std::vector<std::int32_t>> logs_;
  std::vector<std::int64_t> committed_;
  /// By producer: which buffer holds its open transaction.
  std::vector<std::uint32_t> transactions_;
  std::vector<Buffer> buffers_;
  std::vector<std::uint32_t> free_buffers_;
  std::string record_;
  /// What the last `apply` appended, and the partitions whose offsets it touched.
  std::vector<Appended> appended_;
  std::vector<std::uint32_t> touched_;
};

/// With the planted bug if one is given, which must be one of the table.
std::unique_ptr<Home> make_exactly_once_stream(const PlantedBug* bug);

}  // namespace fencepost::sut
