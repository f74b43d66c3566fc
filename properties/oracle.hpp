// SPDX-License-Identifier: Apache-2.0
// The model as a witness: it takes every step that the system takes and compares the outcomes at
// once. Where a command's fate is open (power was lost while it was handled) it follows both fates
// until an answer tells them apart; no fate left means that the system did what no right system
// could.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/faults/world.hpp"
#include "fencepost/model/model.hpp"

namespace fencepost::properties {

class Oracle final : public faults::Witness {
 public:
  /// At most this many fates are followed; with more the verdict is undecided.
  static constexpr std::size_t most_fates = 256;

  /// `unknown_is_legal`: the system may answer *unknown* at any time (one with storage of its own);
  /// else only where a disk fault struck.
  void begin(const Scenario& scenario, bool unknown_is_legal);
  bool saw(const Scenario& scenario, const Event& event) override;

  bool diverged() const { return diverged_; }
  bool gave_up() const { return gave_up_; }
  /// diverged: what the model expected at the last event.
  const Outcome& expected() const { return expected_; }
  /// The state of each fate still open.
  std::string print() const;
  /// How many are followed; some may have become equal.
  std::size_t fates() const { return fates_.size(); }

 private:
  bool compare(const Scenario& scenario, const Event& event, const Command& command);
  /// A rebuild may be refused because of a flipped bit, without effect, where it would have been
  /// done.
  bool allow_damage(const Scenario& scenario, const Command& command);
  void fork(const Command& command);
  /// After fates were added or crashed: false if too many are left.
  bool settle();
  void drop_equal_fates();

  std::vector<std::unique_ptr<model::Model>> fates_;
  Outcome expected_;
  Outcome scratch_;
  bool diverged_ = false;
  bool gave_up_ = false;
  bool bits_flipped_ = false;
  bool unknown_is_legal_ = false;
  /// Answers compared while more than one fate was open.
  std::uint64_t compared_ = 0;
};

}  // namespace fencepost::properties
