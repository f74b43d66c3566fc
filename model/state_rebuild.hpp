// SPDX-License-Identifier: Apache-2.0
// A log of keyed records with the state that they fold to, snapshots of it, and rebuilds from them.
// Workloads page, section 9; the choices it leaves open: docs/state_rebuild.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class StateRebuild final : public Model {
 public:
  explicit StateRebuild(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Every reply told of what it changed, so nothing may be lost.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  /// One value of each key that has one.
  using State = std::map<std::string, Tape, std::less<>>;

  struct Record {
    std::int64_t offset;
    std::string key;
    Tape payload;
    /// It lay below the `upto` of a compaction and was kept by it.
    bool seen;
  };

  struct Snapshot {
    /// It holds every record below this.
    std::int64_t next;
    State state;
  };

  void append(TapeReader fields, Outcome& outcome);
  void compact(TapeReader fields, Outcome& outcome);
  void truncate_before(TapeReader fields, Outcome& outcome);
  void snapshot(Outcome& outcome);
  void lose_node(Outcome& outcome);
  void rebuild(TapeReader fields, Outcome& outcome);
  void state(Outcome& outcome) const;

  void apply(const Record& record, State& state) const;
  std::map<std::string, std::int64_t> last_of_each_key() const;
  bool may_drop(const Record& tombstone) const;
  /// The log still says everything about what came after this snapshot.
  bool covers(const Snapshot& snapshot) const;

  bool increment_;
  bool retains_for_ever_;
  std::int64_t retention_;
  /// In offset order.
  std::vector<Record> log_;
  /// The log holds records of these offsets.
  std::int64_t start_ = 0;
  std::int64_t end_ = 0;
  /// The newest tombstone that a compaction has dropped because its time was over; -1 for none.
  std::int64_t newest_expired_ = -1;
  /// By id.
  std::vector<Snapshot> snapshots_;
  /// Nothing while it is lost.
  std::optional<State> state_;
};

}  // namespace fencepost::model
