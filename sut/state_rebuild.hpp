// SPDX-License-Identifier: Apache-2.0
// The engine of state-rebuild: a segmented log, the state that it folds to, brought up to date with
// every append, and snapshots of it on the disk. Workloads page, section 9; docs/state_rebuild.md.
//
// A start rebuilds the state from the newest fold that is whole and that the log still covers.
// Before retention or a compaction would leave none, the engine stores a checkpoint: a fold with no
// id.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/sut/fold_files.hpp"
#include "fencepost/sut/planted_bugs.hpp"
#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/segmented_log.hpp"

namespace fencepost::sut {

template <class Bugs>
class StateRebuild final : public System {
 public:
  StateRebuild(const Parameters& parameters, Disk& disk, Bugs bugs);

  /// Rebuilds the state from the disk. Returns what is damaged there, or nothing.
  std::string recover();
  void answer(const Command& command, Outcome& outcome) override;
  void print(std::string& text) const override;

 private:
  /// A fold on the disk.
  struct Fold {
    std::string name;
    std::int64_t next;
  };

  void append(TapeReader fields, Outcome& outcome);
  void compact(TapeReader fields, Outcome& outcome);
  void truncate_before(TapeReader fields, Outcome& outcome);
  void snapshot(Outcome& outcome);
  void lose_node(Outcome& outcome);
  void rebuild(TapeReader fields, Outcome& outcome);
  void state(Outcome& outcome);

  /// Applies the records from `next` on to a state.
  void replay(FoldedState& state, std::int64_t next, std::int64_t end) const;
  /// Brings the state up to date as far as `end`.
  void catch_up(std::int64_t end);
  std::string snapshot_name(std::size_t id) const;
  /// The records from `next` on can still be told from the log.
  bool covers(const LogBounds& bounds, std::int64_t next) const;
  /// The folds that are covered, the one with the shortest replay first.
  std::vector<Fold> usable_folds() const;
  /// Rebuilds into `rebuilt_` from the newest fold that is whole, or from empty if the log is.
  bool restore();
  bool restore_from(const Fold& fold);
  /// Stores a checkpoint if under these bounds no fold would be covered. False: the outcome says
  /// why.
  bool stay_recoverable(LogBounds& bounds, Outcome& outcome);
  void forget_checkpoint(std::int64_t old);
  void tidy();

  bool increment_;
  std::int64_t retention_;
  Disk& disk_;
  SegmentedLog log_;
  FoldFiles files_;
  [[no_unique_address]] Bugs bugs_;
  /// The state is held, and not lost.
  bool has_state_ = true;
  FoldedState state_;
  /// The state holds every record below this.
  std::int64_t applied_ = 0;
  FoldedState rebuilt_;
};

/// A home for the engine, with the planted bug if one is given.
std::unique_ptr<Home> make_state_rebuild(const PlantedBug* bug);

}  // namespace fencepost::sut
