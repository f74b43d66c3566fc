// SPDX-License-Identifier: Apache-2.0
// The engine of offset-commit: a window of bits per partition, and one journal record for every
// advance. What waits behind a gap is not stored, since a crash may forget it (workloads page,
// section 1).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/offset_commit_bugs.hpp"
#include "fencepost/sut/offset_window.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

template <class Bugs>
class OffsetCommit final : public System, public Recoverable {
 public:
  OffsetCommit(const Parameters& parameters, Disk& disk, Bugs bugs);

  std::string recover() { return journal_.recover(*this); }

  void answer(const Command& command, Outcome& outcome) override;
  void print(std::string& text) const override;

  bool load(std::string_view state) override;
  void redo(std::string_view record) override;
  void reset() override;
  void save(std::string& state) const override;

 private:
  using Window = OffsetWindow<Bugs, OffsetCommitBug>;

  /// False if the advance could not be stored; then the outcome says so.
  bool processed(std::int64_t partition, std::int64_t offset, Outcome& outcome);
  bool commit(std::string_view record, Outcome& outcome);

  [[no_unique_address]] Bugs bugs_;
  Journal journal_;
  std::vector<Window> windows_;
  /// About the last recovery: records replayed, and whether it began with a checkpoint.
  std::uint64_t replayed_ = 0;
  bool from_checkpoint_ = false;
};

extern template class OffsetCommit<NoBugs>;
extern template class OffsetCommit<OneBug<OffsetCommitBug>>;

std::unique_ptr<Home> make_offset_commit(const PlantedBug* bug);

}  // namespace fencepost::sut
