// SPDX-License-Identifier: Apache-2.0
// The engine of the dead-letter workload (workloads page, section 10). An effect (a result, a dead
// letter) is one durable step, moving the offset past its record the next. An effect is known by
// its source, so that recovery makes a step that is missing and repeats none. docs/dead_letter.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fencepost/sut/dead_letter_bugs.hpp"
#include "fencepost/sut/handled_records.hpp"
#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

template <class Bugs>
class DeadLetter final : public System, public Recoverable {
 public:
  DeadLetter(const Parameters& parameters, Disk& disk, Bugs bugs);

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
  /// What a record of the log says has happened, and what `number` and `count` are in it.
  enum class Step : std::uint32_t {
    arrived,        ///< failures, value; the key follows
    tried,          ///< offset, attempts
    processed,      ///< offset
    handed_off,     ///< offset, attempts
    moved,          ///< next offset
    replay_failed,  ///< id, attempts
    replayed,       ///< id, attempts
  };
  /// A record of the log.
  struct Change {
    Step step;
    std::uint32_t partition;
    std::int64_t number;
    std::int64_t count = 0;
  };
  void arrive(TapeReader fields, Outcome& outcome);
  void work(TapeReader fields, Outcome& outcome);
  void progress(TapeReader fields, Outcome& outcome) const;
  void letters(Outcome& outcome) const;
  void replay(TapeReader fields, Outcome& outcome);
  void results(Outcome& outcome) const;

  /// The durable steps that end the handling of a record; false if the outcome has been written.
  bool process(const Change& effect, Outcome& outcome);
  bool hand_off(const Change& effect, Outcome& outcome);
  /// Stores and applies; false if it could not be stored, with the outcome written.
  bool make(const Change& change, Outcome& outcome);
  /// `make` with the sync left out: what a planted bug does.
  bool make_unsynced(const Change& change, Outcome& outcome);
  /// `make` for a step that follows from the one before it. It has a sync of its own: nothing may
  /// lie unsynced in the log when a checkpoint is due, whose errors are ignored.
  bool follow(const Change& change, Outcome& outcome);
  void apply(const Change& change);
  /// Makes the steps that were missing when power was lost; false if they cannot be stored.
  bool finish();
  /// The first record of a partition has had its effect, and the offset should be past it.
  bool is_passed(const HandledRecords::Partition& partition) const;

  bool is_complete(const HandledRecords::Partition& partition) const;

  [[no_unique_address]] Bugs bugs_;
  std::int64_t partition_count_;
  std::int64_t max_attempts_;
  Journal journal_;
  HandledRecords records_;
  std::string record_;
};

/// With the planted bug if one is given, which must be one of the table.
std::unique_ptr<Home> make_dead_letter(const PlantedBug* bug);

}  // namespace fencepost::sut
