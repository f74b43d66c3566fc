// SPDX-License-Identifier: Apache-2.0
// The engine of the consumer-strategies workload (workloads page, section 11). Every command that
// changes something is one record of the journal; an open transaction is the part of its batch that
// has been applied, so it needs no buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fencepost/sut/billing_sinks.hpp"
#include "fencepost/sut/consumer_strategies_bugs.hpp"
#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

template <class Bugs>
class ConsumerStrategies final : public System, public Recoverable {
 public:
  ConsumerStrategies(const Parameters& parameters, Disk& disk, Bugs bugs);

  /// Returns what is damaged, or nothing.
  std::string recover() { return journal_.recover(*this); }
  void answer(const Command& command, Outcome& outcome) override;
  /// As the model prints it.
  void print(std::string& text) const override;

  bool load(std::string_view state) override;
  void redo(std::string_view record) override;
  void reset() override;
  void save(std::string& state) const override;

 private:
  using Batch = UsageLog::Batch;
  using Partition = UsageLog::Partition;

  struct Request {
    std::uint8_t type = 0;
    std::uint8_t consumer = 0;
    std::uint32_t partition = 0;
    /// The tokens, or an offset.
    std::int64_t number = 0;
    std::int64_t window = 0;
    std::string_view tenant;
  };
  /// What carrying out a request has come to, as far as the reply tells it.
  struct Effect {
    std::int64_t offset = -1;
    std::int64_t sink = 0;
    bool applied = false;
    bool fenced = false;
    BillingSinks::Relayed relayed;
  };

  bool parse(const Command& command, Request& request) const;
  /// False if the window would not fit.
  bool find_window(std::int64_t time, std::int64_t& window) const;
  /// The refusal, or nothing.
  std::string_view refusal_of(const Request& request);
  bool changes_something(const Request& request);
  bool store(const Request& request, Outcome& outcome);
  Effect perform(const Request& request);
  void tell(const Request& request, const Effect& effect, Outcome& outcome);

  void apply(const Request& request, Effect& effect);
  bool write(const Request& request, std::int64_t offset);
  void bill(const Usage& usage);
  void end_batch(const Request& request, Effect& effect);
  void bill_batch(const Partition& partition, const Batch& batch);
  void move(const Request& request);

  Partition& partition(const Request& request) { return log_.partition(request.partition); }
  Batch& batch(const Request& request) { return log_.batch(request.consumer, request.partition); }

  [[no_unique_address]] Bugs bugs_;
  std::int64_t partitions_, strategy_, consumers_, window_;
  bool dual_write_ = false, has_outbox_ = false;
  Journal journal_;
  UsageLog log_;
  BillingSinks sinks_;
  std::string record_;
};

/// With the planted bug if one is given, which must be one of the table.
std::unique_ptr<Home> make_consumer_strategies(const PlantedBug* bug);

}  // namespace fencepost::sut
