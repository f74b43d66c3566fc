// SPDX-License-Identifier: Apache-2.0
// A log of keyed records that compaction thins out to the latest record per key. Workloads page,
// section 7.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class LogCompaction final : public Model {
 public:
  explicit LogCompaction(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Every reply told of what it changed, so nothing may be lost.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Record {
    std::int64_t offset;
    std::string key;
    /// One value: null (a tombstone), a number or text.
    Tape payload;
    /// It lay below the `upto` of a compaction and was kept by it.
    bool seen;
  };

  void append(TapeReader fields, Outcome& outcome);
  void compact(TapeReader fields, Outcome& outcome);
  void read(TapeReader fields, Outcome& outcome) const;
  void state(Outcome& outcome) const;

  /// The offset of the last record of every key, within the whole log.
  std::map<std::string, std::int64_t> last_of_each_key() const;
  bool may_drop(const Record& tombstone) const;

  /// In offset order.
  std::vector<Record> log_;
  /// The next offset.
  std::int64_t end_ = 0;
  bool retains_for_ever_;
  std::int64_t retention_;
};

}  // namespace fencepost::model
