// SPDX-License-Identifier: Apache-2.0
// The engine of log-compaction: a durable log of keyed records. Workloads page, section 7.
#pragma once

#include <memory>
#include <string>

#include "fencepost/sut/compacted_log.hpp"
#include "fencepost/sut/planted_bugs.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

template <class Bugs>
class LogCompaction final : public System {
 public:
  LogCompaction(const Parameters& parameters, Disk& disk, Bugs bugs);

  /// Rebuilds the state from the disk. Returns what is damaged there, or nothing.
  std::string recover() { return log_.recover(); }
  void answer(const Command& command, Outcome& outcome) override;
  void print(std::string& text) const override;

 private:
  void append(TapeReader fields, Outcome& outcome);
  void compact(TapeReader fields, Outcome& outcome);
  void read(TapeReader fields, Outcome& outcome) const;
  void state(Outcome& outcome);

  CompactedLog<Bugs> log_;
  std::vector<std::uint32_t> live_;
};

/// A home for the engine, with the planted bug if one is given.
std::unique_ptr<Home> make_log_compaction(const PlantedBug* bug);

}  // namespace fencepost::sut
